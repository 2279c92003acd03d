package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// fixtureCmd is the command fixture with its flags.
type fixtureCmd struct {
	program *program
	output  string
	replace bool
	wanted  sandbox.Fixture
}

func (p *program) fixture() *cobra.Command {
	f := &fixtureCmd{program: p}
	frameworks := sandbox.Frameworks()
	c := &cobra.Command{
		Use:     "fixture " + strings.Join(frameworks, "|"),
		GroupID: groupLocal,
		Short:   "Print a file for the tests of a suite in another language, which explains failures",
		Long: "Print a file for the tests of a suite in another language: it opens an account for each\n" +
			"test and, when a test fails, prints why the sandbox refused its calls. The guide shows how\n" +
			"to use it.",
		Example:           examples(name+" fixture pytest --output tests/conftest.py", name+" fixture vitest > sandbox.mjs"),
		Args:              all(oneArgument("the name of a framework: "+strings.Join(frameworks, ", ")), f.find),
		ValidArgsFunction: firstArgument(words(frameworks...)),
		RunE:              f.run,
	}
	f.addFlags(c)
	return c
}

func (f *fixtureCmd) addFlags(c *cobra.Command) {
	define(c,
		flag{name: "output", value: "FILE", usage: "write the file there; one that differs stays, unless --replace is given", set: text(&f.output), complete: files},
		flag{name: "replace", usage: "replace a file that differs", set: toggle(&f.replace)},
	)
}

// find finds the file of the framework.
func (f *fixtureCmd) find(_ *cobra.Command, args []string) (err error) {
	if len(args) != 1 {
		return nil // reported already
	}
	f.wanted, err = sandbox.FixtureFor(args[0])
	return err
}

func (f *fixtureCmd) run(*cobra.Command, []string) error {
	if f.output == "" {
		return f.write(f.program.stdout)
	}
	state, err := f.state()
	if err == nil && state != "is up to date" {
		err = replaceFile(f.output, 0o644, f.write)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f.program.stdout, "%s %s\n", f.output, state)
	return err
}

func (f *fixtureCmd) write(to io.Writer) error {
	_, err := io.WriteString(to, f.wanted.Text)
	return err
}

// state returns what becomes of the output file, or why it must stay.
func (f *fixtureCmd) state() (string, error) {
	info, err := os.Lstat(f.output)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "is written", nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is a link or no file, so it stays; name a file", f.output)
	}
	present, err := os.ReadFile(f.output)
	switch {
	case err != nil:
		return "", err
	case bytes.Equal(present, []byte(f.wanted.Text)):
		return "is up to date", nil
	case !f.replace:
		return "", fmt.Errorf("%s differs from the file of this version, so it stays; --replace replaces it", f.output)
	}
	return "is replaced", nil
}
