package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

// The files that list the parts of a binary.
const (
	noticesFile  = ".ci/notices/NOTICES.txt"
	versionsFile = "web/vendor/VERSIONS"
)

// texts are phrases in the text of one licence only, the more special one first.
var texts = []struct{ id, part string }{
	{"Apache-2.0", "Apache License"},
	{"MPL-2.0", "Mozilla Public License"},
	{"BSD-3-Clause", "Neither the name of"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce"},
	{"ISC", "Permission to use, copy, modify, and/or distribute"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"CC0-1.0", "CC0 1.0 Universal"},
}

// licenceOf returns the SPDX id of the licence of a module by its text in the notices, ""
// for one unknown here.
func licenceOf(m *debug.Module, notices string) string {
	from := "\n" + m.Path + " " + m.Version + ": "
	if m.Path == "std" {
		from = "\nThe Go standard library and runtime: "
	}
	_, text, _ := strings.Cut(notices, from)
	text, _, _ = strings.Cut(text, "\n"+strings.Repeat("=", 80)+"\n")
	text = strings.Join(strings.Fields(text), " ")
	for _, t := range texts {
		if strings.Contains(text, t.part) {
			return t.id
		}
	}
	return ""
}

// packages returns the JavaScript packages in the pages.
func packages() ([]component, error) {
	versions, err := os.ReadFile(versionsFile)
	if err != nil {
		return nil, err
	}
	var parts []component
	for line := range strings.Lines(string(versions)) {
		f := strings.Fields(line)
		if len(f) < 4 || f[0] != "package" {
			continue
		}
		purl := fmt.Sprintf("pkg:npm/%s@%s", strings.Replace(f[1], "@", "%40", 1), f[2])
		parts = append(parts, describe("library", purl, f[1], f[2], f[3]))
	}
	return parts, nil
}
