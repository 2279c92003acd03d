package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// completionTime is how long a shell waits for the running sandbox after the
// tab key.
const completionTime = 500 * time.Millisecond

// words completes one of a few words.
func words[T ~string](choices ...T) cobra.CompletionFunc {
	var texts []cobra.Completion
	for _, choice := range choices {
		texts = append(texts, string(choice))
	}
	return cobra.FixedCompletions(texts, cobra.ShellCompDirectiveNoFileComp)
}

// knownNames completes one of the names that pick selects from all names.
func knownNames(pick func(sandbox.Names) []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return pick(sandbox.KnownNames()), cobra.ShellCompDirectiveNoFileComp
	}
}

// files completes the path of a file.
func files(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// folders completes the path of a folder.
func folders(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// checkedPaths completes the path of a YAML file or a data file.
func checkedPaths(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{"yaml", "yml", "db"}, cobra.ShellCompDirectiveFilterFileExt
}

// completions completes what find returns from the running sandbox. A sandbox
// that does not answer in time completes nothing.
func (r *remote) completions(find func(context.Context) ([]cobra.Completion, error)) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		_ = r.program.resolve(c) // faults of other flags do not matter here
		if r.findURL(c, args) != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		ctx, cancel := context.WithTimeout(c.Context(), completionTime)
		defer cancel()
		found, err := find(ctx)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	}
}

// firstArgument completes the first argument only.
func firstArgument(complete cobra.CompletionFunc) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(c, args, text)
	}
}

// accounts finds the vendor codes of all accounts.
func (r *remote) accounts(ctx context.Context) (found []cobra.Completion, err error) {
	all, err := r.client().Accounts(ctx)
	for _, a := range all {
		found = append(found, cobra.CompletionWithDesc(a.VendorCode, "world "+a.World))
	}
	return found, err
}

// scenarios finds the names of all scenarios.
func (r *remote) scenarios(ctx context.Context) (found []cobra.Completion, err error) {
	all, err := r.client().Scenarios(ctx)
	for _, s := range all {
		found = append(found, cobra.CompletionWithDesc(s.Name, s.Summary))
	}
	return found, err
}

// activeScenarios finds the names of the scenarios that are active for the
// account.
func (r *remote) activeScenarios(ctx context.Context) (found []cobra.Completion, err error) {
	account, err := r.account(ctx)
	if err != nil {
		return nil, err
	}
	active, err := account.ActiveScenarios(ctx)
	for _, s := range active {
		found = append(found, cobra.CompletionWithDesc(s.Name, s.Summary))
	}
	return found, err
}

// operations finds the ids of all operations.
func (r *remote) operations(ctx context.Context) (found []cobra.Completion, err error) {
	all, err := r.client().Operations(ctx)
	for _, o := range all {
		found = append(found, cobra.CompletionWithDesc(o.ID, o.Summary))
	}
	return found, err
}

// worlds finds the names of the worlds that an account can start with.
func (r *remote) worlds(ctx context.Context) (found []cobra.Completion, err error) {
	all, err := r.client().Worlds(ctx)
	for _, w := range all {
		found = append(found, cobra.CompletionWithDesc(w.Name, w.Summary))
	}
	return found, err
}

// answers finds the answers to the open questions, each as ID=ANSWER.
func (r *remote) answers(ctx context.Context) (found []cobra.Completion, err error) {
	all, err := r.client().Questions(ctx)
	for _, q := range all {
		for _, choice := range q.Choices {
			found = append(found, cobra.CompletionWithDesc(q.ID+"="+choice.Answer, choice.Meaning))
		}
	}
	return found, err
}

// features finds the values of --feature.
func (r *remote) features(ctx context.Context) (found []cobra.Completion, err error) {
	catalog, err := r.client().Catalog(ctx)
	for _, f := range catalog.Features {
		for _, value := range switched([]string{f.Feature}) {
			found = append(found, cobra.CompletionWithDesc(value, f.Summary))
		}
	}
	return found, err
}

// completeQuery completes the last term of a query over calls.
func (r *remote) completeQuery(c *cobra.Command, args []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
	find := r.completions(func(ctx context.Context) (found []cobra.Completion, err error) {
		known, err := r.client().QueryFields(ctx, "calls")
		return completeTerm(text, known.Fields), err
	})
	found, directive := find(c, args, text)
	return found, directive | cobra.ShellCompDirectiveNoSpace
}

// completeTerm completes the last term of a query: the name of a field, or after
// its colon a value.
func completeTerm(text string, fields []client.QueryField) (found []cobra.Completion) {
	at := strings.LastIndexByte(text, ' ') + 1
	if strings.HasPrefix(text[at:], "-") {
		at++
	}
	name, _, isNamed := strings.Cut(text[at:], ":")
	for _, field := range fields {
		start, isGroup := strings.CutSuffix(field.Name, "NAME")
		switch {
		case isNamed && field.Name == name:
			for _, value := range field.Values {
				found = append(found, text[:at]+name+":"+value)
			}
		case !isNamed && isGroup:
			found = append(found, cobra.CompletionWithDesc(text[:at]+start, field.Meaning))
		case !isNamed:
			found = append(found, cobra.CompletionWithDesc(text[:at]+start+":", field.Meaning))
		}
	}
	return found
}
