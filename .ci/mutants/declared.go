package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// fault is one of declared.json.
type fault struct {
	Harm    string // to a user
	File    string // below sandbox/internal
	From    string // is in the file once
	To      string
	Package string // below sandbox/internal, with the failing test
	Test    string
}

const declaredFaults = ".ci/mutants/declared.json"

// plantDeclared plants each declared fault alone and runs the test that must fail.
func plantDeclared(scratch string) error {
	var faults []fault
	if err := readJSON(declaredFaults, &faults); err != nil {
		return err
	}
	var wrong int
	for _, f := range faults {
		err := f.plant(scratch)
		if err != nil {
			wrong++
			fmt.Printf("%s: %s: %v\n", f.File, f.Harm, err)
		}
	}
	fmt.Printf("mutants: %d of %d declared faults were found\n", len(faults)-wrong, len(faults))
	if wrong > 0 {
		return fmt.Errorf("%d declared faults are wrong or were missed", wrong)
	}
	return nil
}

// plant returns nil when the test fails by the fault.
func (f fault) plant(scratch string) error {
	path, err := filepath.Abs(inside(f.File))
	if err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	wrong, err := f.change(string(text))
	if err != nil {
		return err
	}
	changed := filepath.Join(scratch, "changed.go")
	if err := os.WriteFile(changed, []byte(wrong), 0o600); err != nil {
		return err
	}
	if err := writeOverlay(scratch, map[string]string{path: changed}); err != nil {
		return err
	}
	tests, err := build(scratch, inside(f.Package))
	if err != nil {
		return err
	}
	if out, err := tests.try(time.Minute, []string{"-test.run", "^" + f.Test + "$"}); err == nil {
		return fmt.Errorf("%s of %s does not fail\n%s", f.Test, f.Package, out)
	}
	return nil
}

// change returns the text of the file with the fault.
func (f fault) change(text string) (string, error) {
	if n := strings.Count(text, f.From); n != 1 || f.From == f.To {
		return "", fmt.Errorf("the text %q must be in the file once and change, it is there %d times", f.From, n)
	}
	return strings.Replace(text, f.From, f.To, 1), nil
}

// readJSON reads a file of this folder. An unknown field is an error.
func readJSON(path string, into any) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	d := json.NewDecoder(file)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
