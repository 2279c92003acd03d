// Command sbom lists the parts of a binary in the format of CycloneDX 1.6, with their
// licences: the Go modules named by the binary itself, and the packages in the pages. In
// the root of a clone: go run ./.ci/sbom BINARY. The same binary gives the same list.
package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "sbom: name one binary")
		os.Exit(2)
	}
	if err := list(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// component is a part of the binary.
type component map[string]any

// describe returns a part; its licence is an SPDX id.
func describe(kind, purl, name, version, licence string) component {
	return component{
		"type": kind, "bom-ref": purl, "purl": purl, "name": name, "version": version,
		"licenses": []any{map[string]any{"license": map[string]any{"id": licence}}},
	}
}

func list(path string) error {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return err
	}
	notices, err := os.ReadFile(noticesFile)
	if err != nil {
		return err
	}
	parts, err := packages()
	if err != nil {
		return err
	}
	for _, m := range append(info.Deps, &debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")}) {
		if m.Replace != nil {
			m = m.Replace
		}
		licence := licenceOf(m, string(notices))
		if licence == "" {
			return fmt.Errorf("%s: %s has no licence that is known here", noticesFile, m.Path)
		}
		parts = append(parts, describeModule("library", m, licence))
	}
	whole, needs := describeModule("application", &info.Main, "MIT"), []any{}
	for _, part := range parts {
		needs = append(needs, part["bom-ref"])
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	return out.Encode(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata": map[string]any{"component": whole}, "components": parts,
		"dependencies": []any{map[string]any{"ref": whole["bom-ref"], "dependsOn": needs}},
	})
}

// describeModule returns the part of a module. Its hash comes from go.sum and covers the
// names and the contents of its files.
func describeModule(kind string, m *debug.Module, licence string) component {
	c := describe(kind, "pkg:golang/"+m.Path+"@"+m.Version, m.Path, m.Version, licence)
	if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(sum) > 0 {
		c["hashes"] = []any{map[string]any{"alg": "SHA-256", "content": hex.EncodeToString(sum)}}
	}
	return c
}
