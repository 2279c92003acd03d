package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/worlds"
)

// checking is the verb check with its arguments.
type checking struct {
	program *program
	paths   []string
	found   map[kind]int
}

func (p *program) check() verb {
	c := &checking{program: p, found: map[kind]int{}}
	return verb{
		name:      "check",
		summary:   "Checks scenario and world files, and the .yaml files in folders, without a sandbox",
		arguments: "PATH...",
		examples:  []string{name + " check scenarios/ world.yaml"},
		fails:     "a file has faults",
		accept: func(args []string) error {
			if len(args) == 0 {
				return errors.New("check takes the files and folders to check, such as scenarios/ world.yaml")
			}
			c.paths = args
			return nil
		},
		run: c.run,
	}
}

// run prints the faults of every file, so that one call finds them all.
func (c *checking) run(context.Context) error {
	var files []string
	for _, path := range c.paths {
		below, err := yamlFiles(path)
		if err != nil {
			return err
		}
		files = append(files, below...)
	}
	faulty := 0
	for _, file := range files {
		if err := c.file(file); err != nil {
			faulty++
			fmt.Fprintf(c.program.stdout, "%s\n\n", strings.TrimRight(err.Error(), "\n"))
		}
	}
	if faulty > 0 {
		have := "have"
		if faulty == 1 {
			have = "has"
		}
		return fmt.Errorf("%d of %s %s faults", faulty, count(len(files), "file"), have)
	}
	_, err := fmt.Fprintf(c.program.stdout, "no faults in %s and %s\n",
		count(c.found[aScenario], "scenario"), count(c.found[aWorld], "world"))
	return err
}

// file returns the faults of a file, beginning with its path.
func (c *checking) file(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	k := kindOf(text)
	c.found[k]++
	switch k {
	case aScenario:
		faults, err := scenario.Check(path)
		if err == nil && faults[path] != nil {
			err = fmt.Errorf("%s: %w", path, faults[path])
		}
		return err
	case aWorld:
		_, err := worlds.Parse(text, path)
		return err
	}
	return fmt.Errorf("%s: it is neither a scenario, which has %s, nor a world, which has %s",
		path, listed(keys()[aScenario]), listed(keys()[aWorld]))
}

// yamlFiles returns the file at a path, or those below the folder at it, but
// for what is hidden there.
func yamlFiles(path string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(path, func(at string, entry fs.DirEntry, err error) error {
		hidden := at != path && strings.HasPrefix(entry.Name(), ".")
		switch {
		case err != nil:
			return err
		case hidden && entry.IsDir():
			return filepath.SkipDir
		case !entry.IsDir() && (at == path || !hidden && filepath.Ext(at) == ".yaml"):
			files = append(files, at)
		}
		return nil
	})
	return files, err
}

// kind is what a file describes.
type kind string

const (
	aScenario kind = "scenario"
	aWorld    kind = "world"
)

// keys are the top-level keys by which a file is told; both have a summary.
func keys() map[kind][]string {
	return map[kind][]string{
		aScenario: {"features", "assume", "rules"},
		aWorld:    {"products", "partners", "customers", "subscriptions", "orders", "campaigns", "settings", "generate"},
	}
}

var topLevelKey = regexp.MustCompile(`(?m)^(?:\{\s*)?["']?([A-Za-z_]+)["']?\s*:`)

// kindOf tells what a file describes by its top-level keys, misspelt ones if it
// must, because a file with faults still has to be read as what it is meant to
// be. A summary alone makes a world. It returns "" for anything else.
func kindOf(text []byte) kind {
	var found []string
	for _, match := range topLevelKey.FindAllSubmatch(text, -1) {
		found = append(found, string(match[1]))
	}
	for _, meant := range []func(string, []string) bool{exactly, nearly} {
		for _, key := range found {
			for _, k := range []kind{aScenario, aWorld} {
				if meant(key, keys()[k]) {
					return k
				}
			}
		}
	}
	if slices.Contains(found, "summary") {
		return aWorld
	}
	return ""
}

func exactly(key string, among []string) bool { return slices.Contains(among, key) }

func nearly(key string, among []string) bool {
	return key != "summary" && len(phrase.Nearest(key, among)) > 0
}
