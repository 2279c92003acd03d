package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// scenarioOnCmd is the command scenario on with its flags.
type scenarioOnCmd struct {
	remote
	limits    client.ActivationLimits
	operation string
	format    format
}

func (p *program) scenarioOn() *cobra.Command {
	s := &scenarioOnCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:   "on NAME",
		Short: "Activate a scenario, or a bare error code, for an account",
		Example: examples(
			name+" scenario on slow",
			name+" scenario on customer-orders-forbidden --times 1",
			name+" scenario on FORBIDDEN --for 30s",
			name+" scenario on FORBIDDEN --operation customer-orders",
		),
		Args:              oneArgument("the name of a scenario or an error code, such as slow or FORBIDDEN"),
		ValidArgsFunction: firstArgument(knownNames(scenarios)),
		RunE:              s.run,
	}
	s.addFlags(c)
	return c
}

func (s *scenarioOnCmd) addFlags(c *cobra.Command) {
	s.define(c,
		s.accountFlag(firstAccount),
		flag{name: "times", value: "N", usage: "number of calls that it affects; without it, any number", set: number(&s.limits.Times, 1)},
		flag{name: "for", value: "DURATION", usage: "how long it stays active; without it, until it is deactivated", set: s.setFor},
		flag{name: "operation", value: "ID", usage: "of an error code: only calls of this operation", set: text(&s.operation), complete: knownNames(operations)},
		formatFlag(&s.format),
	)
}

func (s *scenarioOnCmd) setFor(given string) error {
	err := duration(&s.limits.For)(given)
	if err == nil && s.limits.For == 0 {
		err = errors.New("must be longer than 0s")
	}
	return err
}

func (s *scenarioOnCmd) run(c *cobra.Command, args []string) error {
	account, err := s.account(c.Context())
	if err != nil {
		return err
	}
	named, err := s.find(c.Context(), account, args[0])
	if err != nil {
		return err
	}
	s.program.warnOf(named.Scenario)
	if err := account.Activate(c.Context(), named.Name, s.limits); err != nil {
		return err
	}
	if s.format == asJSON {
		return s.program.writeActive(c.Context(), account)
	}
	if _, err = fmt.Fprintf(s.program.stdout, "%s is active for account %s %s; it can affect %s\n", named.Name, account.Code, s.limitsInWords(), named.affects()); err != nil {
		return err
	}
	return s.warn(c.Context(), account, named.Name)
}

// warnOf prints the warnings about a scenario.
func (p *program) warnOf(s client.Scenario) {
	for _, w := range s.Warnings {
		fmt.Fprintf(p.stderr, "warning: %s, line %d: %s\n", s.Name, w.Line, w.Message)
	}
}

func (s *scenarioOnCmd) limitsInWords() string {
	var ends []string
	if s.limits.Times > 0 {
		ends = append(ends, "for "+count(s.limits.Times, "call"))
	}
	if s.limits.For > 0 {
		ends = append(ends, "for "+s.limits.For.String())
	}
	return cmp.Or(strings.Join(ends, " or "), "until it is deactivated")
}

// namedScenario is a scenario to activate.
type namedScenario struct{ client.Scenario }

// affects lists the operations the scenario can affect.
func (n namedScenario) affects() string {
	switch {
	case len(n.Operations) > maxNamed:
		return fmt.Sprintf("%d operations", len(n.Operations))
	case len(n.Operations) == 0:
		return "every operation that it depends on"
	}
	return strings.Join(n.Operations, ", ")
}

// maxNamed is how many operations a line names.
const maxNamed = 8

// find finds the account's scenario of a name. An error code for one operation is the scenario of
// the two.
func (s *scenarioOnCmd) find(ctx context.Context, account *client.Account, name string) (namedScenario, error) {
	if s.operation != "" {
		if !errorCode.MatchString(name) {
			return namedScenario{}, usage{fmt.Errorf("--operation bounds an error code such as FORBIDDEN; the file of scenario %s says itself what it affects", name)}
		}
		if _, err := s.client().Operation(ctx, s.operation); err != nil {
			return namedScenario{}, usage{err}
		}
		name = s.operation + "-" + strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	}
	found, err := account.Scenario(ctx, name)
	return namedScenario{found.Scenario}, err
}

// errorCode is how error codes are spelled, and names of scenarios are not.
var errorCode = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)

// writeActive writes the active scenarios of an account as JSON.
func (p *program) writeActive(ctx context.Context, account *client.Account) error {
	active, err := account.ActiveScenarios(ctx)
	if err != nil {
		return err
	}
	return p.writeJSON(map[string]any{"scenarios": append([]client.Activation{}, active...), "total": len(active)})
}

// warn names the rules overruled by the active scenario.
func (s *scenarioOnCmd) warn(ctx context.Context, account *client.Account, name string) error {
	active, err := account.ActiveScenarios(ctx)
	if err != nil {
		return err
	}
	for _, a := range active {
		for _, text := range a.Overrules {
			if a.Name == name {
				_, _ = fmt.Fprintln(s.program.stderr, "warning: "+text) // the result is written already
			}
		}
	}
	return nil
}
