package transcript

import (
	"bytes"
	"go/format"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Part is a part of a text in a test: a literal, or an id of a record that a handle names.
type Part struct {
	Text       string
	Handle, ID string // "" for a literal
}

// word matches what may be an id of a record.
var word = regexp.MustCompile(`[\w-]{6,}`)

// PartsOf splits a text so that each whole word that is an id of a handle is a part.
func PartsOf(text string, ids map[string]Part) (parts []Part) {
	from := 0
	for _, at := range word.FindAllStringIndex(text, -1) {
		named, found := ids[text[at[0]:at[1]]]
		if !found {
			continue
		}
		if at[0] > from {
			parts = append(parts, Part{Text: text[from:at[0]]})
		}
		parts, from = append(parts, named), at[1]
	}
	if from < len(text) {
		parts = append(parts, Part{Text: text[from:]})
	}
	return parts
}

// Test is a call as a test of a suite with the fixture of its framework, which opens an
// account. The test signs the call for this account, sends it and expects the same answer.
type Test struct {
	Operation string
	Status    int
	Code      string   // of a refusal
	InBody    bool     // whether the body of the answer has the code
	Scenarios []string // to activate before the call

	Header string // name of the credential header
	Method string
	Target []Part // path and query below the REST base
	Body   []Part

	Login         bool   // whether the call is the SOAP login
	Before, After []Part // the envelope of a SOAP call around its session, empty without one
}

// SOAP reports whether the call is one of SOAP.
func (t Test) SOAP() bool { return t.Login || len(t.Before) > 0 }

// Name returns the words of the test's name, joined by a separator: retrieve, order,
// answers, 404.
func (t Test) Name(separator string) string {
	return strings.ReplaceAll(t.Operation, "-", separator) + separator + "answers" + separator + strconv.Itoa(t.Status)
}

// Camel returns the name of the test in one word, such as RetrieveOrderAnswers404.
func (t Test) Camel() string {
	var b strings.Builder
	for _, word := range strings.Fields(t.Name(" ")) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// framework is how the tests of a framework are written.
type framework struct {
	name   string
	quote  func(string) string
	handle func(name, id string) string // expression for the id of a handle
	joined string                       // operator between texts
}

// index returns how handles are read by two names in brackets.
func index(handles string, quote func(string) string) func(name, id string) string {
	return func(name, id string) string { return handles + "[" + quote(name) + "][" + quote(id) + "]" }
}

func frameworks() []framework {
	return []framework{
		{"go", strconv.Quote, func(name, id string) string { return "s.ID(" + strconv.Quote(name) + ", " + strconv.Quote(id) + ")" }, " + "},
		{"junit", phrase.Quote, func(name, id string) string {
			return "sandbox.handle(" + phrase.Quote(name) + ", " + phrase.Quote(id) + ")"
		}, " + "},
		{"node-test", phrase.Quote, index("account.handles", phrase.Quote), " + "},
		{"phpunit", phpText, index("$this->handles", phpText), " . "},
		{"pytest", phrase.Quote, index("account.handles", phrase.Quote), " + "},
	}
}

// Frameworks returns the frameworks of tests, sorted.
func Frameworks() (names []string) {
	for _, f := range frameworks() {
		names = append(names, f.name)
	}
	return names
}

// text returns the expression for a text.
func (f framework) text(parts []Part) string {
	expressions := make([]string, 0, len(parts))
	for _, p := range parts {
		if p.Handle == "" {
			expressions = append(expressions, f.quote(p.Text))
		} else {
			expressions = append(expressions, f.handle(p.Handle, p.ID))
		}
	}
	if len(parts) == 0 {
		return f.quote("")
	}
	return strings.Join(expressions, f.joined)
}

// In returns the test for one of Frameworks.
func (t Test) In(name string) string {
	known := frameworks()
	f := known[slices.IndexFunc(known, func(f framework) bool { return f.name == name })]
	functions := template.FuncMap{"quote": f.quote, "text": f.text, "envelope": Envelope}
	file := "test_" + name + ".tmpl"
	parsed := template.Must(template.New(file).Funcs(functions).ParseFS(files, file))
	var out bytes.Buffer
	if err := parsed.Execute(&out, t); err != nil {
		panic(err) // the functions return no errors
	}
	if name != "go" {
		return out.String()
	}
	formatted, err := format.Source(out.Bytes())
	if err != nil {
		panic(err) // the template is Go
	}
	return string(formatted)
}
