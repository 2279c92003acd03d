package scenario_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestMeteredFunctions expects the results of functions unchanged by the count of their
// work. Each ends where a large body needs too much work.
func TestMeteredFunctions(t *testing.T) {
	t.Parallel()
	small := &call{body: `{"x":"aab","l":[1,1,2],"t":["a","b"]}`}
	for _, text := range []string{
		`uniq(body.l) == [1, 2]`, `uniq([1, 1]) == [1]`, `join(body.t) == "ab"`, `join(body.t, "-") == "a-b"`, `join(["a", "b"], "") == "ab"`, `replace(body.x, "a", "cc") == "ccccb"`,
		`replace(body.x, "a", "c", 1) == "cab"`, `repeat(body.x, 2) == "aabaab"`, `body.x matches "^a+b$"`, `not (body.x matches "^b")`, `body.x matches body.t[0] and not ("c" matches body.t[0])`, `body.l[1:] == [1, 2]`, `body.x[1:] == "ab"`,
		`body.x + body.x == "aabaab"`, `len(body.l) == 3`, `any(body.l, # == 2)`, `all(body.t, # in ["a", "b"])`, `body.x contains "ab" and body.x startsWith "aa" and body.x endsWith "b"`, `split(body.x, "a") == ["", "", "b"]`,
		`sort(body.l)[2] == 2`, `reverse(body.t)[0] == "b"`, `upper(body.x) == "AAB"`, `toJSON(body.t) != ""`, `fromJSON("[1]")[0] == 1`, `keys({"a": 1})[0] == "a"`, `first(body.l) == 1 and last(body.l) == 2`, `string(body.l) != ""`,
		`flatten([body.l, body.l]) == [1, 1, 2, 1, 1, 2]`, `concat(body.l, [3])[3] == 3`, `filter(body.l, # > 1) == [2]`, `sum(body.l) == 4`, `max(body.l) == 2`, `median(body.l) == 1`, `len(groupBy(body.l, #)) == 2`, `not any(1..4, body.x[1:] == "")`,
	} {
		if got, err := match(t, text, small); err != nil || !got {
			t.Errorf("%s: got %t (%v)", text, got, err)
		}
	}
	large := &call{body: `{"x":"` + strings.Repeat("a", 3_000_000) + `","l":[` + strings.TrimSuffix(strings.Repeat("1,", 5000), ",") + `]}`}
	for _, text := range []string{
		`uniq(body.l) == []`, `replace(body.x, "a", "bbbb") == ""`, `replace(body.x, "a", "bbbb", -1) == ""`, `repeat(body.x, 4) == ""`, `join([body.x, body.x, body.x, body.x]) == ""`, `join([body.x, body.x, body.x, body.x], "") == ""`,
		`body.x + body.x + body.x == ""`, `all(1..4, body.x == body.x)`, `body.x matches "^(ab|cd|ef|gh|ij|kl|mn)*z"`, `split(body.x, "a") == []`, `toJSON(body.x) == ""`, `any(1..4, body.x contains "b")`,
		`body.x[1:] contains "b" or body.x[1:] contains "b" or body.x[1:] contains "b" or body.x[1:] contains "b"`, `date(now).Format(body.x) == ""`,
		`body.x == body.x and body.x == body.x`, `any(1..4, body.x in ["b"])`, `string(body.x) == ""`, `any(1..2100, len(body.l) == 0)`,
	} {
		if _, err := match(t, text, large); !errors.Is(err, scenario.ErrUndecided) {
			t.Errorf("%s: got %v, want it undecided", text, err)
		}
	}
}

// TestFeatureOfTwoScenarios activates two scenarios with one feature: the first affects
// the call alone, and the other one only if it gives the same.
func TestFeatureOfTwoScenarios(t *testing.T) {
	t.Parallel()
	op, _ := catalog.Find(catalog.CustomerOrders)
	own := map[string]string{}
	for name, on := range map[string]bool{"on": true, "off": false, "again": false} {
		own[name] = "features: {API_GET_CUSTOMER_ORDERS: " + strconv.FormatBool(on) + "}"
	}
	for latest, want := range map[string]string{"off": "off again", "on": "on"} {
		director := newDirector(t, libraryOf(t, own))
		activate(t, director, map[string][]string{"off": {"again", "on", "off"}, "on": {"again", "off", "on"}}[latest]...)
		d := decide(t, director, catalog.CustomerOrders)
		outcome := op.Success
		if latest == "off" {
			outcome, _ = op.Failure(catalog.Forbidden)
		}
		if got := strings.Join(d.Commit(op, outcome), " "); got != want {
			t.Errorf("%s: got %s, want %s", latest, got, want)
		}
	}
}

// TestDeactivateAllForgetsLimits begins a limit again when its scenario is active again.
func TestDeactivateAllForgetsLimits(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{"s": "rules:\n  - {on: login, limit: {calls: 1, per: 1h}}\n"})
	for name, end := range map[string]func(*scenario.Director){"all": (*scenario.Director).DeactivateAll, "one": func(d *scenario.Director) { d.Deactivate("s") }} {
		director := newDirector(t, library)
		var got []bool
		for range 2 {
			activate(t, director, "s")
			for range 2 {
				got = append(got, decide(t, director, catalog.Login).Effect.Answer != nil)
			}
			end(director)
			if decide(t, director, catalog.Login, "s").Effect.Answer != nil {
				t.Errorf("%s: a call that names the scenario afterwards is beyond the limit", name)
			}
		}
		if want := [4]bool{false, true, false, true}; [4]bool(got) != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

// TestNamesOfAList names a list in a condition as in a query.
func TestNamesOfAList(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"Statuses": true, "Statuses[]": true, "Statuses[0]": true, "Status[]": false} {
		_, err := scenario.Parse("s", []byte("rules:\n  - {on: search-upsell, when: 'query[\""+name+"\"] == \"x\"', cut: reset}\n"))
		if (err == nil) != want {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestFilesOfOneScenario refuses two files of one scenario.
func TestFilesOfOneScenario(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "a.yaml")
	if _, err := scenario.ReadFile(path); err == nil || scenario.InFolder(folder, "a") {
		t.Errorf("got %v of a file that is not there", err)
	}
	for _, name := range []string{"a.yaml", "a.yml"} {
		must(t, os.WriteFile(filepath.Join(folder, name), []byte("rules:\n  - {on: login, cut: reset}\n"), 0o600))
		if s, err := scenario.ReadFile(path); (err == nil) != (name == "a.yaml") || err == nil && s.Name != "a" || !scenario.InFolder(folder, "a") {
			t.Errorf("with %s: got %v", name, err)
		}
	}
}
