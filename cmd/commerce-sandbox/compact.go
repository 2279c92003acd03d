package main

import (
	"errors"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

func compactVerb() verb {
	return verb{
		use: "compact FILE...", short: "Make stopped data files smaller: remove the pages that no record needs any more",
		examples: []string{"compact commerce-sandbox.db"}, local: true,
		needs: "the data files, such as commerce-sandbox.db", args: []flag{{name: "file", many: true}},
		fetch:  compactFiles,
		answer: listOf{"files", sandbox.CompactedFile{}},
		text:   "{{range .files}}{{.path}}: {{mebibytes .before}} before, {{mebibytes .after}} after\n{{end}}",
	}
}

// compactFiles compacts as many files as it can.
func compactFiles(r *request) (any, error) {
	rows, failed := []sandbox.CompactedFile{}, []error(nil)
	for _, path := range r.args {
		file, err := sandbox.CompactFile(path)
		if err == nil {
			rows = append(rows, file)
		}
		failed = append(failed, err)
	}
	r.why = errors.Join(failed...)
	return map[string]any{"files": rows, "total": len(rows)}, nil
}
