package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func (p *program) check() *cobra.Command {
	var shown format
	c := &cobra.Command{
		Use:               "check PATH...",
		GroupID:           groupLocal,
		Short:             "Check scenario and world files, the .yaml and .yml files below folders, and stopped data files (exit code 0 or 1)",
		Example:           examples(name+" check scenarios/ world.yaml", name+" check commerce-sandbox.db"),
		Args:              someFiles("check needs the files and folders to check, such as scenarios/ world.yaml"),
		ValidArgsFunction: checkedPaths,
		RunE:              func(_ *cobra.Command, args []string) error { return p.checkFiles(args, shown) },
	}
	define(c, formatFlag(&shown))
	return c
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

// checkFiles prints the faults of all files.
func (p *program) checkFiles(paths []string, shown format) error {
	files, err := sandbox.CheckFiles(paths...)
	if err != nil {
		return err
	}
	rows := rowsOf(files)
	if shown != asText {
		if err := p.print(shown, map[string]any{"files": rows, "total": len(rows)}); err != nil {
			return err
		}
		return faultsIn(files)
	}
	p.printFaults(files)
	if err := faultsIn(files); err != nil {
		return err
	}
	return p.printNoFaults(rows)
}

func rowsOf(files []sandbox.CheckedFile) []checkedFile {
	rows := []checkedFile{}
	for _, file := range files {
		row := checkedFile{Path: file.Path, Kind: file.Kind, Valid: file.Err == nil, Faults: append([]client.Fault{}, file.Faults()...)}
		if file.Kind == sandbox.DataFile {
			row.Notes = file.Warnings()
		} else {
			row.Warnings = file.Warnings()
		}
		rows = append(rows, row)
	}
	return rows
}

// printFaults prints the warnings and the faults of files as text.
func (p *program) printFaults(files []sandbox.CheckedFile) {
	for _, file := range files {
		if len(file.Warnings()) > 0 {
			fmt.Fprintf(p.stdout, "%s\n", file.WarningText())
		}
		if file.Err != nil {
			fmt.Fprintf(p.stdout, "%s\n\n", strings.TrimRight(file.Err.Error(), "\n"))
		}
	}
}

// faultsIn returns an error if files have faults.
func faultsIn(files []sandbox.CheckedFile) error {
	faulty := 0
	for _, file := range files {
		if file.Err != nil {
			faulty++
		}
	}
	switch faulty {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("1 of %s has faults", count(len(files), "file"))
	}
	return fmt.Errorf("%d of %s have faults", faulty, count(len(files), "file"))
}

func (p *program) printNoFaults(rows []checkedFile) error {
	warnings, notes, kinds := 0, 0, map[sandbox.FileKind]int{}
	for _, row := range rows {
		kinds[row.Kind]++
		warnings, notes = warnings+len(row.Warnings), notes+len(row.Notes)
	}
	_, err := fmt.Fprintf(p.stdout, "no faults%s in %s\n", but(warnings, notes), countFiles(kinds))
	return err
}

// but says how many warnings and notes there are, "" for none.
func but(warnings, notes int) string {
	var counts []string
	if warnings > 0 {
		counts = append(counts, count(warnings, "warning"))
	}
	if notes > 0 {
		counts = append(counts, count(notes, "note"))
	}
	if counts == nil {
		return ""
	}
	return ", but " + strings.Join(counts, " and ") + ","
}

// countFiles says how many files of each kind there are. It leaves out data files
// when there are none.
func countFiles(kinds map[sandbox.FileKind]int) string {
	counts := []string{count(kinds[sandbox.ScenarioFile], "scenario"), count(kinds[sandbox.WorldFile], "world")}
	if data := kinds[sandbox.DataFile]; data > 0 {
		counts = append(counts, count(data, "data file"))
	}
	last := len(counts) - 1
	return strings.Join(counts[:last], ", ") + " and " + counts[last]
}
