package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

func (p *program) check() *cobra.Command {
	return &cobra.Command{
		Use:     "check PATH...",
		GroupID: groupLocal,
		Short:   "Check scenario and world files, and the .yaml files below folders (exit code 0 or 1)",
		Example: examples(name + " check scenarios/ world.yaml"),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("check needs the files and folders to check, such as scenarios/ world.yaml")
			}
			return nil
		},
		ValidArgsFunction: yamlPaths,
		RunE:              func(_ *cobra.Command, args []string) error { return p.checkFiles(args) },
	}
}

// checkFiles prints the faults of all files.
func (p *program) checkFiles(paths []string) error {
	files, err := sandbox.CheckFiles(paths...)
	if err != nil {
		return err
	}
	faulty, kinds := 0, map[sandbox.FileKind]int{}
	for _, file := range files {
		kinds[file.Kind]++
		if file.Err != nil {
			faulty++
			fmt.Fprintf(p.stdout, "%s\n\n", strings.TrimRight(file.Err.Error(), "\n"))
		}
	}
	if faulty > 0 {
		have := "have"
		if faulty == 1 {
			have = "has"
		}
		return fmt.Errorf("%d of %s %s faults", faulty, count(len(files), "file"), have)
	}
	_, err = fmt.Fprintf(p.stdout, "no faults in %s and %s\n",
		count(kinds[sandbox.ScenarioFile], "scenario"), count(kinds[sandbox.WorldFile], "world"))
	return err
}
