package sandbox

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// Project is a project file's description of its sandbox. A field without a value
// leaves the decision to flags and variables.
type Project struct {
	Listen        string            `yaml:"listen"`         // where the sandbox listens
	Account       string            `yaml:"account"`        // vendor code of the account of commands, and of the first one of serve
	World         string            `yaml:"world"`          // the name of a shipped one, or a file below the folder of the project
	Seed          int64             `yaml:"seed"`           // at least 1
	Scenarios     string            `yaml:"scenarios"`      // a folder below the project's
	Answers       map[string]string `yaml:"assume"`         // answers by open question
	TokenVariable string            `yaml:"token_variable"` // the variable with the control token, SANDBOX_… or COMMERCE_…
}

// projectLimits bound the file of a project.
var projectLimits = yamltext.Limits{Bytes: 64 << 10, Marks: 2_000}

var tokenVariable = regexp.MustCompile(`^(SANDBOX|COMMERCE)_[A-Z0-9_]+$`)

// ReadProject reads the file of a project in YAML. The error has every fault, unknown
// keys too, with its line and column.
func ReadProject(text []byte) (Project, error) {
	var p Project
	file, err := yamltext.Read(text, projectLimits)
	if err != nil || len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return p, err // a file of comments alone says nothing
	}
	if len(file.Docs) > 1 {
		return p, errors.New("the file must have one document")
	}
	if err := yamltext.Decode(file.Docs[0].Body, &p, nil); err != nil {
		return p, err
	}
	var faults []error
	if p.Seed < 0 {
		faults = append(faults, fmt.Errorf("seed must be at least 1, got %d", p.Seed))
	}
	if p.TokenVariable != "" && !tokenVariable.MatchString(p.TokenVariable) {
		faults = append(faults, fmt.Errorf("token_variable must be the name of a variable that begins with SANDBOX_ or COMMERCE_, got %q", p.TokenVariable))
	}
	return p, errors.Join(faults...)
}

// OwnWorld reports whether the world is a file and not a shipped one.
func (p Project) OwnWorld() bool { return p.World != "" && !slices.Contains(worlds.Names(), p.World) }

// Assumptions returns the answers as --assume takes them, sorted.
func (p Project) Assumptions() []string {
	var list []string
	for _, id := range slices.Sorted(maps.Keys(p.Answers)) {
		list = append(list, id+"="+p.Answers[id])
	}
	return list
}

// StarterProject returns the file of a project to begin with, every key in a comment.
func StarterProject() string {
	return `# What commerce-sandbox does in this folder and below it. A flag wins over a variable,
# a variable over this file, and this file over the default.

# Where serve listens, and where the other commands find the sandbox.
# listen: 127.0.0.1:8080

# Vendor code of the account that the commands use, and of the first one that serve opens.
# account: DEMO

# What accounts start with: default, paging, empty, or a YAML file below this folder.
# world: default

# Seed of data, ids and chance.
# seed: 1

# Folder of scenario files below this one, read again when a file changes.
# scenarios: sandbox/scenarios

# Answers to open questions; commerce-sandbox questions lists them.
# assume:
#   search-status: "200"

# Name of the variable that has the control token, never the token itself.
# token_variable: SANDBOX_CONTROL_TOKEN
`
}
