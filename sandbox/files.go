package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// FileKind is the subject of a file.
type FileKind string

// The kinds of files.
const (
	ScenarioFile FileKind = "scenario"
	WorldFile    FileKind = "world"
	DataFile     FileKind = "data" // given as --data
)

// CheckedFile is a file read by CheckFiles.
type CheckedFile struct {
	Path string
	Kind FileKind // "" if the file is of no kind
	Err  error    // all faults, each with its line and column, after the path; nil if there are none

	remarks *[]remark // nil without any
}

// remark is a warning of a scenario, or a note on a data file.
type remark struct {
	client.Fault
	text string // with the place and the lines around it
}

// Faults returns the faults one by one, nil if there are none. The control
// interface shows the same for a checked text.
func (f CheckedFile) Faults() []client.Fault {
	var faults []client.Fault
	for _, fault := range yamltext.Faults(f.Err) {
		faults = append(faults, client.Fault(fault))
	}
	return faults
}

// Warnings returns legal but probably unintended parts of a scenario, such as a rule
// that can never act, and notes on records of an intact data file; nil if there is
// nothing.
func (f CheckedFile) Warnings() []client.Fault {
	var warnings []client.Fault
	if f.remarks != nil {
		for _, r := range *f.remarks {
			warnings = append(warnings, r.Fault)
		}
	}
	return warnings
}

// WarningText returns the warnings with their lines and columns, and the notes on a data
// file, after the path, "" if there are none.
func (f CheckedFile) WarningText() string {
	what := "warning"
	if f.Kind == DataFile {
		what = "note"
	}
	var b strings.Builder
	if f.remarks != nil {
		for _, r := range *f.remarks {
			fmt.Fprintf(&b, "%s: %s: %s\n", f.Path, what, strings.TrimRight(r.text, "\n"))
		}
	}
	return b.String()
}

// CheckFiles checks scenario, world and data files, and every .yaml and .yml file below
// the folders among the paths, except for hidden ones. It also finds files in the wrong
// place for Options.ScenarioFolder: a second one of the same name, scenarios in a folder
// within a folder of scenarios, worlds among scenarios. It needs no running sandbox; a data file in use by a
// sandbox cannot be checked. The error names an unreadable path, or a folder without such
// a file.
func CheckFiles(paths ...string) ([]CheckedFile, error) {
	var checked []CheckedFile
	check := fileCheck{read: map[string]*scenario.Scenario{}}
	for _, path := range paths {
		files, err := yamlFiles(path)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("the folder %s has no .yaml or .yml file", path)
		}
		var below []CheckedFile
		for _, file := range files {
			below = append(below, check.file(file))
		}
		checkPlaces(path, below)
		checked = append(checked, below...)
	}
	known := sync.OnceValue(check.knownHandles)
	for i := range checked { // once all worlds are read
		for _, w := range check.read[checked[i].Path].Warnings(known) {
			checked[i].remark(client.Fault(w.Fault), w.Text)
		}
	}
	return checked, nil
}

// fileCheck collects what several files together decide.
type fileCheck struct {
	worlds  worlds.Library
	read    map[string]*scenario.Scenario // by path
	handles []string                      // of the worlds
}

// knownHandles returns the handles of the shipped worlds and of those among the files.
func (c *fileCheck) knownHandles() []string {
	shipped, _ := shippedWorlds(&c.worlds) // they are sound
	names := slices.Clone(c.handles)
	for _, w := range shipped {
		names = append(names, w.Named...)
	}
	return names
}

// checkPlaces adds a fault to each misplaced file at or below a path: a sandbox with a
// folder of scenarios among them would not read it as what it is.
func checkPlaces(top string, files []CheckedFile) {
	hasScenarios := map[string]bool{}
	for _, file := range files {
		if file.Kind == ScenarioFile {
			hasScenarios[filepath.Dir(file.Path)] = true
		}
	}
	for i, file := range files {
		if file.Path == top {
			continue // a named file, wherever it is
		}
		folder := filepath.Dir(file.Path)
		if file.Kind == WorldFile && hasScenarios[folder] {
			files[i].addFault("serve --scenarios %s reads every file as a scenario; move the world out of the folder", folder)
		}
		for above := folder; file.Kind == ScenarioFile && above != filepath.Clean(top); {
			if above = filepath.Dir(above); hasScenarios[above] {
				files[i].addFault("serve --scenarios %s does not read folders within it; move the scenario there", above)
				break
			}
		}
	}
}

func (f *CheckedFile) addFault(format, folder string) {
	f.Err = errors.Join(f.Err, fmt.Errorf("%s: "+format, f.Path, folder))
}

func (c *fileCheck) file(path string) CheckedFile {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // a pipe can be read once only
		return CheckedFile{Path: path, Err: fmt.Errorf("%s is no regular file", path)}
	}
	if filepath.Ext(path) == ".db" || boltstore.IsDataFile(path) {
		return checkData(path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return CheckedFile{Path: path, Err: err}
	}
	kind := kindOf(text)
	switch kind {
	case ScenarioFile:
		s, err := scenario.ReadFile(path)
		if err != nil {
			return CheckedFile{Path: path, Kind: kind, Err: fmt.Errorf("%s: %w", path, err)}
		}
		c.read[path] = s
		return CheckedFile{Path: path, Kind: kind}
	case WorldFile:
		w, err := c.worlds.Parse(text, path)
		if err == nil {
			c.handles = append(c.handles, w.Handles()...)
		}
		return CheckedFile{Path: path, Kind: kind, Err: err}
	}
	return CheckedFile{Path: path, Err: fmt.Errorf("%s must be a scenario, which has %s, or a world, which has %s",
		path, phrase.Or(fileKeys(ScenarioFile)...), phrase.Or(fileKeys(WorldFile)...))}
}

// remark adds a remark.
func (f *CheckedFile) remark(about client.Fault, text string) {
	if f.remarks == nil {
		f.remarks = &[]remark{}
	}
	*f.remarks = append(*f.remarks, remark{about, text})
}

// checkData checks a data file, which its name or its content names as one.
func checkData(path string) CheckedFile {
	checked := CheckedFile{Path: path, Kind: DataFile}
	if _, checked.Err = os.Stat(path); checked.Err != nil {
		return checked
	}
	var notes []string
	notes, checked.Err = boltstore.CheckFile(path)
	for _, note := range notes {
		checked.remark(client.Fault{Message: note}, note)
	}
	return checked
}

// yamlFiles returns the file at a path, or the .yaml and .yml files below the folder at
// it, except for hidden files and folders.
func yamlFiles(path string) ([]string, error) {
	if isFolder(path) {
		path += string(filepath.Separator) // a link to a folder is one, as for serve --scenarios
	}
	var files []string
	err := filepath.WalkDir(path, func(at string, entry fs.DirEntry, err error) error {
		_, isYAML := scenario.NameOf(filepath.Base(at))
		switch {
		case err != nil:
			return err
		case at != path && entry.IsDir() && strings.HasPrefix(entry.Name(), "."):
			return filepath.SkipDir
		case !entry.IsDir() && (at == path || isYAML):
			files = append(files, at)
		}
		return nil
	})
	return files, err
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// fileKeys returns the top-level keys of files of the kind alone. Both kinds have a
// summary.
func fileKeys(kind FileKind) []string {
	if kind == ScenarioFile {
		return []string{"features", "assume", "rules"}
	}
	return []string{"products", "partners", "customers", "subscriptions", "orders", "campaigns", "settings", "generate"}
}

// topLevelKey matches a key at the start of a line, or of a file in JSON.
var topLevelKey = regexp.MustCompile(`(?m)^(?:\{\s*)?["']?([A-Za-z_]+)["']?\s*:`)

// kindOf returns the kind of a file by its top-level keys. A misspelt key counts if
// no other key decides, because the faults of a file depend on its kind. A file
// with nothing but a summary is a world.
func kindOf(text []byte) FileKind {
	var found []string
	for _, match := range topLevelKey.FindAllSubmatch(text, -1) {
		found = append(found, string(match[1]))
	}
	for _, matches := range []func(string, []string) bool{equals, resembles} {
		for _, key := range found {
			for _, kind := range []FileKind{ScenarioFile, WorldFile} {
				if matches(key, fileKeys(kind)) {
					return kind
				}
			}
		}
	}
	if slices.Contains(found, "summary") {
		return WorldFile
	}
	return ""
}

func equals(key string, among []string) bool { return slices.Contains(among, key) }

func resembles(key string, among []string) bool {
	return key != "summary" && len(phrase.Nearest(key, among)) > 0
}
