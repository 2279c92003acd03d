package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

func (p *program) compact() *cobra.Command {
	var shown format
	c := &cobra.Command{
		Use:     "compact FILE...",
		GroupID: groupLocal,
		Short:   "Make stopped data files smaller: remove the pages that no record needs any more",
		Example: examples(name + " compact commerce-sandbox.db"),
		Args:    someFiles("compact needs the data files, such as commerce-sandbox.db"),
		RunE:    func(_ *cobra.Command, args []string) error { return p.compactFiles(args, shown) },
	}
	define(c, formatFlag(&shown))
	return c
}

// compactFiles compacts as many files as it can.
func (p *program) compactFiles(paths []string, shown format) error {
	rows, failed := []sandbox.CompactedFile{}, []error(nil)
	for _, path := range paths {
		file, err := sandbox.CompactFile(path)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		rows = append(rows, file)
	}
	if shown != asText {
		return errors.Join(p.print(shown, map[string]any{"files": rows, "total": len(rows)}), errors.Join(failed...))
	}
	for _, file := range rows {
		if _, err := fmt.Fprintf(p.stdout, "%s: %s before, %s after\n", file.Path, mebibytes(file.Before), mebibytes(file.After)); err != nil {
			return err
		}
	}
	return errors.Join(failed...)
}

func mebibytes(size int64) string {
	return fmt.Sprintf("%.1f MiB", math.Ceil(float64(size)/(1<<20)*10)/10)
}
