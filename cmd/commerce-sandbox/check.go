package main

import (
	"fmt"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func checkVerb() verb {
	return verb{
		use: "check PATH...", short: "Check scenario and world files, the .yaml and .yml files below folders, and stopped data files (exit code 0 or 1)",
		examples: []string{"check scenarios/ world.yaml", "check commerce-sandbox.db"}, local: true,
		needs: "the files and folders to check, such as scenarios/ world.yaml", args: []flag{{name: "path", many: true, complete: checkedPaths}},
		fetch:  checkFiles,
		answer: listOf{"files", checkedFile{}},
		text:   `{{in "faults"}}{{if not (in "faulty")}}no faults{{in "but"}} in {{in "files"}}` + "\n{{end}}",
	}
}

// checkedFile is a file as JSON shows it.
type checkedFile struct {
	Path     string           `json:"path"`
	Kind     sandbox.FileKind `json:"kind"`
	Valid    bool             `json:"valid"`
	Faults   []client.Fault   `json:"faults"`
	Warnings []client.Fault   `json:"warnings,omitempty"`
	Notes    []client.Fault   `json:"notes,omitempty"` // on an intact data file
}

// checkFiles returns the faults of all files, and their text: the warnings and faults of each
// file, then how many there are.
func checkFiles(r *request) (any, error) {
	files, err := sandbox.CheckFiles(r.args...)
	if err != nil {
		return nil, err
	}
	var shown strings.Builder
	rows, kinds := []checkedFile{}, map[sandbox.FileKind]int{}
	faulty, warnings, notes := 0, 0, 0
	for _, file := range files {
		row := checkedFile{Path: file.Path, Kind: file.Kind, Valid: file.Err == nil, Faults: append([]client.Fault{}, file.Faults()...)}
		if file.Kind == sandbox.DataFile {
			row.Notes = file.Warnings()
		} else {
			row.Warnings = file.Warnings()
		}
		rows, warnings, notes = append(rows, row), warnings+len(row.Warnings), notes+len(row.Notes)
		kinds[file.Kind]++
		if len(file.Warnings()) > 0 {
			fmt.Fprintf(&shown, "%s\n", file.WarningText())
		}
		if file.Err != nil {
			faulty++
			fmt.Fprintf(&shown, "%s\n\n", strings.TrimRight(file.Err.Error(), "\n"))
		}
	}
	r.words["faults"], r.words["but"], r.words["files"], r.words["faulty"] = shown.String(), but(warnings, notes), countFiles(kinds), faulty
	switch {
	case faulty == 1:
		r.why = fmt.Errorf("1 of %s has faults", count(len(files), "file"))
	case faulty > 1:
		r.why = fmt.Errorf("%d of %s have faults", faulty, count(len(files), "file"))
	}
	return map[string]any{"files": rows, "total": len(rows)}, nil
}

// but says how many warnings and notes there are, "" for none.
func but(warnings, notes int) string {
	counts := []string{count(warnings, "warning"), count(notes, "note")}
	switch {
	case warnings+notes == 0:
		return ""
	case notes == 0:
		counts = counts[:1]
	case warnings == 0:
		counts = counts[1:]
	}
	return ", but " + strings.Join(counts, " and ") + ","
}

// countFiles says how many files of each kind there are, of data files if there are any.
func countFiles(kinds map[sandbox.FileKind]int) string {
	scenarios, worlds := count(kinds[sandbox.ScenarioFile], "scenario"), count(kinds[sandbox.WorldFile], "world")
	if data := kinds[sandbox.DataFile]; data > 0 {
		return scenarios + ", " + worlds + " and " + count(data, "data file")
	}
	return scenarios + " and " + worlds
}
