package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// asHTML is the format of a report that is a page of its own. The client does not write it,
// because the pages are not part of it.
const asHTML client.RehearsalFormat = "html"

// reportFormats returns every format of the report of a rehearsal.
func reportFormats() []client.RehearsalFormat { return append(client.RehearsalFormats(), asHTML) }

// writeReport writes a report in a format.
func writeReport(w io.Writer, found client.Rehearsal, format client.RehearsalFormat) error {
	if format == asHTML {
		return sandbox.WriteRehearsalHTML(w, found)
	}
	return found.Write(w, format)
}

// writeReports writes a report into a folder, which it makes, in every format.
func writeReports(folder string, found client.Rehearsal) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var faults []error
	for name, format := range map[string]client.RehearsalFormat{
		"report.txt": client.RehearsalText, "report.json": client.RehearsalJSON, "report.xml": client.RehearsalJUnit, "report.md": client.RehearsalMarkdown, "report.html": asHTML,
	} {
		faults = append(faults, writeOne(filepath.Join(folder, name), func(w io.Writer) error { return writeReport(w, found, format) }))
	}
	return errors.Join(faults...)
}
