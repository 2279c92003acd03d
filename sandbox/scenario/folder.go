package scenario

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/scenarios"
)

const extension = ".yaml"

// shipped reads the scenarios that ship. They never change, so every library of
// a process shares one reading.
var shipped = sync.OnceValue(func() map[string]book {
	books, err := readFolder(scenarios.Files, nil)
	if err != nil {
		panic(fmt.Sprintf("the embedded scenarios cannot be read: %v", err))
	}
	return books
})

// readFolder reads every scenario file of a folder, not of folders within it.
// A file that cannot be read as a scenario keeps what it said before, and a
// file that did not change keeps its scenario.
func readFolder(folder fs.FS, before map[string]book) (map[string]book, error) {
	files, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	books := map[string]book{}
	for _, file := range files {
		name, isScenario := scenarioName(file.Name())
		if !isScenario {
			continue
		}
		text, err := readFile(folder, file.Name())
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed since the folder was listed
		}
		books[name] = before[name].reread(name, text, err)
	}
	return books, nil
}

// scenarioName is the name of a file's scenario. Files that are no YAML, and
// those that editors hide, are none.
func scenarioName(file string) (string, bool) {
	name, ok := strings.CutSuffix(file, extension)
	return name, ok && !strings.HasPrefix(file, ".")
}

// readFile reads no more of a file than shows that it is too large.
func readFile(folder fs.FS, name string) (string, error) {
	file, err := folder.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, MaxSize+1))
	return string(text), err
}

func (b book) reread(name, text string, err error) book {
	if err == nil && b.text == text && b.err == nil && b.scenario != nil {
		return b
	}
	next := book{scenario: b.scenario, text: text, err: err}
	if err != nil {
		return next
	}
	scenario, err := Parse(name, []byte(text))
	if err != nil {
		next.err = err
		return next
	}
	next.scenario = scenario
	return next
}

// Check reads scenario files, and the .yaml files of folders, without a
// library, and returns the faults of each file that has some, by its path. The
// error says that a path itself cannot be read.
func Check(paths ...string) (map[string]error, error) {
	faults := map[string]error{}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		files := []string{path}
		if info.IsDir() {
			if files, err = scenarioFiles(path); err != nil {
				return nil, err
			}
		}
		for _, file := range files {
			if err := checkFile(file); err != nil {
				faults[file] = err
			}
		}
	}
	return faults, nil
}

func scenarioFiles(folder string) ([]string, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, file := range files {
		if _, ok := scenarioName(file.Name()); ok {
			paths = append(paths, filepath.Join(folder, file.Name()))
		}
	}
	return paths, nil
}

func checkFile(path string) error {
	name, ok := scenarioName(filepath.Base(path))
	if !ok {
		return fmt.Errorf("a scenario file is named NAME%s", extension)
	}
	text, err := readFile(os.DirFS(filepath.Dir(path)), filepath.Base(path))
	if err != nil {
		return err
	}
	_, err = Parse(name, []byte(text))
	return err
}
