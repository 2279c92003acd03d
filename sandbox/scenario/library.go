package scenario

import (
	"cmp"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// Source is where a scenario comes from.
type Source string

// The sources of scenarios.
const (
	FromSandbox Source = "shipped"
	FromFolder  Source = "folder"
	FromOwn     Source = "own"
	FromCode    Source = "code" // a bare error code
)

// Entry is one scenario as lists show it.
type Entry struct {
	Name       string
	Summary    string
	Operations []catalog.OperationID // those it can change
	Source     Source
	Error      string // why its file cannot be read at present, or ""
}

// LibraryOptions are what a Library is made from. The zero value has the scenarios
// that ship and no folder.
type LibraryOptions struct {
	// Folder is the folder of the user's scenario files, or "".
	Folder string

	// Log hears of files that come, go and break; nil discards it.
	Log *slog.Logger

	// Changed is called after every change of the library; it may be nil.
	Changed func()

	// After waits for changes of the folder to settle; nil is time.After.
	After func(time.Duration) <-chan time.Time
}

// Library is where scenarios are found by name. Finding takes no lock; all
// methods may be used at once.
type Library struct {
	options LibraryOptions
	writing sync.Mutex // held while a new shelf is made
	shelf   atomic.Pointer[shelf]
	watch   *watch // nil when no folder is watched
}

// shelf is the library at one moment. It never changes.
type shelf struct {
	shipped map[string]book
	folder  map[string]book
	own     map[string]book
	codes   map[string]book
}

// book is one scenario of a shelf. A file that broke keeps what it last said.
type book struct {
	scenario *Scenario // nil when it never could be read
	err      error
	text     string // what was read last, good or not
}

// NewLibrary returns a library of what ships. Start reads the folder.
func NewLibrary(options LibraryOptions) *Library {
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	if options.Changed == nil {
		options.Changed = func() {}
	}
	if options.After == nil {
		options.After = time.After
	}
	l := &Library{options: options}
	l.shelf.Store(&shelf{shipped: shipped(), codes: codes()})
	return l
}

// Find returns the scenario of that name, or the one a bare error code means.
// The error is an *UnknownError or a *BrokenError.
func (l *Library) Find(name string) (*Scenario, error) { return l.shelf.Load().find(name) }

func (s *shelf) find(name string) (*Scenario, error) {
	for _, source := range s.sources() {
		if b, ok := source.books[name]; ok {
			if b.scenario == nil {
				return nil, &BrokenError{Name: name, Err: b.err}
			}
			return b.scenario, nil
		}
	}
	return nil, &UnknownError{Name: name, Nearest: nearest(name, s.names())}
}

type source struct {
	name  Source
	books map[string]book
}

// sources are in the order in which they win.
func (s *shelf) sources() [4]source {
	return [4]source{{FromFolder, s.folder}, {FromOwn, s.own}, {FromSandbox, s.shipped}, {FromCode, s.codes}}
}

func (s *shelf) names() []string {
	var names []string
	for _, source := range s.sources() {
		names = slices.AppendSeq(names, maps.Keys(source.books))
	}
	return names
}

// Source returns where the scenario of that name comes from, "" when unknown.
func (l *Library) Source(name string) Source {
	for _, source := range l.shelf.Load().sources() {
		if _, ok := source.books[name]; ok {
			return source.name
		}
	}
	return ""
}

// List returns every scenario by name, broken files included. Bare error codes
// are left out: the catalogue lists them.
func (l *Library) List() []Entry {
	var entries []Entry
	seen := map[string]bool{}
	for _, source := range l.shelf.Load().sources() {
		if source.name == FromCode {
			continue
		}
		for name, b := range source.books {
			if !seen[name] {
				seen[name] = true
				entries = append(entries, b.entry(name, source.name))
			}
		}
	}
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	return entries
}

func (b book) entry(name string, source Source) Entry {
	e := Entry{Name: name, Source: source}
	if b.scenario != nil {
		e.Summary, e.Operations = b.scenario.Summary, b.scenario.Operations()
	}
	if b.err != nil {
		e.Error = b.err.Error()
	}
	return e
}

// Put adds or replaces a scenario of a person's own. The error shows the faults
// of the text, or is a *TakenError. It is the caller who keeps own scenarios
// over a restart.
func (l *Library) Put(name string, text []byte) (*Scenario, error) {
	scenario, err := Parse(name, text)
	if err != nil {
		return nil, err
	}
	err = l.change(func(s *shelf) error {
		if err := s.refuseTaken(name); err != nil {
			return err
		}
		s.own = maps.Clone(s.own)
		if s.own == nil {
			s.own = map[string]book{}
		}
		s.own[name] = book{scenario: scenario, text: scenario.Text}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return scenario, nil
}

// Delete removes a scenario of a person's own. The error is a *TakenError or an
// *UnknownError.
func (l *Library) Delete(name string) error {
	return l.change(func(s *shelf) error {
		if err := s.refuseTaken(name); err != nil {
			return err
		}
		if _, ok := s.own[name]; !ok {
			return &UnknownError{Name: name, Nearest: nearest(name, slices.Collect(maps.Keys(s.own)))}
		}
		s.own = maps.Clone(s.own)
		delete(s.own, name)
		return nil
	})
}

func (s *shelf) refuseTaken(name string) error {
	if _, ok := s.folder[name]; ok {
		return &TakenError{Name: name, Source: FromFolder}
	}
	if _, ok := s.shipped[name]; ok {
		return &TakenError{Name: name, Source: FromSandbox}
	}
	return nil
}

// change makes a new shelf out of the present one and tells of it.
func (l *Library) change(alter func(*shelf) error) error {
	l.writing.Lock()
	next := *l.shelf.Load()
	err := alter(&next)
	if err == nil {
		l.shelf.Store(&next)
	}
	l.writing.Unlock()
	if err == nil {
		l.options.Changed()
	}
	return err
}

func codes() map[string]book {
	books := map[string]book{}
	for _, code := range documentedCodes() {
		if scenario, ok := failing(code); ok {
			books[string(code)] = book{scenario: scenario}
		}
	}
	return books
}
