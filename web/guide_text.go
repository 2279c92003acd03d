package web

import (
	"io/fs"
	"path"
)

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
	names, err := guideNames(files)
	if err != nil {
		return nil, err
	}
	var pages []GuidePage
	for _, name := range names {
		source, err := fs.ReadFile(files, path.Join(guideFolder, name+".md"))
		if err != nil {
			return nil, err
		}
		parsed := parsePage(name, source, names)
		pages = append(pages, GuidePage{name + ".md", parsed.Title, parsed.Summary, string(source)})
	}
	return pages, nil
}
