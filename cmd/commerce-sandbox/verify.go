package main

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// verifyCmd is the command verify with its flags.
type verifyCmd struct {
	remote
	expected           client.Expectation
	count, least, most int // -1 when they are not given
	order              []string
	nothingElse        bool
	within             time.Duration
	file               string
	format             format
	expectations       client.Expectations
}

func (p *program) verify() *cobra.Command {
	v := &verifyCmd{remote: p.remote(), count: -1, least: -1, most: -1}
	c := &cobra.Command{
		Use:     "verify [ACCOUNT]",
		GroupID: groupRemote,
		Short:   "Verify that the expected calls were made, and wait for them (exit code 1 if they were not)",
		Example: examples(
			name+" verify --operation retrieve-order --at-least 1 --within 5s",
			name+" verify DEMO --where 'status == 200 and answer.Errors != \"\"' --count 0",
			name+" verify --in-order create-upsell,retrieve-order --nothing-else",
			name+" verify --file expectations.yaml",
		),
		Args: all(v.argument, v.expect),
		RunE: v.run,
	}
	v.addFlags(c)
	return c
}

func (v *verifyCmd) addFlags(c *cobra.Command) {
	v.define(c,
		v.accountFlag(firstAccount),
		flag{name: "operation", value: "ID", usage: "calls of this operation, such as search-orders", set: text(&v.expected.Operation), complete: knownNames(operations)},
		flag{name: "q", short: "q", value: "QUERY", usage: "calls that match a query, such as 'path:/orders/ status:4xx'", set: text(&v.expected.Query)},
		flag{name: "where", value: "CONDITION", usage: "calls for which a condition is true, such as 'query.Limit == \"1\" and status == 200'", set: text(&v.expected.Where)},
		flag{name: "count", value: "N", usage: "exactly so many calls", set: number(&v.count, 0)},
		flag{name: "at-least", value: "N", usage: "so many calls or more", set: number(&v.least, 0)},
		flag{name: "at-most", value: "N", usage: "so many calls or fewer", set: number(&v.most, 0)},
		flag{name: "in-order", value: "ID", many: true, usage: "calls of these operations in this order; others may lie between", set: list(&v.order), complete: knownNames(operations)},
		flag{name: "strict", usage: "allow no other call between those of --in-order", set: toggle(&v.expected.Strict)},
		flag{name: "nothing-else", usage: "allow no call that matches no expectation", set: toggle(&v.nothingElse)},
		flag{name: "within", value: "DURATION", usage: "how long to wait for calls that are still to come, at most 30s; without it, not at all", set: duration(&v.within)},
		flag{name: "file", value: "FILE", usage: "one expectation or several in JSON or YAML, in place of the flags", set: text(&v.file), complete: files},
		formatFlag(&v.format),
	)
	for _, name := range []string{"operation", "q", "where", "count", "at-least", "at-most", "in-order", "strict"} {
		c.MarkFlagsMutuallyExclusive("file", name)
	}
}

// argument takes the account as an argument too, because a verification is about one.
func (r *remote) argument(c *cobra.Command, args []string) error {
	switch {
	case len(args) > 1:
		return fmt.Errorf("%s takes one account, got %q", c.Name(), strings.Join(args, " "))
	case len(args) == 1 && r.code != "" && r.code != args[0]:
		return fmt.Errorf("give the account once, got %s and --account %s", args[0], r.code)
	case len(args) == 1:
		r.code = args[0]
	}
	return nil
}

// expect reads the expectations.
func (v *verifyCmd) expect(*cobra.Command, []string) error {
	if v.file != "" {
		return v.readFile()
	}
	e := v.ofFlags()
	v.expectations = client.Expectations{NothingElse: v.nothingElse, Within: v.within}
	if !reflect.ValueOf(e).IsZero() {
		v.expectations.Expectations = []client.Expectation{e}
	} else if !v.nothingElse {
		return errors.New("say what is expected, such as --operation retrieve-order --at-least 1, or --file FILE")
	}
	return nil
}

// readFile reads the expectations of --file. Flags win over it.
func (v *verifyCmd) readFile() error {
	all, err := readAs(v.file, sandbox.ReadExpectations)
	all.NothingElse = all.NothingElse || v.nothingElse
	if v.within != 0 {
		all.Within = v.within
	}
	v.expectations = all
	return err
}

// ofFlags returns the expectation of the flags.
func (v *verifyCmd) ofFlags() client.Expectation {
	e := v.expected
	for _, id := range v.order {
		e.InOrder = append(e.InOrder, client.Step{Operation: id})
	}
	for _, n := range []struct {
		given int
		field **int
	}{{v.count, &e.Count}, {v.least, &e.AtLeast}, {v.most, &e.AtMost}} {
		if n.given >= 0 {
			*n.field = &n.given
		}
	}
	return e
}

func (v *verifyCmd) run(c *cobra.Command, _ []string) error {
	account, err := v.account(c.Context())
	if err != nil {
		return err
	}
	found, err := account.VerifyAll(c.Context(), v.expectations)
	if err != nil {
		return err
	}
	if v.format != asText {
		err = v.program.print(v.format, found)
	} else {
		_, err = io.WriteString(v.program.stdout, visible(found.Text()))
	}
	if err == nil && !found.Verified {
		err = errors.New("not verified")
	}
	return err
}
