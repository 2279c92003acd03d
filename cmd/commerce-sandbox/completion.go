package main

import (
	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// words completes one of a few words.
func words[T ~string](choices ...T) cobra.CompletionFunc {
	var texts []cobra.Completion
	for _, choice := range choices {
		texts = append(texts, string(choice))
	}
	return cobra.FixedCompletions(texts, cobra.ShellCompDirectiveNoFileComp)
}

// knownNames completes one of the names selected by pick.
func knownNames(pick func(sandbox.Names) []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return pick(sandbox.KnownNames()), cobra.ShellCompDirectiveNoFileComp
	}
}

func scenarios(n sandbox.Names) []string  { return n.Scenarios }
func operations(n sandbox.Names) []string { return n.Operations }
func answers(n sandbox.Names) []string    { return n.Answers }

// features returns the values of --feature.
func features(n sandbox.Names) (values []string) {
	for _, feature := range n.Features {
		values = append(values, feature+"=on", feature+"=off")
	}
	return values
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

// firstArgument completes the first argument only.
func firstArgument(complete cobra.CompletionFunc) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(c, args, text)
	}
}
