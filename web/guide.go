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
	source   string
}

// GuidePage is a page of the guide as Markdown.
type GuidePage struct {
	Name    string // of its file, such as start.md
	Title   string
	Summary string // its first paragraph
	Text    string
}

// Guide returns the pages of the guide in reading order, from where the options say.
func Guide(o Options) ([]GuidePage, error) {
	var files fs.FS = embedded
	if o.Folder != "" {
		files = folder(o.Folder)
	}
	found, err := readGuide(files)
	var pages []GuidePage
	for _, page := range found {
		pages = append(pages, GuidePage{page.Name + ".md", page.Title, page.Summary, page.source})
	}
	return pages, err
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
	pages, err := readGuide(files)
	if err != nil {
		return nil, err
	}
	made := map[string]any{}
	index, sections := []guideEntry{}, []guideSection{}
	for _, page := range pages {
		made[page.Name] = page
		group, _ := guideGroup(page.Name)
		index = append(index, guideEntry{page.Name, group, page.Title, page.Summary, append([]guideHeading{}, page.Headings...)})
		sections = append(sections, page.Sections...)
	}
	made["index"] = map[string]any{"pages": index}
	made["search"] = map[string]any{"sections": sections}
	texts := map[string][]byte{}
	for name, value := range made {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(value); err != nil {
			return nil, err
		}
		texts[path.Join(guideFolder, name+".json")] = text.Bytes()
	}
	return texts, nil
}

// readGuide returns the pages in reading order.
func readGuide(files fs.FS) (pages []guidePage, err error) {
	names, err := fs.Glob(files, guideFolder+"/*.md")
	for i, file := range names {
		names[i] = strings.TrimSuffix(path.Base(file), ".md")
	}
	slices.SortStableFunc(names, func(a, b string) int {
		_, placeA := guideGroup(a)
		_, placeB := guideGroup(b)
		return cmp.Compare(placeA, placeB)
	})
	for _, name := range names {
		source, err := fs.ReadFile(files, path.Join(guideFolder, name+".md"))
		if err != nil {
			return nil, err
		}
		pages = append(pages, parsePage(name, source, names))
	}
	return pages, err
}
