package agent_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestTools verifies the description of every tool: few, short, closed, and with true
// hints.
func TestTools(t *testing.T) {
	t.Parallel()
	u := user{t, pipe(t, options("http://127.0.0.1:1"))}
	listed, err := u.session.ListTools(t.Context(), nil)
	if err != nil || len(listed.Tools) > 16 {
		t.Fatalf("got %d tools, %v, want 16 at most", len(listed.Tools), err)
	}
	var reading, destroying []string
	for _, tool := range listed.Tools {
		if len(tool.Description) >= 300 || tool.Title == "" || !strings.HasSuffix(tool.Description, ".") {
			t.Errorf("%s: got %d bytes: %s", tool.Name, len(tool.Description), tool.Description)
		}
		schema := tool.InputSchema.(with)
		if schema["additionalProperties"] != false {
			t.Errorf("%s: the schema accepts unknown arguments: %v", tool.Name, schema)
		}
		for name, property := range schema["properties"].(with) {
			if of := property.(with); of["description"] == nil || of["type"] == nil {
				t.Errorf("%s.%s: got %v, want a type and a description", tool.Name, name, of)
			}
		}
		switch a := tool.Annotations; {
		case a.ReadOnlyHint:
			reading = append(reading, tool.Name)
		case *a.DestructiveHint:
			destroying = append(destroying, tool.Name)
		}
	}
	if want := []string{"reset_account", "save_scenario"}; !slices.Equal(destroying, want) {
		t.Errorf("got %q, want %q to destroy", destroying, want)
	}
	want := []string{"accounts", "coverage", "explain_call", "list_calls", "operations", "read_guide", "read_rehearsal", "scenarios", "verify_calls"}
	if !slices.Equal(reading, want) {
		t.Errorf("got  %q\nwant %q to read", reading, want)
	}
	if text, err := json.Marshal(listed); err != nil || len(text) > 19_000 {
		t.Errorf("the list of tools has %d bytes, %v, want less, because every session of an agent has it", len(text), err)
	}
	compare(t, listed.Tools)
}

var update = flag.Bool("update", false, "rewrite the golden file")

// compare compares the tools with their golden file, because agents are configured and
// instructed with their names and arguments.
func compare(t *testing.T, tools []*mcp.Tool) {
	t.Helper()
	text, err := json.MarshalIndent(tools, "", "\t")
	must(t, err)
	const path = "testdata/tools.json"
	if *update {
		must(t, errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(path, append(text, '\n'), 0o644)))
	}
	if want, err := os.ReadFile(path); err != nil || string(want) != string(text)+"\n" {
		t.Errorf("the tools are not those of %s; -update rewrites it (%v):\n%s", path, err, text)
	}
}

// TestReadingToolsChangeNothing calls every tool marked as reading, and compares the
// account and the journal.
func TestReadingToolsChangeNothing(t *testing.T) {
	t.Parallel()
	s, u := use(t)
	s.Get("/orders/customer/?CustomerReference=none")
	state := func() string {
		text, err := json.Marshal([]with{u.get("accounts", with{"account": "DEMO"}), u.get("list_calls", with{}), u.get("scenarios", with{}), u.get("questions", with{})})
		must(t, err)
		return string(text)
	}
	before := state()
	arguments := map[string]with{
		"verify_calls": {"expectations": []with{{"operation": "login", "count": 0}}}, "operations": {"operation": "create-upsell"}, "read_guide": {"page": "scenarios.md"},
		"read_rehearsal": {"path": "rehearsal.json"},
	}
	listed, err := u.session.ListTools(t.Context(), nil)
	must(t, err)
	for _, tool := range listed.Tools {
		if !tool.Annotations.ReadOnlyHint {
			continue
		}
		if text, failed := u.call(tool.Name, arguments[tool.Name]); failed || len(text) > 10_000 {
			t.Errorf("%s: got %d bytes: %.300s", tool.Name, len(text), text)
		}
	}
	if after := state(); after != before {
		t.Errorf("before %s\nafter  %s", before, after)
	}
}

// TestArguments gives tools wrong arguments. Each error names right ones.
func TestArguments(t *testing.T) {
	t.Parallel()
	_, u := use(t)
	tests := []struct {
		tool      string
		arguments any
		want      string
	}{
		{"activate_scenario", with{"nam": "slow"}, `unexpected additional properties ["nam"]; the arguments are account, name, times, for, off`},
		{"activate_scenario", with{"name": "slow", "times": "1"}, `validating /properties/times: type: 1 has type "string", want "integer"; the arguments are account, name, times, for, off`},
		{"activate_scenario", with{"name": "slwo"}, `unknown scenario "slwo"; did you mean slow?`},
		{"activate_scenario", with{"name": "slow", "for": "soon"}, `for must be a duration such as 500ms, 5s or 2h, got "soon"`},
		{"activate_scenario", with{"name": "slow", "times": -1}, `times: must be at least 1, got -1; correct the fields that are named`},
		{"activate_scenario", with{"name": "slow", "account": "NOPE"}, `unknown account "NOPE"; known: DEMO`},
		{"activate_scenario", with{"name": "slow", "off": true}, `scenario "slow" is not active; no scenario is active; accounts with account lists the active scenarios`},
		{"activate_scenario", with{}, `name is required: a scenario or an error code, which scenarios lists`},
		{"reset_account", with{"keep": []string{"clok"}}, `a reset cannot keep "clok"; keep is a list of scenarios, journal, clock, features or questions`},
		{"reset_account", with{"delete": true}, `delete takes account, and nothing else`},
		{"open_account", with{"clock": "noon"}, `clock must be a moment in RFC 3339, such as 2026-10-09T12:00:00Z, got "noon"`},
		{"scenarios", with{"cursor": "-1"}, `cursor must be more.cursor of the answer before, got "-1"; leave it out to begin again`},
		{"scenarios", with{"group": "mine"}, `group must be one of [failures codes connection answers own], got "mine"`},
		{"accounts", with{"handles": "ordr"}, `no handle has the kind "ordr"; known: campaign, customer, order, partner, product, subscription`},
		{"explain_call", with{"id": "DEMO-99"}, `call DEMO-99 has not come yet; nothing has called the account since the sandbox started`},
		{"explain_call", with{"id": `x" or "y`}, `unknown request "x\" or \"y"; an id is a vendor code or none, a hyphen and a number; the header X-Sandbox-Request has it`},
		{"verify_calls", with{"expectations": []with{{"operation": "login", "count": -1}}}, `the number of calls must be at least 0, got -1; 0 means none`},
		{"verify_calls", with{"expectations": []with{{"operaton": "login"}}}, `validating /properties/expectations: validating /properties/expectations/items: unexpected additional properties ["operaton"]; the arguments are ` +
			`account, expectations [operation, q, where, count, at_least, at_most, record, repeats, at_once, in_order [operation, q, where, gap], strict], nothing_else, within, verdict, since, min_coverage, run`},
		{"verify_calls", with{"min_coverage": 101}, `min_coverage must be from 0 to 100, got 101; such as 80`},
		{"verify_calls", with{"since": "DEMO-1", "expectations": []with{{"operation": "login"}}}, `since and min_coverage need verdict: true`},
		{"coverage", with{"operation": "logn"}, `no documented outcome has the operation "logn"; operations lists the operations`},
		{"read_guide", with{"page": "start"}, `unknown page "start"; did you mean start.md?`},
		{"read_rehearsal", with{}, `required: missing properties: ["path"]; the arguments are path, schedule, cursor`},
		{"sign_call", with{"path": "/rest/6.0/orders/"}, `path must not have the REST base /rest/6.0, which is added, got "/rest/6.0/orders/"; write "/orders/"`},
		{"sign_call", with{"snippet": "go"}, `snippet must be curl, php, python or node, got "go"`},
		{"change_clock", with{"real": true, "advance": "1d"}, `real excludes now, advance and freeze`},
		{"accounts", []int{1}, `unmarshaling arguments: json: cannot unmarshal "[1]" into Go value of type map[string]interface {}; the arguments are account, q, handles, cursor`},
	}
	for _, test := range tests {
		u.fails(test.tool, test.arguments, test.want)
	}
	if _, err := u.session.CallTool(t.Context(), &mcp.CallToolParams{Name: "nope"}); err == nil || !strings.Contains(err.Error(), `unknown tool "nope"`) {
		t.Errorf("got %v", err)
	}
}

// TestMore follows the cursors of a list and of a text to their ends.
func TestMore(t *testing.T) {
	t.Parallel()
	s, u := use(t)
	all, err := s.Control().Scenarios(t.Context())
	must(t, err)
	var names []string
	for arguments := (with{}); arguments != nil; {
		answer := u.get("scenarios", arguments)
		for _, row := range answer["rows"].([]any) {
			names = append(names, row.(with)["name"].(string))
		}
		arguments = following(answer)
	}
	for i, scenario := range all {
		if i >= len(names) || names[i] != scenario.Name {
			t.Fatalf("got %d names, want %d; the first difference is at %d", len(names), len(all), i)
		}
	}
	var text strings.Builder
	for arguments := (with{}); arguments != nil; {
		arguments["page"] = "scenarios.md"
		answer := u.get("read_guide", arguments)
		text.WriteString(answer["text"].(string))
		arguments = following(answer)
	}
	if want, err := s.Control().GuideText(t.Context(), "scenarios.md"); err != nil || text.String() != want {
		t.Errorf("got %d bytes, want %d (%v)", text.Len(), len(want), err)
	}
	for range 7 {
		s.Get("/orders/")
	}
	first := u.get("list_calls", with{"limit": 5})
	rest := following(first)
	rest["limit"] = 5
	if second := u.get("list_calls", rest); len(second["calls"].([]any)) != 2 || second["more"] != nil {
		t.Errorf("got %v", second)
	}
}

// following returns the arguments for the rest of an answer, nil for nothing.
func following(answer with) with {
	rest, is := answer["more"].(with)
	if !is {
		return nil
	}
	return with{"cursor": rest["cursor"]}
}
