// Package scenarios holds the scenarios that ship with the sandbox, one YAML
// file each, and the JSON Schema with which editors check such files. The first
// line of a file says that it is generated from the catalogue, or what it
// teaches. Package scenario reads the files.
package scenarios

import "embed"

// Files are the scenario files and the JSON Schema, scenario.schema.json.
//
//go:embed *.yaml *.json
var Files embed.FS
