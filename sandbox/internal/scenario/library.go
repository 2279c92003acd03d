package scenario

import (
	"io/fs"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// LibraryOptions configure a Library. The zero value has the shipped scenarios and no folder.
type LibraryOptions struct {
	// Folder is the folder of the user's scenario files, or "".
	Folder string

	// Log gets a line for each read, removed or broken file, and for each reading
	// with changes; nil discards it.
	Log *slog.Logger

	// Changed is called after every change of the library with the changed
	// scenarios; it may be nil.
	Changed func([]client.LibraryEvent)

	// Ticks says when to look at the folder; nil is four times a second.
	Ticks <-chan time.Time
}

// Library finds scenarios by name. Finding takes no lock; all methods may be
// called at once.
type Library struct {
	options  LibraryOptions
	writing  sync.Mutex // held while new contents are made
	contents atomic.Pointer[collection]
	watch    *watch // nil when no folder is watched
}

// NewLibrary returns a library of the shipped scenarios. Start reads the
// folder.
func NewLibrary(options LibraryOptions) *Library {
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	if options.Changed == nil {
		options.Changed = func([]client.LibraryEvent) {}
	}
	codes := map[string]definition{}
	for _, code := range documentedCodes() {
		codes[string(code)] = definition{scenario: failing(code)}
	}
	l := &Library{options: options}
	l.contents.Store(&collection{shipped: shipped(), own: map[string]definition{}, codes: codes})
	return l
}

// Find returns the scenario with the name. A bare error code is a name too. The
// error is an *UnknownError or a *BrokenError.
func (l *Library) Find(name string) (*Scenario, error) { return l.contents.Load().find(name) }

// Entry returns the scenario with the name as List does. The error is an *UnknownError.
func (l *Library) Entry(name string) (Entry, error) { return l.contents.Load().entry(name) }

// Source returns where the scenario with the name comes from, "" when unknown.
func (l *Library) Source(name string) Source { return l.contents.Load().source(name) }

// List returns every scenario by name, broken files included, and then the bare
// error codes.
func (l *Library) List() []Entry { return l.contents.Load().entries() }

// Put adds or replaces a scenario of the user's own. The error shows the faults
// of the text, or is a *TakenError. The library keeps the scenario in memory
// only; the caller stores it.
func (l *Library) Put(name string, text []byte) (*Scenario, error) {
	scenario, err := Parse(name, text)
	if err == nil {
		err = l.put(scenario)
	}
	return scenario, err
}

// Carry is Put for a text of Texts. Its bodies are read from files.
func (l *Library) Carry(text Text, files fs.FS) error {
	scenario, err := parse(text.Name, []byte(text.YAML), bodiesIn(files))
	if err != nil {
		return err
	}
	return l.put(scenario)
}

func (l *Library) put(scenario *Scenario) error {
	return l.change(func(c *collection) ([]client.LibraryEvent, error) {
		name := scenario.Name
		if err := c.checkFree(name); err != nil {
			return nil, err
		}
		c.own = maps.Clone(c.own)
		c.own[name] = definition{scenario: scenario, text: scenario.Text}
		return []client.LibraryEvent{{Name: name, Change: client.ChangeSaved}}, nil
	})
}

// Delete removes a scenario of the user's own. The error is a *TakenError or an
// *UnknownError.
func (l *Library) Delete(name string) error {
	return l.change(func(c *collection) ([]client.LibraryEvent, error) {
		if err := c.checkFree(name); err != nil {
			return nil, err
		}
		if _, ok := c.own[name]; !ok {
			return nil, &UnknownError{Name: name, Nearest: nearest(name, slices.Collect(maps.Keys(c.own)))}
		}
		c.own = maps.Clone(c.own)
		delete(c.own, name)
		return []client.LibraryEvent{{Name: name, Change: client.ChangeDeleted}}, nil
	})
}

// change replaces the contents by an altered copy and reports the changes.
func (l *Library) change(alter func(*collection) ([]client.LibraryEvent, error)) error {
	l.writing.Lock()
	next := *l.contents.Load()
	changes, err := alter(&next)
	if err == nil {
		l.contents.Store(&next)
	}
	l.writing.Unlock()
	if err == nil {
		l.options.Changed(changes)
	}
	return err
}
