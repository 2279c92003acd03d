package sandbox_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// TestAnswerProject changes the answers of files and nothing else.
func TestAnswerProject(t *testing.T) {
	t.Parallel()
	answers := map[string]string{"search-status": "200", "nulls": "omitted"}
	tests := map[string]struct{ text, want, fault string }{
		"a new file":   {"", "assume:\n  nulls: \"omitted\"\n  search-status: \"200\"\n", ""},
		"no answers":   {"account: DEMO # ours\n", "account: DEMO # ours\nassume:\n  nulls: \"omitted\"\n  search-status: \"200\"\n", ""},
		"no last line": {"account: DEMO", "account: DEMO\nassume:\n  nulls: \"omitted\"\n  search-status: \"200\"\n", ""},
		"in the middle": {"account: DEMO\nassume: # by the recording of May\n    # searches\n    search-status: 201 # as documented\n    yes-body: empty\n\n# the world\nworld: empty\n",
			"account: DEMO\nassume: # by the recording of May\n    # searches\n    search-status: \"200\" # as documented\n    yes-body: empty\n    nulls: \"omitted\"\n\n# the world\nworld: empty\n", ""},
		"quoted":      {"assume:\n  \"nulls\": 'shown'\n  search-status: \"201\"\n", "assume:\n  \"nulls\": \"omitted\"\n  search-status: \"200\"\n", ""},
		"in one line": {"assume: {nulls: shown}\n", "", "assume"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := sandbox.AnswerProject(test.text, answers)
			if test.fault != "" {
				if err == nil {
					t.Errorf("got %q, want a fault", got)
				}
				return
			}
			if got != test.want || err != nil {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
		})
	}
}
