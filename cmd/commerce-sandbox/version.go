package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

func versionVerb() verb {
	return verb{
		use: "version", short: "Print version, commit and toolchain of the program", examples: []string{"version", "version --format json"}, local: true,
		fetch: func(r *request) (any, error) {
			info, _ := debug.ReadBuildInfo()
			r.words["built"] = build(info).String() // as --version prints it
			return build(info), nil
		},
		answer: built{}, text: name + ` version {{in "built"}}` + "\n",
	}
}

// built is how the program was built.
type built struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Changed bool   `json:"changed"` // whether the source differed from the commit
	Go      string `json:"go"`
	System  string `json:"system"` // such as linux/amd64
}

// build returns the build of info, or of nil.
func build(info *debug.BuildInfo) built {
	b := built{Version: "(devel)", Commit: "unknown", Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	if info == nil {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Changed = s.Value == "true"
		}
	}
	return b
}

func (b built) String() string {
	state := ""
	if b.Changed {
		state = ", with changes"
	}
	return fmt.Sprintf("%s (commit %s%s, %s %s)", b.Version, b.Commit, state, b.Go, b.System)
}
