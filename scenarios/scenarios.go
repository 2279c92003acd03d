// Package scenarios holds the scenarios that ship with the sandbox, one YAML
// file each, and the JSON Schema by which editors check such files. What the
// files mean is for package scenario to say.
package scenarios

import "embed"

// Files are the scenario files and the JSON Schema, scenario.schema.json.
//
//go:embed *.yaml *.json
var Files embed.FS
