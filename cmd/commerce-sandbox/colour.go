package main

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

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

// isScreen reports whether the output can be replaced and coloured: a terminal that is not
// dumb.
func (p *program) isScreen(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok || slices.Contains(p.environ, "TERM=dumb") {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
