package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (p *program) version() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		GroupID: groupLocal,
		Short:   "Print version, commit and toolchain of the program",
		Example: examples(name + " version"),
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(p.stdout, "%s version %s\n", name, c.Root().Version) // as --version prints it
			return err
		},
	}
}

// build describes how the program was built. Info may be nil.
func build(info *debug.BuildInfo) string {
	version, commit, state := "(devel)", "unknown", ""
	if info != nil && info.Main.Version != "" {
		version = info.Main.Version
	}
	if info != nil {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				state = ", with changes"
			}
		}
	}
	return fmt.Sprintf("%s (commit %s%s, %s %s/%s)", version, commit, state, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
