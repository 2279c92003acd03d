package scenario_test

import (
	"errors"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestRefusals says why a scenario cannot be used, and what to do instead.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"scenario s is a file of the scenario folder: change it there": &scenario.TakenError{Name: "s", Source: scenario.FromFolder},
		"scenario s is in the library: choose another name":            &scenario.TakenError{Name: "s", Source: scenario.FromOwn},
		"FORBIDDEN is an error code: choose another name":              &scenario.TakenError{Name: "FORBIDDEN", Source: scenario.FromCode},
		"scenario slow ships with the sandbox: choose another name":    &scenario.TakenError{Name: "slow", Source: scenario.FromSandbox},
		"scenario s is broken: some fault":                             &scenario.BrokenError{Name: "s", Err: errors.New("some fault")},
		`scenario s has no rule for login`:                             &scenario.UnknownError{Name: "s", Operation: "login"},
		`unknown scenario "s"; did you mean a or b?`:                   &scenario.UnknownError{Name: "s", Nearest: []string{"a", "b"}},
	} {
		if err.Error() != want {
			t.Errorf("got %s, want %s", err, want)
		}
	}
}
