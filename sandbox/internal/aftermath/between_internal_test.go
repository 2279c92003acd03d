package aftermath

import "testing"

// TestTimelessSums sums images up without their moments and days, and with all else.
func TestTimelessSums(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		a, b            string
		whole, timeless bool // whether the sums are equal
	}{
		"equal":                 {`{"A":"2026-03-01 09:00:00"}`, `{"A":"2026-03-01 09:00:00"}`, true, true},
		"another moment":        {`{"A":"2026-03-01 09:00:00","B":1}`, `{"A":"2026-04-01 10:00:00","B":1}`, false, true},
		"another day":           {`{"A":[1,"2026-03-01","2026-03-02"]}`, `{"A":[1,"2026-03-03","2026-03-04"]}`, false, true},
		"a day and a moment":    {`{"A":"2026-03-01"}`, `{"A":"2026-03-01T09:00:00Z"}`, false, true},
		"a moment and none":     {`{"A":"2026-03-01"}`, `{"A":null}`, false, false},
		"before the moment":     {`{"A":1,"B":"2026-03-01"}`, `{"A":2,"B":"2026-04-01"}`, false, false},
		"behind the moment":     {`{"B":"2026-03-01","A":1}`, `{"B":"2026-04-01","A":2}`, false, false},
		"between two":           {`{"A":"2026-03-01","B":1,"C":"2026-03-01"}`, `{"A":"2026-03-01","B":2,"C":"2026-03-01"}`, false, false},
		"no day":                {`{"A":"2026-3-01x"}`, `{"A":"2026-3-02x"}`, false, false},
		"other separators":      {`{"A":"2026/03/01"}`, `{"A":"2026/03/02"}`, false, false},
		"a day within a text":   {`{"A":"on 2026-03-01"}`, `{"A":"on 2026-03-02"}`, false, false},
		"too short":             {`{"A":"2026-03-0`, `{"A":"2026-03-1`, false, false},
		"a text without an end": {`{"A":"2026-03-01`, `{"A":"2026-03-02`, false, false},
		"nothing":               {"", "", true, true},
	} {
		a, b := sumsOf([]byte(test.a)), sumsOf([]byte(test.b))
		if (a.whole == b.whole) != test.whole || (a.timeless == b.timeless) != test.timeless {
			t.Errorf("%s: got %+v and %+v", name, a, b)
		}
	}
}
