package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func scenarioVerb() verb {
	return parent("scenario", "List scenarios, show one, activate or deactivate one, save or delete one of your own, or read their folder again", "Without a command it lists.",
		verb{
			use: "list", short: "List all scenarios, those that are active for an account first",
			examples: []string{"scenario list", "scenario list --account DEMO --format json"},
			account:  firstAccount, fetch: withAccount(listScenarios),
			answer: listOf{"scenarios", listedScenario{}},
			text: "NAME\tACTIVE\tSOURCE\tSUMMARY\n{{range $s := .scenarios}}{{.name}}\t" +
				`{{with .active}}{{if .remaining}}{{count .remaining "call"}} left{{end}}{{if and .remaining .until}}, {{end}}{{with .until}}until {{utc .}}{{end}}{{if not (or .remaining .until)}}on{{end}}{{else}}-{{end}}` +
				"\t{{.source}}\t{{if .error}}broken: {{firstLine .error}}{{else}}{{.summary}}{{with .warnings}}{{if $s.summary}}; {{end}}warning: {{(index . 0).message}}{{end}}{{end}}\n{{end}}",
		},
		verb{
			use: "show NAME", short: "Show a scenario as a file to start from (exit code 1 if its file is broken)",
			examples: []string{"scenario show slow", "scenario show slow > scenarios/slower.yaml"},
			needs:    "the name of a scenario, such as slow", args: []flag{{name: "name", complete: knownNames(scenarios)}}, send: "GET /scenarios/{name}", answer: client.ScenarioFile{},
			text: `# {{.name}} ({{.source}}){{if not .yaml}}{{with .summary}}: {{.}}{{end}}{{end}}{{with .operations}}
# It can affect {{join . ", "}}{{end}}
{{with .yaml}}{{trimLines .}}
{{end}}`,
			untrue: `{{with .error}}scenario {{$.name}} is broken: {{trimLines .}}{{end}}`,
		},
		activateVerb(), deactivateVerb(), saveVerb(), deleteOwnVerb(),
		verb{
			use: "reload", short: "Make the sandbox read its folder of scenarios at once, and list what changed", examples: []string{"scenario reload"},
			send:   "POST /scenarios/reload",
			answer: listOf{"changes", client.FolderChange{}},
			text: `{{if .changes}}NAME	CHANGE	FAULT
{{range .changes}}{{.name}}	{{.change}}	{{with .error}}{{firstLine .}}{{else}}-{{end}}
{{end}}{{else}}nothing changed
{{end}}`,
		},
	)
}

func activateVerb() verb {
	return verb{
		use: "on NAME", short: "Activate a scenario, or a bare error code, for an account",
		examples: []string{"scenario on slow", "scenario on customer-orders-forbidden --times 1", "scenario on FORBIDDEN --for 30s", "scenario on FORBIDDEN --operation customer-orders"},
		needs:    "the name of a scenario or an error code, such as slow or FORBIDDEN", args: []flag{{name: "name", complete: knownNames(scenarios)}}, account: firstAccount,
		flags: []flag{
			{name: "times", value: "N", usage: "number of calls that it affects; without it, any number", kind: value(number[int](1))},
			{name: "for", value: "DURATION", usage: "how long it stays active; without it, until it is deactivated", kind: value(period)},
			{name: "operation", value: "ID", usage: "of an error code: only calls of this operation", complete: knownNames(operations)},
		},
		prepare: findScenario, send: "PUT /accounts/{account}/scenarios/{name}", then: "GET /accounts/{account}/scenarios", answer: listOf{"scenarios", client.Activation{}},
		text: `{{in "name"}} is active for account {{in "account"}} {{in "limits"}}; it can affect {{in "affects"}}` + "\n",
		notes: `{{range .scenarios}}{{if eq .name (in "name")}}{{range .overrules}}warning: {{.}}
{{end}}{{end}}{{end}}`,
	}
}

func deactivateVerb() verb {
	return verb{
		use: "off NAME|--all", short: "Deactivate a scenario, or all scenarios, for an account", examples: []string{"scenario off slow", "scenario off --all"},
		needs: "the name of an active scenario, or --all", args: []flag{{name: "name", complete: knownNames(scenarios), optional: true}}, account: firstAccount,
		flags:   []flag{{name: "all", usage: "deactivate every active scenario", kind: value(toggle)}},
		prepare: chooseScenarios, send: "DELETE /accounts/{account}/scenarios/{name}", then: "GET /accounts/{account}/scenarios", answer: listOf{"scenarios", client.Activation{}},
		text: `{{in "off"}} active for account {{in "account"}}` + "\n",
	}
}

// period is duration for one that ends.
func period(field *time.Duration, given string) error {
	err := duration(field, given)
	if err == nil && *field == 0 {
		err = errors.New("must be longer than 0s")
	}
	return err
}

// listedScenario is a scenario of the library, or of the account alone, with its
// activation, nil if it is not active.
type listedScenario struct {
	client.Scenario
	Active *client.Activation `json:"active"`
}

// listScenarios returns the active scenarios in the order of evaluation, then the others. A
// bare error code can be active, but is not in the library.
func listScenarios(r *request, account *client.Account) (any, error) {
	library, err := account.Scenarios(r.ctx)
	if err != nil {
		return nil, err
	}
	active, err := account.ActiveScenarios(r.ctx)
	if err != nil {
		return nil, err
	}
	var rows []listedScenario
	for i, on := range active {
		at := slices.IndexFunc(library, func(s client.Scenario) bool { return s.Name == on.Name })
		row := listedScenario{client.Scenario{Name: on.Name, Summary: on.Summary, Operations: []string{}, Source: "code", Error: on.Error}, &active[i]}
		if at >= 0 {
			row.Scenario = library[at]
		}
		rows = append(rows, row)
	}
	for _, scenario := range library {
		if !slices.ContainsFunc(active, func(on client.Activation) bool { return on.Name == scenario.Name }) {
			rows = append(rows, listedScenario{Scenario: scenario})
		}
	}
	return map[string]any{"scenarios": rows, "total": len(rows)}, nil
}

// chooseScenarios deactivates the scenario of the argument, or all.
func chooseScenarios(r *request) error {
	all := r.in["all"] == true
	delete(r.in, "all")
	switch given := r.in["name"]; {
	case all && given != nil:
		return usage{errors.New("scenario off takes a name or --all, not both")}
	case all:
		r.send, r.words["off"] = "DELETE /accounts/{account}/scenarios", "no scenario is"
	case given == nil:
		return usage{errors.New("scenario off needs " + r.needs + `, got ""`)}
	default:
		r.in["keep"] = true // one of the account alone
		r.words["off"] = given.(string) + " is no longer"
	}
	return nil
}

// errorCode is how error codes are spelled, and names of scenarios are not.
var errorCode = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)

// findScenario finds the scenario to activate, and says what it is. An error code for one
// operation is the scenario of the two.
func findScenario(r *request) error {
	asked := r.in["name"].(string)
	if operation, is := r.in["operation"].(string); is {
		if !errorCode.MatchString(asked) {
			return usage{fmt.Errorf("--operation bounds an error code such as FORBIDDEN; the file of scenario %s says itself what it affects", asked)}
		}
		if _, err := r.client().Operation(r.ctx, operation); err != nil {
			return err
		}
		delete(r.in, "operation")
		asked = operation + "-" + strings.ToLower(strings.ReplaceAll(asked, "_", "-"))
		r.in["name"] = asked
	}
	account, err := r.account()
	if err != nil {
		return err
	}
	found, err := account.Scenario(r.ctx, asked)
	if err != nil {
		return err
	}
	r.program.warnOf(found.Scenario)
	const few = 8 // operations that a line names
	switch n := len(found.Operations); {
	case n > few:
		r.words["affects"] = fmt.Sprintf("%d operations", n)
	case n == 0:
		r.words["affects"] = "every operation that it depends on"
	default:
		r.words["affects"] = strings.Join(found.Operations, ", ")
	}
	var ends []string
	if times, is := r.in["times"].(int); is {
		ends = append(ends, "for "+count(times, "call"))
	}
	if period, is := r.in["for"].(time.Duration); is {
		ends = append(ends, "for "+period.String())
	}
	r.words["limits"] = cmp.Or(strings.Join(ends, " or "), "until it is deactivated")
	return nil
}

// warnOf prints the warnings about a scenario.
func (p *program) warnOf(s client.Scenario) {
	for _, w := range s.Warnings {
		fmt.Fprintf(p.stderr, "warning: %s, line %d: %s\n", s.Name, w.Line, w.Message)
	}
}

func saveVerb() verb {
	return verb{
		use: "save FILE", short: "Save a scenario of your own in the library, or with --own for one account, under the name of its file",
		examples: []string{"scenario save sandbox/scenarios/my-outage.yaml", "scenario save draft.yaml --name my-outage", "scenario save draft.yaml --own --account DEMO"},
		needs:    "the file of a scenario, such as my-outage.yaml", args: []flag{{name: "file", complete: files}}, account: firstAccount,
		flags: []flag{{name: "name", value: "NAME", usage: "name of the scenario; without it, that of the file"}, {name: "own", usage: "save it for one account alone, where it is active at once", kind: value(toggle)}},
		prepare: func(r *request) error {
			if r.in["own"] == true {
				r.answer = client.Activation{}
			}
			return nil
		},
		fetch: saveScenario, answer: client.ScenarioFile{}, text: `scenario {{in "saved"}}` + "\n",
	}
}

// saveScenario saves a file in the library, or for an account, where it is active at once.
func saveScenario(r *request) (any, error) {
	path := r.args[0]
	content, err := readSmall(path)
	if err != nil {
		return nil, usage{err}
	}
	name, _ := r.in["name"].(string)
	name = cmp.Or(name, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	if r.in["own"] != true {
		if err := r.client().PutScenario(r.ctx, name, string(content)); err != nil {
			return nil, ofFile(err)
		}
		r.words["saved"] = name + " is saved"
		saved, err := r.client().Scenario(r.ctx, name)
		r.program.warnOf(saved.Scenario)
		return saved, err
	}
	account, err := r.account()
	if err != nil {
		return nil, err
	}
	active, err := account.PutOwnScenario(r.ctx, name, string(content))
	if err != nil {
		return nil, ofFile(err)
	}
	r.words["saved"] = name + " of account " + account.Code + " is saved and active"
	saved, err := account.Scenario(r.ctx, name)
	r.program.warnOf(saved.Scenario)
	return active, err
}

func deleteOwnVerb() verb {
	return verb{
		use: "delete NAME", short: "Delete a scenario of your own from the library, or with --own from an account",
		examples: []string{"scenario delete my-outage", "scenario delete draft --own"},
		needs:    "the name of a scenario of your own", args: []flag{{name: "name"}}, account: firstAccount, flags: []flag{{name: "own", usage: "delete the one of an account", kind: value(toggle)}},
		prepare: findOwn, send: "DELETE /scenarios/{name}", answer: named{"deleted": "name"}, text: `scenario {{.deleted}}{{in "of"}} is deleted` + "\n",
	}
}

// ofAccount is the source of an account's own scenario.
const ofAccount = "account"

// findOwn makes the deletion one of the account's own scenario, if that is meant.
func findOwn(r *request) error {
	own := r.in["own"] == true
	r.words["of"] = ""
	if delete(r.in, "own"); !own {
		return nil
	}
	account, err := r.account()
	if err != nil {
		return err
	}
	known, err := account.Scenario(r.ctx, r.args[0])
	switch {
	case err != nil:
		return err
	case known.Source != ofAccount:
		return usage{fmt.Errorf("scenario %s is not of account %s alone; without --own it is deleted from the library", r.args[0], account.Code)}
	}
	r.words["of"] = " of account " + account.Code
	r.send, r.answer = "DELETE /accounts/{account}/scenarios/{name}", named{"deleted": "name", "account": "account"}
	return nil
}
