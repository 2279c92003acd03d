package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

func fixtureVerb() verb {
	frameworks := sandbox.Frameworks()
	return verb{
		use: "fixture " + strings.Join(frameworks, "|"), short: "Print a file for the tests of a suite in another language, which explains failures",
		long: "Print a file for the tests of a suite in another language: it opens an account for each\n" +
			"test and, when a test fails, prints why the sandbox refused its calls. The guide shows how\n" +
			"to use it.",
		examples: []string{"fixture pytest --output tests/conftest.py", "fixture vitest > sandbox.mjs"}, local: true, plain: true,
		needs: "the name of a framework: " + strings.Join(frameworks, ", "), args: []flag{{name: "framework", complete: words(frameworks...)}},
		flags: []flag{
			{name: "output", value: "FILE", usage: "write the file there; one that differs stays, unless --replace is given", complete: files},
			{name: "replace", usage: "replace a file that differs", kind: value(toggle)},
		},
		fetch: writeFixture,
	}
}

// writeFixture prints the file of the framework, or writes it and says what became of it.
func writeFixture(r *request) (any, error) {
	wanted, err := sandbox.FixtureFor(r.args[0])
	if err != nil {
		return nil, usage{err}
	}
	output, is := r.in["output"].(string)
	if !is {
		return nil, r.print(wanted.Text, nil)
	}
	state, err := stateOf(output, wanted.Text, r.in["replace"] == true)
	if err == nil && state != "is up to date" {
		err = replaceFile(output, 0o644, writeText(wanted.Text))
	}
	return nil, r.print(output+" "+state+"\n", err)
}

// stateOf returns what becomes of an output file, or why it must stay.
func stateOf(output, text string, replace bool) (string, error) {
	info, err := os.Lstat(output)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "is written", nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is a link or no file, so it stays; name a file", output)
	}
	present, err := os.ReadFile(output)
	switch {
	case err != nil:
		return "", err
	case string(present) == text:
		return "is up to date", nil
	case !replace:
		return "", fmt.Errorf("%s differs from the file of this version, so it stays; --replace replaces it", output)
	}
	return "is replaced", nil
}
