// Package fixtures is the worlds an account can start with: hand-written YAML,
// embedded, and a seeded generator that fills a world up to any number of
// orders. Both make the same entries, and one builder turns an entry into a
// whole commerce record, so that hand-written and generated records agree in
// every derived field.
//
// A world is read and checked once (Parse), drawn once for each seed and number
// of orders, and built for each account (World.Build): names, references and
// codes are the same in every account, only the merchant code and the dates
// differ, since dates are offsets from the account's clock. Generated orders are
// not kept: each is made again as it is pulled from the sequence.
//
// All that is random of a record comes from one Faker of its own, derived from
// the seed, the kind of the record and its number, so that a further field, or
// a further record, does not shift the others.
//
// The package leaves storing to boltstore, business rules to commerce, and what
// a moment or a duration looks like to clock.
package worlds

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/fixtures"
)

// Library hands out worlds by name and reads each shipped one once. The zero
// Library is ready; its methods may be used at once.
type Library struct {
	mu    sync.Mutex
	known map[string]*World
}

// Names are the shipped worlds, in order.
func Names() []string {
	files, _ := fs.Glob(fixtures.Files, "worlds/*.yaml") // the pattern is well-formed
	for i, file := range files {
		files[i] = strings.TrimSuffix(strings.TrimPrefix(file, "worlds/"), ".yaml")
	}
	return files
}

// Load returns the shipped world of that name, or reads the world in the file
// at that path, each time anew. The error says which worlds there are, or shows
// what is wrong with the file.
func (l *Library) Load(name string) (*World, error) {
	text, err := fixtures.Files.ReadFile("worlds/" + name + ".yaml")
	if err == nil {
		return l.shipped(name, text)
	}
	text, err = os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no world %q: it is one of %s, or the path of a YAML file", name, strings.Join(Names(), ", "))
	}
	if err != nil {
		return nil, fmt.Errorf("the world cannot be read: %w", err)
	}
	return Parse(text, name)
}

func (l *Library) shipped(name string, text []byte) (*World, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w, read := l.known[name]; read {
		return w, nil
	}
	w, err := Parse(text, name+".yaml")
	if err != nil {
		return nil, err
	}
	if l.known == nil {
		l.known = map[string]*World{}
	}
	l.known[name] = w
	return w, nil
}
