package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// projectFile is the name of a file with settings of the program for a folder and below it.
const projectFile = ".commerce-sandbox.yaml"

// project is the file of the working folder's project.
type project struct {
	path   string // "" for none
	listen string
	values map[string][]string // by the name of a flag
}

// readProject reads the file of the project once, and names it on stderr.
func (p *program) readProject() error {
	if p.project != nil {
		return nil
	}
	p.project = &project{}
	path, err := p.findProject()
	if path == "" || err != nil {
		return err
	}
	_, read, err := parseProject(path)
	if err != nil {
		return err
	}
	values, err := p.projectValues(filepath.Dir(path), read)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	fmt.Fprintf(p.stderr, "%s: read %s\n", name, path)
	p.project = &project{path: path, listen: read.Listen, values: values}
	return nil
}

// parseProject reads a file of a project, and returns its text too.
func parseProject(path string) ([]byte, sandbox.Project, error) {
	text, err := readSmall(path)
	if err != nil {
		return nil, sandbox.Project{}, err
	}
	read, err := sandbox.ReadProject(text)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return text, read, err
}

// maxProject is how many bytes of a file are read, more than it may have.
const maxProject = 1 << 20

func readSmall(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxProject))
}

// findProject returns the path of the file in the working folder or above it, up to the first
// folder with .git or the home folder, "" for none. It ignores another user's file, or one
// writable by others, with a warning, because its writer could choose the commands to run.
func (p *program) findProject() (string, error) {
	for folder := p.folder; folder != ""; {
		path := filepath.Join(folder, projectFile)
		info, err := os.Lstat(path)
		switch {
		case err == nil && info.Mode().IsRegular() && isOwn(info, 0o022):
			return path, nil
		case err == nil:
			fmt.Fprintf(p.stderr, "%s: warning: %s is ignored, because it is no file, or another user owns or may write it\n", name, path)
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission):
			return "", err
		}
		_, err = os.Lstat(filepath.Join(folder, ".git"))
		above := filepath.Dir(folder)
		if err == nil || folder == p.home || above == folder {
			return "", nil
		}
		folder = above
	}
	return "", nil
}

// projectValues returns the values of flags in the file of a project, which lies in a folder.
func (p *program) projectValues(folder string, read sandbox.Project) (map[string][]string, error) {
	world, noWorld := read.World, error(nil)
	if read.OwnWorld() {
		world, noWorld = below(folder, world)
	}
	scenarios, noScenarios := below(folder, read.Scenarios)
	values := map[string][]string{
		"listen":        {read.Listen},
		"account":       {read.Account},
		"vendor-code":   {read.Account},
		"world":         {world},
		"scenarios":     {scenarios},
		"control-token": {p.environment[read.TokenVariable]}, // no variable is named ""
		"assume":        read.Assumptions(),
	}
	if read.Seed > 0 {
		values["seed"] = []string{strconv.FormatInt(read.Seed, 10)}
	}
	maps.DeleteFunc(values, func(_ string, of []string) bool { return len(of) == 0 || of[0] == "" })
	return values, errors.Join(noWorld, noScenarios)
}

// below returns the path of a file or folder below another folder, "" for "". Neither dots
// nor links lead out of it.
func below(folder, path string) (string, error) {
	if path == "" {
		return "", nil
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	if _, err := root.Stat(path); err != nil {
		return "", fmt.Errorf("%s must be below %s: %w", path, folder, err)
	}
	return filepath.Join(folder, path), nil
}

// usesProject reports whether the file of a project can change the work of a
// command: whether it starts a sandbox or finds one.
func usesProject(c *cobra.Command) bool {
	return slices.Contains([]string{name, "serve", "run", "rehearse"}, c.Name()) || c.Flags().Lookup("url") != nil
}

func initVerb() verb {
	return verb{
		use: "init", short: "Write " + projectFile + " with comments, which says what the program does in this folder and below it", examples: []string{"init"}, local: true, plain: true,
		fetch: func(r *request) (any, error) {
			return nil, r.program.writeNew(projectFile, sandbox.StarterProject(), ", so it stays", "")
		},
	}
}
