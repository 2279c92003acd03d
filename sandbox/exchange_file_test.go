package sandbox_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// story is what an exchange file contains: steps between lines of ###, each a
// request and its answer as they travel.
//
//	# A sentence about the story, or a comment.
//	# @assume search-status=200
//
//	GET /rest/6.0/orders/?Limit=1
//	Accept: application/json
//	X-Service-Authentication: {{signed}}
//
//	HTTP/1.1 200 OK
//	Content-Type: application/json
//
//	{"Items":[],"Pagination":{"Page":1,"Limit":1,"Count":0}}
//
// The answer begins with the line HTTP/1.1. -update writes it: all its headers
// except those of every answer, sorted by name, and its body without newlines at
// the end.
//
// Directives before the request line of the first step set the sandbox up:
//
//	@assume ID=ANSWER   another answer to an open question, repeatable
//	@feature FLAG=off   a feature of every account, on or off, repeatable
//	@accounts closed    unknown vendor codes are refused
//	@max-accounts N     there may be N accounts
//	@world NAME         the world of the accounts
//	@clock MOMENT       the clocks are frozen there; answers keep their Date
//
// and before the request line of any step:
//
//	@advance DURATION   the wall clock moves on, such as 8d or -6m
//	@only NAME NAME     keeps only these fields of the records of a listing
//
// The wall clock is frozen at sandboxtest.Moment, and calls are made with the
// first account. A request may have placeholders:
//
//	{{signed}}          the value of the credential header, made with sha256
//	{{signed ALG}}      the same, made with another algorithm
//	{{signed-as CODE}}  the same, for another vendor code
//	{{date}} {{hash}}   two of its parts; {{hash ALG}}
//	{{hash-as CODE}}    the hash for another vendor code
//	{{session}}         a SOAP session as login would return it
//	{{session -11m}}    the same, of a login at another time
//	{{HANDLE.ID}}       an id of the world, such as {{order-complete.OrderReference}}
//	{{fill N}}          the letter A, N times
type story struct {
	name    string // operation/story
	options []func(*sandbox.Options)
	steps   []step
}

type step struct {
	prelude string // comments and directives, as written
	request string // as written
	answer  string // as recorded
	advance string
	only    []string
}

const stepMark = "###\n"

// readStory reads a file. A fault in it ends the test.
func readStory(t *testing.T, name, file string) story {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	s := story{name: name}
	for i, part := range strings.Split(string(text), "\n"+stepMark) {
		st, setup, err := readStep(part)
		if err == nil && i > 0 && len(setup) > 0 {
			err = fmt.Errorf("the sandbox is set up in the first step only")
		}
		if err != nil {
			t.Fatalf("%s, step %d: %v", file, i+1, err)
		}
		s.options = append(s.options, setup...)
		s.steps = append(s.steps, st)
	}
	return s
}

// String returns the file of the story.
func (s story) String() string {
	parts := make([]string, len(s.steps))
	for i, st := range s.steps {
		parts[i] = st.prelude + st.request + "\n\n" + st.answer + "\n"
	}
	return strings.Join(parts, "\n"+stepMark)
}

func readStep(text string) (step, []func(*sandbox.Options), error) {
	var st step
	var setup []func(*sandbox.Options)
	rest := text
	for rest != "" && (rest[0] == '#' || rest[0] == '\n') {
		line, after, _ := strings.Cut(rest, "\n")
		rest = after
		directive, ok := strings.CutPrefix(line, "# @")
		if !ok {
			continue
		}
		option, err := st.direct(directive)
		if err != nil {
			return st, nil, err
		}
		if option != nil {
			setup = append(setup, option)
		}
	}
	st.prelude = text[:len(text)-len(rest)]
	request, answer, recorded := strings.Cut("\n"+rest, "\nHTTP/1.1 ")
	st.request = strings.Trim(request, "\n")
	if recorded {
		st.answer = "HTTP/1.1 " + strings.TrimRight(answer, "\n")
	}
	if st.request == "" {
		return st, nil, fmt.Errorf("the request is missing")
	}
	return st, setup, nil
}

// direct applies a directive, and returns an option if it sets the sandbox up.
func (st *step) direct(directive string) (func(*sandbox.Options), error) {
	name, value, _ := strings.Cut(directive, " ")
	left, right, _ := strings.Cut(value, "=")
	switch name {
	case "advance":
		st.advance = value
	case "only":
		st.only = strings.Fields(value)
	case "assume":
		return func(o *sandbox.Options) {
			o.Answers = with(o.Answers, left, right)
		}, nil
	case "feature":
		return func(o *sandbox.Options) {
			o.Features = with(o.Features, left, right == "on")
		}, nil
	case "accounts":
		return func(o *sandbox.Options) { o.Accounts = sandbox.AccountPolicy(value) }, nil
	case "max-accounts":
		n, err := strconv.Atoi(value)
		return func(o *sandbox.Options) { o.MaxAccounts = n }, err
	case "world":
		return func(o *sandbox.Options) { o.World = value }, nil
	case "clock":
		return func(o *sandbox.Options) { o.Clock = value }, nil
	default:
		return nil, fmt.Errorf("unknown directive @%s", name)
	}
	return nil, nil
}

func with[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	if m == nil {
		m = map[K]V{}
	}
	m[key] = value
	return m
}

// moved returns how far a step moves the wall clock.
func (st *step) moved(t *testing.T) time.Duration {
	t.Helper()
	d, err := clock.ParseDuration(cmp.Or(st.advance, "0"))
	must(t, err)
	return d
}

// written returns an answer as an exchange file shows it.
func (st *step) written(r *http.Response, body []byte, keepDate bool) string {
	var out strings.Builder
	fmt.Fprintf(&out, "HTTP/1.1 %s\n", r.Status)
	var names []string
	for name := range r.Header {
		if !slices.Contains(ofEveryAnswer, name) && (name != "Date" || keepDate) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		for _, value := range r.Header[name] {
			fmt.Fprintf(&out, "%s: %s\n", name, value)
		}
	}
	out.WriteString("\n")
	if len(st.only) > 0 {
		body = abridged(body, st.only)
	}
	out.Write(body)
	return strings.TrimRight(out.String(), "\n")
}

// ofEveryAnswer are the headers that every answer has.
var ofEveryAnswer = []string{"Cache-Control", "Content-Length", "X-Content-Type-Options"}

// abridged returns a listing with the named fields of its records, one record per
// line. It returns any other body unchanged.
func abridged(body []byte, only []string) []byte {
	var members []json.RawMessage
	var names []string
	d := json.NewDecoder(bytes.NewReader(body))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return body
	}
	for d.More() {
		name, _ := d.Token()
		var member json.RawMessage
		if err := d.Decode(&member); err != nil {
			return body
		}
		names, members = append(names, fmt.Sprint(name)), append(members, member)
	}
	var out bytes.Buffer
	for i, member := range members {
		fmt.Fprintf(&out, "%c%q:", "{,"[min(i, 1)], names[i])
		var records []map[string]json.RawMessage
		if json.Unmarshal(member, &records) != nil {
			out.Write(member)
			continue
		}
		for j, record := range records {
			fmt.Fprintf(&out, "%c\n{", "[,"[min(j, 1)])
			separator := ""
			for _, field := range only {
				if value, ok := record[field]; ok {
					fmt.Fprintf(&out, "%s%q:%s", separator, field, value)
					separator = ","
				}
			}
			out.WriteByte('}')
		}
		if len(records) == 0 {
			out.WriteByte('[')
		}
		out.WriteString("\n]")
	}
	out.WriteByte('}')
	return out.Bytes()
}
