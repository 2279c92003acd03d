package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// extensions are how the files of a report end, by their formats.
var extensions = map[client.Format]string{
	client.AsText: ".txt", client.AsJSON: ".json", client.AsJUnit: ".xml", client.AsMarkdown: ".md", client.AsHTML: ".html",
}

// reportFormats returns every format of the report of a rehearsal.
func reportFormats() []client.Format {
	return []client.Format{client.AsText, client.AsJSON, client.AsJUnit, client.AsMarkdown, client.AsHTML}
}

// writeReports writes the text of each format into a folder, and makes the folder: into
// files with a name, such as run.txt.
func writeReports(folder, name string, formats []client.Format, text func(client.Format) (string, error)) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var faults []error
	for _, format := range formats {
		written, err := text(format)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name+extensions[format]), []byte(written), 0o666)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}
