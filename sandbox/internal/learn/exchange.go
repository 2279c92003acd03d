package learn

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// exchange is a call of the interface and its answer.
type exchange struct {
	name   string // such as shop.har 12 create-upsell
	host   string
	code   string // vendor code, "" when the call does not name it
	op     *catalog.Operation
	path   string // below the REST base address
	query  url.Values
	sent   http.Header
	claim  *credential.Claim // of the credential header, nil without one
	asked  []byte
	status int
	got    http.Header
	answer []byte
	value  any       // the answer in JSON, nil for another one
	known  bool      // whether the recorder kept the answer's body, or there was none
	at     time.Time // on the service's clock, when it says what that shows, otherwise on the recorder's
	dated  bool      // whether it says so
}

// ok reports whether the call succeeded. A fault may come with any status.
func (e *exchange) ok() bool {
	return e.status >= 200 && e.status < 300 && (e.op.Protocol == catalog.REST || e.errorCode() == "")
}

// lacks says why the body of the answer was not read, "" when it was or there is none.
func (e *exchange) lacks() string {
	isJSON := e.op.Protocol == catalog.REST && strings.Contains(e.got.Get("Content-Type"), "json")
	switch {
	case !e.known:
		return "the recorder left it out"
	case isJSON && len(e.answer) > 0 && e.value == nil && strings.TrimSpace(string(e.answer)) != "null":
		return "it is cut, compressed or for another reason no JSON"
	}
	return ""
}

// object returns the answer as a JSON object, nil for another one.
func (e *exchange) object() map[string]any {
	o, _ := e.value.(map[string]any)
	return o
}

// rows returns the objects of a list of the answer.
func (e *exchange) rows(name string) (rows []map[string]any) {
	list, _ := e.object()[name].([]any)
	for _, one := range list {
		if row, is := one.(map[string]any); is {
			rows = append(rows, row)
		}
	}
	return rows
}

// count returns a number of the answer, of its Pagination where that has it, 0 for none.
func (e *exchange) count(names ...string) int {
	pagination, _ := e.object()["Pagination"].(map[string]any)
	for _, name := range names {
		for _, within := range []map[string]any{e.object(), pagination} {
			if n, is := within[name].(float64); is {
				return int(n)
			}
		}
	}
	return 0
}

// errorCode returns the code of an error body or a SOAP fault.
func (e *exchange) errorCode() string {
	if e.op.Protocol == catalog.SOAP {
		code := element(e.answer, "faultcode")
		if code == "MustUnderstand" { // the word of SOAP 1.1
			return string(catalog.MustUnderstand)
		}
		return code
	}
	code, _ := e.object()["error_code"].(string)
	return code
}

// elements find the texts of elements by their local names.
var elements = map[string]*regexp.Regexp{"faultcode": ofElement("faultcode"), "merchantCode": ofElement("merchantCode"), "loginReturn": ofElement("loginReturn"), "sessionID": ofElement("sessionID")}

func ofElement(name string) *regexp.Regexp {
	return regexp.MustCompile(`<(?:\w+:)?` + name + `(?:\s[^>]*)?>\s*([^<]*?)\s*<`)
}

// element returns the text of the first of the elements with a name, without a prefix of its
// own.
func element(text []byte, name string) string {
	found := elements[name].FindSubmatch(text)
	if found == nil {
		return ""
	}
	value := string(found[1])
	return value[strings.LastIndex(value, ":")+1:]
}

var (
	restBase = regexp.MustCompile(`/rest/(\d+\.\d+)(/.*)?$`)
	soapCall = regexp.MustCompile(`<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?(\w+)`)
)

// madeHere are the headers of answers that a scenario, a preview or discarded writes made.
var madeHere = []string{"X-Sandbox-Scenario", "X-Sandbox-Preview", "X-Sandbox-Discarded"}

// place returns the call of a recorded entry, or why it is none of the interface.
func (l *learning) place(name string, r recorded) (*exchange, string) {
	u, err := url.Parse(r.Request.URL)
	switch {
	case err != nil || r.Request.Method == "":
		return nil, fmt.Sprintf("an entry that is no HTTP call, or larger than %d MiB", maxEntry>>20)
	case r.Response.Status == 0:
		return nil, "no answer was recorded"
	}
	e := &exchange{host: strings.ToLower(u.Host), query: u.Query(), sent: headerOf(r.Request.Headers), got: headerOf(r.Response.Headers), status: r.Response.Status}
	if slices.ContainsFunc(madeHere, func(name string) bool { return e.got.Get(name) != "" }) {
		return nil, "a sandbox answered on purpose: a scenario, a preview or discarded writes"
	}
	e.asked = body(r.Request.PostData.Text, r.Request.PostData.Encoding+r.Request.PostData.Own, e.sent)
	e.answer = body(r.Response.Content.Text, r.Response.Content.Encoding, e.got)
	e.known = len(e.answer) > 0 || r.Response.Content.Size == 0 || r.Response.Status == http.StatusNoContent
	e.at = moment(e.got.Get("Date"))
	if e.dated = !e.at.IsZero(); !e.dated {
		e.at = moment(r.Started)
	}
	if why := l.identify(e, u, r.Request.Method); why != "" {
		return nil, why
	}
	e.name = fmt.Sprintf("%s %s", name, e.op.ID)
	if e.op.Protocol == catalog.REST && len(e.answer) > 0 {
		if json.Unmarshal(e.answer, &e.value, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
			e.value = nil // the half of a cut answer shows nothing
		}
	}
	return e, ""
}

// identify finds the operation of a call and its vendor code.
func (l *learning) identify(e *exchange, u *url.URL, method string) (why string) {
	for _, name := range l.CredentialHeaders {
		if claim, err := credential.Parse(e.sent.Get(name)); err == nil {
			e.claim, e.code = &claim, claim.Code
		}
	}
	if action := soapCall.FindSubmatch(e.asked); action != nil && method == http.MethodPost {
		for _, op := range catalog.Operations() {
			if op.Protocol == catalog.SOAP && op.Action == string(action[1]) {
				e.op, e.code = op, element(e.asked, "merchantCode")
				return ""
			}
		}
	}
	base := restBase.FindStringSubmatch(u.Path)
	switch {
	case base == nil && e.claim == nil:
		return "a call of another service"
	case base != nil && "/rest/"+base[1] != catalog.Base:
		return "a call of version " + base[1] + " of the interface"
	case base != nil:
		e.op, e.path = operationAt(method, base[2]), base[2]
	default:
		e.op, e.path = operationWithin(method, u.Path)
	}
	if e.op == nil {
		return fmt.Sprintf("no operation of the interface: %s %s", method, outline(cmp.Or(e.path, u.Path)))
	}
	return ""
}

// step matches a step of a path behind the first one.
var step = regexp.MustCompile(`([^/])/[^/]+`)

// outline returns a path with * in place of its steps behind the first one, because they may be
// names of people.
func outline(path string) string { return phrase.Shorten(step.ReplaceAllString(path, "$1/*"), 60) }

// operationWithin returns the REST operation of a method at the end of a path, and its path: a
// proxy may have put further steps before it.
func operationWithin(method, path string) (*catalog.Operation, string) {
	for at := 0; at >= 0 && at < len(path); {
		if op := operationAt(method, path[at:]); op != nil {
			return op, path[at:]
		}
		next := strings.IndexByte(path[at+1:], '/')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return nil, ""
}

// operationAt returns the REST operation of a method at a path, nil for none.
func operationAt(method, path string) *catalog.Operation {
	for _, id := range catalog.OperationsAt(path) {
		if op, _ := catalog.Find(id); op.Method == method && op.Protocol == catalog.REST {
			return op
		}
	}
	return nil
}
