package control

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/strictjson"
)

// bodyText returns the body, up to the limit of a JSON body.
func bodyText(c *gin.Context) ([]byte, error) {
	return bodyTextOf(c, catalog.MaxJSONBody)
}

// bodyTextOf returns the body, up to a limit.
func bodyTextOf(c *gin.Context, limit int64) ([]byte, error) {
	tooLarge := problem(http.StatusRequestEntityTooLarge, fmt.Sprintf("send at most %d MiB", limit>>20), "the body is too large")
	done := gate.EndReads(lifeOf(c), c.Writer)
	body, err := gate.ReadBody(c.Request, nil, limit)
	done()
	switch {
	case errors.Is(err, gate.ErrTooLarge):
		return nil, tooLarge
	case err != nil:
		return nil, badRequest("send it again", "the body ended early: %v", err)
	}
	return body, nil
}

// bodies reads JSON bodies.
var bodies = strictjson.New(
	strictjson.ValueOf("a word, a number, true or false", readChoice),
	strictjson.ValueOf("a calendar day in the format Y-m-d, or null", readDay),
	strictjson.ValueOf("a duration such as 500ms, 5s or 7d", readDuration),
)

func readDuration(v strictjson.Scalar) (time.Duration, bool) {
	d, err := clock.ParseDuration(v.Text)
	return d, v.Kind == '"' && (err == nil || v.Text == "")
}

// readDay reads a date of a campaign as the interface does.
func readDay(v strictjson.Scalar) (*commerce.DraftDay, bool) {
	return &commerce.DraftDay{Null: v.Kind == 'n', Text: v.Text}, v.Kind == 'n' || v.Kind == '"'
}

// decode reads the JSON body into v, a pointer to a struct. An empty body
// leaves v as it is.
func decode(c *gin.Context, v any) error {
	body, err := bodyText(c)
	if err != nil || len(bytes.TrimSpace(body)) == 0 {
		return err
	}
	var mistake *strictjson.Error
	if err := bodies.Read(body, v); errors.As(err, &mistake) {
		return badRequest(cmp.Or(replacementOf(c, mistake.Given), "send one JSON object with the documented fields"), "%v", err)
	}
	return nil
}

// choice is the answer to an open question. It may be spelled as a word, a
// number or a truth value: 200 is the same answer as "200".
type choice string

func readChoice(v strictjson.Scalar) (choice, bool) { return choice(v.Text), v.Kind != 'n' }

// faultsHint is the hint beside a list of faults.
const faultsHint = "correct the fields that are named"

// faults are the faults of the fields of a body, each with the field's name.
type faults []string

// maxFaults is how many faults of names a body is searched for, because each unknown name
// is compared with all known ones.
const maxFaults = 50

// enough reports whether there are too many faults to look at the other names.
func (f faults) enough() bool { return len(f) >= maxFaults }

func (f *faults) add(field, format string, args ...any) {
	*f = append(*f, field+": "+fmt.Sprintf(format, args...))
}

// check records the fault of a field, if err is not nil.
func (f *faults) check(field string, err error) {
	var e *client.Error
	switch {
	case errors.As(err, &e) && e.Hint != "":
		f.add(field, "%s; %s", e.Text, e.Hint)
	case err != nil:
		f.add(field, "%v", err)
	}
}

// err returns the faults together, nil when there are none.
func (f faults) err() error {
	if len(f) == 0 {
		return nil
	}
	return badRequest(faultsHint, "%s", strings.Join(f, "; "))
}
