package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// formatFlag chooses text, JSON, a template, or one of more formats.
func formatFlag(field *client.Format, more ...client.Format) flag {
	known := append([]client.Format{client.AsText, client.AsJSON}, more...)
	return flag{
		name: "format", value: choice(known) + "|TEMPLATE", preset: string(client.AsText), usage: "format of the result",
		set: func(given string) error {
			*field = client.Format(given)
			if isTemplate(*field) {
				_, err := parseTemplate(given, nil)
				return templateError(err, nil)
			}
			if slices.Contains(known, *field) {
				return nil
			}
			hint := ""
			if near := sandbox.Nearest(given, strings.Split(choice(known), "|")); len(near) > 0 {
				hint = "; did you mean " + near[0] + "?"
			}
			return fmt.Errorf("must be %s, or a template such as {{.total}}, got %q%s", choice(known), given, hint)
		},
		complete: words(known...),
	}
}

func encodeJSON(v any) ([]byte, error) {
	var made bytes.Buffer
	encoder := json.NewEncoder(&made)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return made.Bytes(), err
}

// writeTable writes lines with tabs in aligned columns, without blanks at the end of a line.
func writeTable(w io.Writer, lines string) error {
	aligned := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for line := range strings.Lines(lines) {
		fmt.Fprintln(aligned, sandbox.Visible(strings.TrimRight(line, "\t \n")))
	}
	return aligned.Flush() // returns the first error of the writer
}

// count returns "1 order" or "2 orders".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// inUTC writes a moment as the interface does (open question times).
func inUTC(t time.Time) string { return t.UTC().Format(time.DateTime) }

// colour returns a text in the colour of its cause, as the pages show it: red for the
// client, violet for a scenario, yellow for the sandbox. Without a terminal, or with
// NO_COLOR, it returns the text as it is.
func (p *program) colour(text string, cause client.Cause) string {
	code := map[client.Cause]string{client.ByClient: "31", client.ByScenario: "35", client.BySandbox: "33"}[cause]
	if code == "" || !p.hasColours() {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// hasColours reports whether stdout is a terminal with colours (no-color.org).
func (p *program) hasColours() bool {
	return p.isScreen(p.stdout) && !slices.ContainsFunc(p.environ, func(variable string) bool {
		name, value, _ := strings.Cut(variable, "=")
		return name == "NO_COLOR" && value != ""
	})
}

// isScreen reports whether an output can be replaced and coloured: a terminal, but no dumb one.
func (p *program) isScreen(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && isatty.IsTerminal(file.Fd()) && !slices.Contains(p.environ, "TERM=dumb")
}
