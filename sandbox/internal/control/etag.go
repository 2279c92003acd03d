package control

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// documentOf returns a handler that answers a JSON document.
func documentOf(text []byte) handler {
	return func(*gin.Context) (answer, error) { return withTag(json.RawMessage(text)) }
}

// withTag answers a body that seldom changes. A client with a copy sends its ETag and gets 304.
func withTag(body any) (answer, error) {
	text, err := encode(body)
	sum := sha256.Sum256(text)
	return answer{stream: compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Type", jsonType)
		head.Set("ETag", `W/"`+base64.RawURLEncoding.EncodeToString(sum[:12])+`"`) // weak, because compression does not change it
		head.Set("Cache-Control", "no-cache")                                      // a client asks each time whether it changed
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	}))}, err
}
