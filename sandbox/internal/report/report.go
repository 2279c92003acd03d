// Package report writes verdicts, runs, coverage and rehearsals for people and for CI
// servers: as text, as JUnit's XML and in Markdown. Clients may send anything, so no
// part of a report changes what a terminal, a page or a reader of XML makes of the rest.
//
// The package leaves the subjects of reports to its callers: verdicts and runs come from package
// verdict, coverage from package coverage, rehearsals from package rehearse.
package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// forms are the functions that write a report, by the format. Every report has JSON.
type forms map[client.Format]func() string

// in returns a report in a format. An unknown format is an error.
func in(format client.Format, report any, has forms) (string, error) {
	has[client.AsJSON] = func() string {
		text, _ := phrase.JSON(report) // every one has a form in JSON
		return text + "\n"
	}
	write, known := has[format]
	if !known {
		return "", fmt.Errorf("format must be %s, got %q", phrase.Or(slices.Sorted(maps.Keys(has))...), format)
	}
	return write(), nil
}

// oneLine returns a text without control characters, because clients may send some
// that change a terminal.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// markup escapes the markup of Markdown and HTML.
var markup = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "\\", `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, "#", `\#`, "@", "&#64;")

// inMarkdown returns a text as it looks in a cell of a table, because labels and data
// of clients may be anything.
func inMarkdown(text string) string { return markup.Replace(oneLine(text)) }
