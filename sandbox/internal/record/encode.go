package record

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	v1 "github.com/go-json-experiment/json/v1"
)

// Encode returns v in the JSON of the interface: markers such as
// <!--{RECOMMENDED_PRODUCT_NAME}--> stay as they are, and there is no newline at
// the end.
func Encode(v any) ([]byte, error) { return json.Marshal(v, asStored) }

// asStored are the rules of encoding/json, in use for records from the beginning,
// without its escapes for HTML.
var asStored = json.JoinOptions(v1.DefaultOptionsV1(), jsontext.EscapeForHTML(false))

// Decode reads a record encoded by Encode.
func Decode(text []byte, into any) error { return v1.Unmarshal(text, into) }
