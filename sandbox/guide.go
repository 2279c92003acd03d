package sandbox

import (
	"strings"
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/web"
)

// guide returns a reader of the guide: once, or from a folder each time.
func guide(folder string) func() ([]control.GuidePage, error) {
	read := func() ([]control.GuidePage, error) {
		pages, err := web.Guide(web.Options{Folder: folder})
		shown := make([]control.GuidePage, len(pages))
		for i, p := range pages {
			shown[i] = control.GuidePage{GuidePage: client.GuidePage{Name: p.Name, Title: p.Title, Summary: firstSentence(p.Summary)}, Text: p.Text}
		}
		return shown, err
	}
	if folder != "" {
		return read
	}
	return sync.OnceValues(read)
}

// firstSentence returns the first sentence of a text.
func firstSentence(text string) string {
	text = strings.TrimSuffix(text, ":")
	if end := strings.Index(text, ". "); end >= 0 {
		return text[:end+1]
	}
	return text
}
