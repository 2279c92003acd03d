package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

func (p *program) version() verb {
	return verb{
		name:     "version",
		summary:  "Prints version, commit and toolchain of the program",
		examples: []string{name + " version"},
		run: func(context.Context) error {
			info, _ := debug.ReadBuildInfo()
			_, err := fmt.Fprintln(p.stdout, build(info))
			return err
		},
	}
}

// build describes how the program was built; info is nil when it was built
// without a record of that.
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
	return fmt.Sprintf("%s %s (commit %s%s, %s %s/%s)", name, version, commit, state, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
