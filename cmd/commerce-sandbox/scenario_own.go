package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func ownFlag(usage string) flag { return flag{name: "own", usage: usage, kind: value(toggle)} }

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
		flags: []flag{{name: "name", value: "NAME", usage: "name of the scenario; without it, that of the file"}, ownFlag("save it for one account alone, where it is active at once")},
		prepare: func(r *request) error {
			if r.in["own"] == true {
				r.answer = client.Activation{}
			}
			return nil
		},
		fetch: saveScenario, answer: client.ScenarioFile{}, text: `scenario {{in "saved"}}` + "\n",
	}
}

// saveScenario saves the file of the argument in the library, or for an account, where it is
// active at once.
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
		needs:    "the name of a scenario of your own", args: []flag{{name: "name"}}, account: firstAccount, flags: []flag{ownFlag("delete the one of an account")},
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
