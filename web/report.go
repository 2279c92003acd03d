package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"path"
	"strings"
)

// reportFile is the shell of a report, reportModule draws it, and reportStyle is its
// style beside the one of every page.
const (
	reportFile   = "report.html"
	reportModule = "app/report.js"
	reportStyle  = "screens/rehearsal.css"
)

// WriteReport writes the report of a rehearsal, in JSON, as one HTML file without outside
// parts. The modules and styles of the pages are in it and draw the report as the pages
// do. Where no script may run, it shows the text instead. The error is the writer's, or
// says that the report is not JSON.
func WriteReport(w io.Writer, title, text string, report []byte) error {
	if !json.Valid(report) {
		return fmt.Errorf("the report is not JSON")
	}
	shell, err := fs.ReadFile(embedded, reportFile)
	if err != nil {
		return err
	}
	style, err := styles(embedded)
	if err != nil {
		return err
	}
	own, err := fs.ReadFile(embedded, reportStyle)
	if err != nil {
		return err
	}
	begin, modules := fmt.Sprintf("import %q;", reportModule), importMap(embedded, reportModule)
	style = append(style, own...)
	var data bytes.Buffer
	json.HTMLEscape(&data, report) // nothing in it ends its element
	fill := strings.NewReplacer(
		"{{policy}}", reportPolicy(string(style), begin, modules), "{{title}}", html.EscapeString(title), "{{text}}", html.EscapeString(text),
		"{{style}}", string(style), "{{modules}}", modules, "{{begin}}", begin, "{{report}}", data.String())
	_, err = fill.WriteString(w, string(shell))
	return err
}

// importMap returns the import map with a module and all its imports. A module without an
// address cannot import by relative paths, so each is named by its whole path.
func importMap(files fs.FS, first string) string {
	all := map[string]string{}
	for _, name := range modules(files, first) {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			continue // cannot be: modules has read it
		}
		var whole []byte
		done := 0
		for _, at := range imports.FindAllSubmatchIndex(text, -1) {
			whole = append(append(whole, text[done:at[2]]...), path.Join(path.Dir(name), string(text[at[2]:at[3]]))...)
			done = at[3]
		}
		whole = append(whole, text[done:]...)
		all[name] = "data:text/javascript;base64," + base64.StdEncoding.EncodeToString(whole)
	}
	written, _ := json.Marshal(map[string]any{"imports": all}) // texts by name are always JSON
	return string(written)
}

// reportPolicy is the policy of the pages for a file without outside parts: it loads and
// calls nothing, and runs nothing but its own scripts.
func reportPolicy(style string, scripts ...string) string {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	allowed := "data:"
	for _, script := range scripts {
		allowed += " " + hash(script)
	}
	return "default-src 'none'; script-src " + allowed + "; style-src " + hash(style) + "; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
}
