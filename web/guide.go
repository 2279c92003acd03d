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

// readingOrder is the order in which the guide shows its pages, by the groups of the
// README. An unnamed page comes last.
const readingOrder = "start how-it-works install real-service troubleshooting pages signing soap openapi open-questions network accounts worlds world-fields records import " +
	"time bundles scenarios rehearse rehearsals verify-and-coverage find-calls test-python test-node test-php test-java test-dotnet embedding agents ci " +
	"recipes team commands control glossary conclusions speed survival stability dependencies"

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
		index = append(index, guideEntry{name, page.Title, page.Summary, append([]guideHeading{}, page.Headings...)})
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
	order := strings.Fields(readingOrder)
	place := func(name string) int {
		if at := slices.Index(order, name); at >= 0 {
			return at
		}
		return len(order)
	}
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(place(a), place(b)) })
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
