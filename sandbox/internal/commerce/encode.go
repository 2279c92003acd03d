package commerce

import (
	"bytes"
	"encoding/json"
)

// Encode returns v as the JSON that the interface shows: markers such as
// <!--{RECOMMENDED_PRODUCT_NAME}--> stay as they are, and there is no newline
// at the end.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
