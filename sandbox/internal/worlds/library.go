// Package worlds reads the initial worlds of accounts: hand-written YAML files and
// a seeded generator to fill a world up to any number of orders. Both make the same
// entries, and one builder turns an entry into a whole commerce record, so
// hand-written and generated records agree in every derived field.
//
// A world is read and checked once (Library), resolved once for each seed and
// number of orders (template), and built for each account (World.Build). Names,
// references and codes are the same in every account; the merchant code and the
// dates differ, because dates are offsets from the account's clock. Generated
// orders are not kept: they are made each time the sequence is read.
//
// All chance in a record comes from a Faker of its own, seeded by the seed, the
// kind of the record and its number, so a further field or a further record does
// not change the others.
//
// The package leaves storing to boltstore, business rules to commerce, and the
// formats of moments and durations to clock.
package worlds

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/fixtures"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/anonymize"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Library returns worlds by name and reads each shipped one once. The zero
// Library is ready. It is safe for concurrent use.
type Library struct {
	Anonymize        anonymize.Key // for the replacements of personal data in orders_from
	KeepPersonalData bool          // whether it is kept

	mu    sync.Mutex
	known map[string]*World
}

// Names returns the names of the shipped worlds, sorted.
func Names() []string {
	files, _ := fs.Glob(fixtures.Files, "worlds/*.yaml") // the pattern is well-formed
	for i, file := range files {
		files[i] = strings.TrimSuffix(strings.TrimPrefix(file, "worlds/"), ".yaml")
	}
	return files
}

// Load returns the shipped world of that name, or reads the world file at a path,
// again each time. The error lists the shipped worlds or shows the fault of the
// file.
func (l *Library) Load(name string) (*World, error) {
	text, err := fixtures.Files.ReadFile("worlds/" + name + ".yaml")
	if err == nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		if w, read := l.known[name]; read {
			return w, nil
		}
		w, err := parse(source{name: name + ".yaml", text: text, limits: fileLimits}, noFiles)
		if err != nil {
			return nil, err
		}
		if l.known == nil {
			l.known = map[string]*World{}
		}
		l.known[name] = w
		return w, nil
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() { // a pipe can be read once only
		return nil, fmt.Errorf("cannot read the world: %s is no regular file", name)
	}
	text, err = os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("unknown world %q; known: %s, or the path of a YAML file", name, phrase.List(Names()...))
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the world: %w", err)
	}
	return l.Parse(text, name)
}

// Parse reads a world from the text of its file. Its errors begin with the path and show the
// line, the column and the text around each mistake.
func (l *Library) Parse(text []byte, path string) (*World, error) {
	w, err := parse(source{name: path, text: text, limits: fileLimits}, l.filesBelow(filepath.Dir(path)))
	if err == nil {
		w.personal = w.personal || w.foreign && l.KeepPersonalData
	}
	return w, err
}

// Schema returns the JSON Schema of world files, for editors. A test generates it from the
// types of a world file, and fails when the file is stale.
func Schema() []byte {
	text, _ := fixtures.Files.ReadFile("world.schema.json") // it is embedded by its name
	return text
}

// Starter returns a world file to begin with, with an entry of every kind and
// comments.
func Starter() []byte {
	text, _ := fixtures.Files.ReadFile("starter.yaml") // likewise
	return text
}
