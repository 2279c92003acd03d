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

type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl"`
	Hashes  []hash `json:"hashes,omitempty"`

	Licenses []licensed `json:"licenses,omitempty"`
}

// licensed is a licence by its SPDX id.
type licensed struct {
	License struct {
		ID string `json:"id"`
	} `json:"license"`
}

func by(id string) []licensed {
	if id == "" {
		return nil
	}
	l := licensed{}
	l.License.ID = id
	return []licensed{l}
}

// dependency lists the needs of a part.
type dependency struct {
	Ref  string   `json:"ref"`
	Need []string `json:"dependsOn"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

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

func list(path string) error {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return err
	}
	parts := []component{of(&debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")})}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		parts = append(parts, of(m))
	}
	notices, err := os.ReadFile(noticesFile)
	if err != nil {
		return err
	}
	for n := range parts {
		parts[n].Licenses = by(licenceOf(parts[n], string(notices)))
		if parts[n].Licenses == nil {
			return fmt.Errorf("%s: %s has no licence that is known here", noticesFile, parts[n].Name)
		}
	}
	pages, err := packages()
	if err != nil {
		return err
	}
	parts = append(parts, pages...)
	whole := of(&info.Main)
	whole.Type, whole.Licenses = "application", by("MIT")
	needs := []string{}
	for _, part := range parts {
		needs = append(needs, part.Ref)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	return out.Encode(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata": map[string]any{"component": whole}, "components": parts, "dependencies": []dependency{{whole.Ref, needs}},
	})
}

// of returns the part of a module. Its hash comes from go.sum and covers the names and
// the contents of its files.
func of(m *debug.Module) component {
	purl := "pkg:golang/" + m.Path + "@" + m.Version
	c := component{Type: "library", Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
	if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(sum) > 0 {
		c.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum)}}
	}
	return c
}
