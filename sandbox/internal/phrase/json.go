package phrase

import (
	"encoding/json"
	"strings"
)

// JSON returns a value in JSON on one line, with <, > and & as they are, because people read
// it.
func JSON(value any) (string, error) {
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return strings.TrimSuffix(text.String(), "\n"), err
}

// Quote returns a text in JSON.
func Quote(text string) string {
	quoted, _ := JSON(text) // every text has a form in JSON
	return quoted
}
