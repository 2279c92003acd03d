// Package scenarios holds the shipped scenarios, one YAML file each, and the JSON
// Schema of such files for editors. The first line of a file names the catalogue as
// its source, or its lesson. Package scenario reads the files.
package scenarios

import "embed"

// Files are the scenario files and the JSON Schema, scenario.schema.json.
//
//go:embed *.yaml *.json
var Files embed.FS
