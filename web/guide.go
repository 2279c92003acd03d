package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// guideFolder has the pages of the guide, one Markdown file each.
const guideFolder = "guide"

// guideGroups are the pages of the guide in reading order, in the groups of the README.
var guideGroups = []struct{ title, names string }{
	{"Begin", "start how-it-works install real-service troubleshooting pages"},
	{"Call it", "signing soap openapi open-questions network"},
	{"Data and time", "accounts worlds world-fields records import time bundles"},
	{"Failures", "scenarios rehearse rehearsals"},
	{"Tests", "verify-and-coverage find-calls test-python test-node test-php test-java test-dotnet embedding agents"},
	{"CI and teams", "ci recipes team"},
	{"Look up", "commands control glossary"},
	{"How far to trust it", "conclusions speed survival stability dependencies"},
}

// guideGroup returns the group of a page, and its place in reading order. A page without
// a group comes last.
func guideGroup(name string) (title string, place int) {
	for _, group := range guideGroups {
		names := strings.Fields(group.names)
		if at := slices.Index(names, name); at >= 0 {
			return group.title, place + at
		}
		place += len(names)
	}
	return "More", place
}

// guidePage is a page of the guide without its title. Its tree has strings and
// elements, so that a browser shows it without reading HTML.
type guidePage struct {
	Name     string         `json:"name"`
	Title    string         `json:"title"`
	Summary  string         `json:"-"` // its first sentences
	Headings []guideHeading `json:"-"`
	Sections []guideSection `json:"-"`
	Tree     []any          `json:"tree"`
}

// guideHeading is a heading below the title.
type guideHeading struct {
	ID    string `json:"id"`
	Level int    `json:"level"`
	Text  string `json:"text"`
}

// guideSection is the text below a heading, for searching. The text before the first
// heading has a heading without id and text.
type guideSection struct {
	Page    string `json:"page"`
	Title   string `json:"title"`
	ID      string `json:"id"`
	Heading string `json:"heading"`
	Text    string `json:"text"`
}

// guideEntry is a page in the list of pages.
type guideEntry struct {
	Name     string         `json:"name"`
	Group    string         `json:"group"`
	Title    string         `json:"title"`
	Summary  string         `json:"summary"`
	Headings []guideHeading `json:"headings"`
}

// guideFiles makes the files of the guide for a browser: index.json with the list of
// pages, search.json, and NAME.json for each page.
func guideFiles(files fs.FS) (map[string][]byte, error) {
	names, err := guideNames(files)
	if err != nil {
		return nil, err
	}
	made := map[string]any{}
	index, sections := []guideEntry{}, []guideSection{}
	for _, name := range names {
		source, err := fs.ReadFile(files, path.Join(guideFolder, name+".md"))
		if err != nil {
			return nil, err
		}
		page := parsePage(name, source, names)
		made[name] = page
		group, _ := guideGroup(name)
		index = append(index, guideEntry{name, group, page.Title, page.Summary, append([]guideHeading{}, page.Headings...)})
		sections = append(sections, page.Sections...)
	}
	made["index"] = map[string]any{"pages": index}
	made["search"] = map[string]any{"sections": sections}
	texts := map[string][]byte{}
	for name, value := range made {
		if texts[path.Join(guideFolder, name+".json")], err = jsonText(value); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// guideNames returns the names of the pages in reading order.
func guideNames(files fs.FS) ([]string, error) {
	found, err := fs.Glob(files, guideFolder+"/*.md")
	for i, file := range found {
		found[i] = strings.TrimSuffix(path.Base(file), ".md")
	}
	slices.SortStableFunc(found, func(a, b string) int {
		_, placeA := guideGroup(a)
		_, placeB := guideGroup(b)
		return cmp.Compare(placeA, placeB)
	})
	return found, err
}

// jsonText returns a value as JSON with <, > and & as they are.
func jsonText(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return out.Bytes(), err
}
