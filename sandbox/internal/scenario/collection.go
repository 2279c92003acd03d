package scenario

import (
	"cmp"
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Source is where a scenario comes from.
type Source string

// The sources of scenarios.
const (
	FromSandbox Source = "shipped"
	FromFolder  Source = "folder"
	FromOwn     Source = "own"
	FromAccount Source = "account" // of one account alone
	FromCode    Source = "code"    // a bare error code
)

// Entry is one scenario as lists show it.
type Entry struct {
	Name       string
	Summary    string
	Operations []catalog.OperationID // that it can change
	Source     Source
	Error      string // why its file cannot be read at present, or ""
	Group      client.Group

	Scenario *Scenario // nil for a file that never could be read
}

// collection is the contents of a library at one moment. It never changes.
type collection struct {
	shipped map[string]definition
	folder  map[string]definition
	own     map[string]definition
	account map[string]definition // of one account, in the collection of its director
	codes   map[string]definition

	sight  sight // of the folder, as it was read last
	steady bool  // whether it was the same at the reading before
}

// definition is one scenario of a source. When its file breaks, it keeps the
// last good scenario.
type definition struct {
	scenario *Scenario // nil when the file never could be read
	err      error
	text     string // as read last, good or not
}

type source struct {
	name        Source
	definitions map[string]definition
}

// sources returns the sources in the order in which they win.
func (c *collection) sources() [5]source {
	return [5]source{{FromAccount, c.account}, {FromFolder, c.folder}, {FromOwn, c.own}, {FromSandbox, c.shipped}, {FromCode, c.codes}}
}

func (c *collection) find(name string) (*Scenario, error) {
	d, source := c.definition(name)
	switch {
	case source == "":
		return nil, c.unknownError(name)
	case d.scenario == nil:
		return nil, &BrokenError{Name: name, Err: d.err}
	}
	return d.scenario, nil
}

// entry returns the scenario of a name as lists show it. The error is an *UnknownError.
func (c *collection) entry(name string) (Entry, error) {
	d, source := c.definition(name)
	if source == "" {
		return Entry{}, c.unknownError(name)
	}
	return d.entry(name, source), nil
}

func (c *collection) unknownError(name string) error {
	return &UnknownError{Name: name, Nearest: nearest(name, c.names())}
}

// definition returns the scenario of a name and where it comes from, "" when unknown.
func (c *collection) definition(name string) (definition, Source) {
	for _, source := range c.sources() {
		if d, ok := source.definitions[name]; ok {
			return d, source.name
		}
	}
	return definition{}, ""
}

// source returns where the scenario of a name comes from, "" when unknown.
func (c *collection) source(name string) Source {
	_, source := c.definition(name)
	return source
}

func (c *collection) names() []string {
	var names []string
	for _, source := range c.sources() {
		names = slices.AppendSeq(names, maps.Keys(source.definitions))
	}
	return names
}

func (c *collection) entries() []Entry {
	var entries []Entry
	listed := map[string]bool{}
	for _, source := range c.sources() {
		for name, d := range source.definitions {
			if !listed[name] {
				listed[name] = true
				entries = append(entries, d.entry(name, source.name))
			}
		}
	}
	isCode := func(e Entry) int {
		if e.Source == FromCode {
			return 1
		}
		return 0
	}
	slices.SortFunc(entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(isCode(a), isCode(b)), cmp.Compare(a.Name, b.Name))
	})
	return entries
}

func (d definition) entry(name string, source Source) Entry {
	e := Entry{Name: name, Source: source, Group: d.scenario.group(source), Scenario: d.scenario}
	if d.scenario != nil {
		e.Summary, e.Operations = d.scenario.Summary, d.scenario.Operations()
	}
	if d.err != nil {
		e.Error = d.err.Error()
	}
	return e
}

// checkFree returns a *TakenError when a user cannot put or delete a scenario
// with the name.
func (c *collection) checkFree(name string) error {
	if _, ok := c.folder[name]; ok {
		return &TakenError{Name: name, Source: FromFolder}
	}
	if _, ok := c.shipped[name]; ok {
		return &TakenError{Name: name, Source: FromSandbox}
	}
	return nil
}
