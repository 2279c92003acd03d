package control

import (
	"compress/gzip"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/klauspost/compress/gzhttp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// answer is the answer to a request, before it is written.
type answer struct {
	status int                                      // of a body, 0 is 200
	body   any                                      // 204 when nil
	stream func(http.ResponseWriter, *http.Request) // writes the whole answer itself
}

// ok answers a value.
func ok(body any) answer { return answer{body: body} }

// list answers rows under their plural, with their number.
func list[T any](plural string, rows []T) answer {
	if rows == nil {
		rows = []T{}
	}
	return ok(map[string]any{plural: rows, "total": len(rows)})
}

// write is the only place that touches the writer of a control request.
func write(c *gin.Context, a answer, err error) {
	if err != nil {
		e := *errorOf(err)           // a copy, because an error may be one of many answers
		_ = c.Error(err).SetMeta(&e) // for the log
		e.Text, e.Hint = phrase.Lines(e.Text), phrase.Line(e.Hint, phrase.MaxLine/2)
		if e.Status == http.StatusServiceUnavailable {
			c.Header("Retry-After", "1")
		}
		a = answer{status: e.Status, body: &e}
	}
	if a.status == 0 {
		a.status = http.StatusOK
	}
	switch {
	case a.stream != nil:
		a.stream(c.Writer, c.Request)
	case a.body == nil:
		c.Status(http.StatusNoContent)
	default:
		compressed(a).ServeHTTP(c.Writer, c.Request)
	}
}

const jsonType = "application/json; charset=utf-8"

// compressed compresses the JSON and the plain text of a handler, unless it is short, for
// clients that accept gzip. The level is the fastest, because most clients are on the
// machine of the sandbox.
var compressed = newCompression()

func newCompression() func(http.Handler) http.HandlerFunc {
	wrap, err := gzhttp.NewWrapper(gzhttp.EnableZstd(false), gzhttp.CompressionLevel(gzip.BestSpeed), gzhttp.ContentTypes([]string{"application/json", "text/plain"}))
	if err != nil {
		panic(err) // these options are right
	}
	return wrap
}

// ServeHTTP writes the body.
func (a answer) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	text, err := encode(a.body)
	if err != nil {
		a.status, text = http.StatusInternalServerError, []byte(`{"error":"the answer cannot be written","hint":"this is a fault of the sandbox"}`)
	}
	w.Header().Set("Content-Type", jsonType)
	w.WriteHeader(a.status)
	_, _ = w.Write(text) // an error means that the client went away
}

// encode returns a value in JSON, with <, > and & as they are.
func encode(value any) ([]byte, error) {
	text, err := phrase.JSON(value)
	return []byte(text + "\n"), err
}

// NoRoute answers an unknown address.
func NoRoute(c *gin.Context) {
	write(c, answer{}, problem(http.StatusNotFound,
		"the commerce interface is under /rest/6.0/ and /soap/6.0, "+base+"/ lists the other routes", "unknown address %s", shownPath(c)))
}

// NoMethod answers an address without a route for the method.
func NoMethod(c *gin.Context) {
	write(c, answer{}, problem(http.StatusMethodNotAllowed, "allowed: "+c.Writer.Header().Get("Allow"),
		"%s is not allowed for %s", c.Request.Method, shownPath(c)))
}

func shownPath(c *gin.Context) string { return phrase.Line(c.Request.URL.Path, phrase.MaxLine/2) }

// answerIn answers a report in a format.
func answerIn[R any](report R, format client.Format, in func(R, client.Format) (string, error)) (answer, error) {
	kinds := map[client.Format]mediaType{client.AsText: plain, client.AsMarkdown: markdown, client.AsJUnit: "application/xml; charset=utf-8"}
	if format == client.AsJSON {
		return ok(report), nil
	}
	text, err := in(report, format)
	return textAnswer(kinds[format], text), err
}

// textAnswer answers a text.
func textAnswer(kind mediaType, text string) answer {
	return answer{stream: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", string(kind))
		w.Header().Set("X-Content-Type-Options", "nosniff")
		_, _ = io.WriteString(w, text) // an error means that the client went away
	}}
}

// texts returns words of a closed set as texts, never nil.
func texts[T ~string](list []T) []string {
	plain := make([]string, len(list))
	for i, text := range list {
		plain[i] = string(text)
	}
	return plain
}

// byText returns a map with plain texts as keys, never nil.
func byText[K ~string, V any](m map[K]V) map[string]V {
	plain := make(map[string]V, len(m))
	for key, value := range m {
		plain[string(key)] = value
	}
	return plain
}
