package scenario

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/scenarios"
)

// extensions are the extensions of scenario files in lower case, the usual one
// first.
var extensions = []string{".yaml", ".yml"}

// shipped returns the scenarios that ship. They never change, so all libraries
// of a process share one reading.
var shipped = sync.OnceValue(func() map[string]definition {
	definitions, err := readFolder(scenarios.Files, bodyFiles{}, nil)
	if err != nil {
		panic(fmt.Sprintf("the embedded scenarios cannot be read: %v", err))
	}
	return definitions
})

// readFolder reads every scenario file of a folder, not of folders within it, and the
// bodies named in them. A broken or unchanged file keeps its previous scenario.
func readFolder(folder fs.FS, bodies bodyFiles, before map[string]definition) (map[string]definition, error) {
	files, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	definitions := map[string]definition{}
	byName := filesOf(files)
	for _, name := range slices.Sorted(maps.Keys(byName)) { // in one order, because their bodies share a bound
		files := byName[name]
		if len(files) > 1 {
			definitions[name] = definition{err: errTwice(name, files)}
			continue
		}
		text, err := readFile(folder, files[0])
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed after the folder was listed
		}
		definitions[name] = before[name].reread(name, text, bodies, err)
	}
	return definitions, nil
}

// filesOf returns the scenario files of a folder, by the names of their scenarios.
func filesOf(folder []fs.DirEntry) map[string][]string {
	files := map[string][]string{}
	for _, entry := range folder {
		if name, isScenario := NameOf(entry.Name()); isScenario && !entry.IsDir() {
			files[name] = append(files[name], entry.Name())
		}
	}
	return files
}

func errTwice(name string, files []string) error {
	return fmt.Errorf("the folder has scenario %s twice, as %s; remove one", name, phrase.List(files...))
}

// NameOf returns the name of a file's scenario. It reports false for another extension
// and for hidden files, because editors leave them behind.
func NameOf(file string) (string, bool) {
	extension := filepath.Ext(file)
	return strings.TrimSuffix(file, extension), slices.Contains(extensions, strings.ToLower(extension)) && !isHidden(file)
}

func isHidden(file string) bool { return strings.HasPrefix(file, ".") }

// InFolder reports whether a folder has the file of a scenario.
func InFolder(folder, name string) bool { return len(filesIn(folder)[name]) > 0 }

func filesIn(folder string) map[string][]string {
	entries, _ := os.ReadDir(folder) // none of an unreadable folder
	return filesOf(entries)
}

// readFile reads a file. A file larger than MaxSize is an error.
func readFile(folder fs.FS, name string) (string, error) {
	file, err := folder.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, MaxSize+1))
	if len(text) <= MaxSize {
		return string(text), err
	}
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	return "", fmt.Errorf("the file must have at most %d bytes, got %d", MaxSize, info.Size())
}

// reread returns the file's current definition. A scenario that names files is read again
// each time.
func (d definition) reread(name, text string, bodies bodyFiles, err error) definition {
	next := definition{scenario: d.scenario, text: text, err: err}
	if err != nil {
		return next
	}
	unchanged := d.text == text && d.err == nil && d.scenario != nil
	if unchanged && d.scenario.bodies == nil {
		return d
	}
	scenario, err := parse(name, []byte(text), bodies)
	if err != nil {
		next.err = err
		return next
	}
	if unchanged && maps.Equal(scenario.bodies, d.scenario.bodies) {
		return d
	}
	next.scenario = scenario
	return next
}

// ReadFile reads the scenario of a file. The error shows its faults, the reason for an
// unreadable file, or another file of the same scenario in its folder.
func ReadFile(path string) (*Scenario, error) {
	folder, file := filepath.Dir(path), filepath.Base(path)
	name, ok := NameOf(file)
	if !ok {
		return nil, fmt.Errorf("a scenario file must be named NAME%s, got %q", extensions[0], file)
	}
	text, err := readFile(os.DirFS(folder), file)
	if err != nil {
		return nil, err
	}
	if files := filesIn(folder)[name]; len(files) > 1 {
		return nil, errTwice(name, files)
	}
	bodies, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer bodies.Close()
	return parse(name, []byte(text), bodiesIn(bodies.FS()))
}
