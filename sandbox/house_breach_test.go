package sandbox_test

import (
	"go/token"
	"path"
	"reflect"
	"strings"
	"testing"
)

// TestHouseLawsBite breaks every law once, because a law that nothing can break
// guards nothing.
func TestHouseLawsBite(t *testing.T) {
	t.Parallel()
	for _, c := range broken() {
		t.Run(c.law, func(t *testing.T) {
			t.Parallel()
			var breaches []breach
			p := &source{path: c.path, name: path.Base(c.path), fset: token.NewFileSet()}
			for n, text := range strings.Split(c.text, "\n---\n") {
				p.parse(t, string(rune('a'+n))+".go", text)
			}
			for _, l := range laws() {
				if l.name == c.law {
					breaches = l.breaches(p)
				}
			}
			if !reflect.DeepEqual(breaches, c.breaches) {
				t.Errorf("got  %q\nwant %q", breaches, c.breaches)
			}
		})
	}
}

// TestHouseLawsAreAllBroken keeps the table above complete.
func TestHouseLawsAreAllBroken(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range broken() {
		seen[c.law] = true
	}
	for _, l := range laws() {
		if !seen[l.name] {
			t.Errorf("no case breaks the law %q", l.name)
		}
	}
}

type brokenCase struct {
	law      string
	path     string
	text     string // of a.go, and each part behind a line of --- is the next file
	breaches []breach
}

func broken() []brokenCase {
	one := func(law, path, text, at, what string) brokenCase {
		return brokenCase{law, path, text, []breach{{at, what}}}
	}
	return []brokenCase{
		one("functions are verbs", "sandbox/internal/clock", "package clock\nfunc moved() {}\nfunc Seed() {}\nfunc isMoved() {}",
			"sandbox/internal/clock/a.go:2", "function moved is a participle: name it by a verb, its result by a noun, a report by is or has"),
		one("comments name their own", "sandbox/internal/clock", "package clock\n\n// stop stops.\nfunc start() {}\n\n// stop stops.\nfunc stop() {}",
			"sandbox/internal/clock/a.go:4", "the comment of start begins with stop"),
		one("bounds are max", "sandbox/internal/clock", "package clock\nconst (\n\tmaxCalls = 1\n\tmostCalls = 1\n\tmostly = 1\n)",
			"sandbox/internal/clock/a.go:4", "constant mostCalls is a bound: begin it with max"),
		one("imports run one way", "sandbox/internal/clock", "package clock\nimport _ \""+module+"/sandbox/internal/rest\"",
			"sandbox/internal/clock/a.go:2", "sandbox/internal/clock must not import sandbox/internal/rest; it may import: "),
		one("imports run one way", "sandbox/attic", "package attic",
			"sandbox/attic", "the package is not in the floor plan; say in the table knows whom it may import"),
		{"files run one way", "sandbox", "package sandbox\nfunc start() { stop(); wait() }\n---\npackage sandbox\nfunc stop() { var start int; _ = start }\n---\npackage sandbox\nfunc wait() { start() }", []breach{
			{"sandbox/a.go:2", "wait is in c.go, which needs this file: the files run one way"},
			{"sandbox/c.go:2", "start is in a.go, which needs this file: the files run one way"},
		}},
		one("libraries stay at home", "sandbox/internal/clock", "package clock\nimport _ \"go.etcd.io/bbolt/errors\"",
			"sandbox/internal/clock/a.go:2", "go.etcd.io/bbolt lives in boltstore only"),
		one("libraries stay at home", "sandbox/internal/clock", "package clock\nimport _ \"example.org/tidy\"",
			"sandbox/internal/clock/a.go:2", "example.org/tidy has no home; say in the table homes where it may be imported"),
		one("libraries stay at home", "sandbox/internal/clock", "package clock\nimport _ \"github.com/chromedp/chromedp\"",
			"sandbox/internal/clock/a.go:2", "github.com/chromedp/chromedp is for tests only"),
		one("packages stay ignorant", "sandbox/internal/soap", "package soap\nimport _ \"encoding/json\"",
			"sandbox/internal/soap/a.go:2", "sandbox/internal/soap must not know encoding/json"),
		one("package names say something", "sandbox/helpers", "package helpers",
			"sandbox/helpers", "the name helpers says nothing about what the package is; name it by its subject"),
		one("packages are introduced", "sandbox/internal/clock", "package clock",
			"sandbox/internal/clock", "the package has no comment: say what it is and what it leaves to others"),
		one("files are short", "sandbox/internal/clock", "package clock\n"+strings.Repeat("\n", maxFileLines),
			"sandbox/internal/clock/a.go:1", "the file has 451 lines, at most 450 are allowed"),
		one("functions are short", "sandbox/internal/clock", "package clock\nfunc f() {\n"+strings.Repeat("\n", maxFunctionLines-1)+"}",
			"sandbox/internal/clock/a.go:2", "function f has 61 lines, at most 60 are allowed"),
		one("functions are short", "sandbox/internal/clock", "package clock\nfunc f() {\n"+strings.Repeat("if a && b {}; ", maxComplexity/2)+"if a {}\n}",
			"sandbox/internal/clock/a.go:2", "function f has a cyclomatic complexity of 16, at most 15 is allowed"),
		{"functions are short", "sandbox/internal/clock", "package clock\nfunc f() {\nswitch a {\n" + strings.Repeat("case b: c()\n", maxComplexity) + "}\n}", nil},
		one("interfaces are small", "sandbox/internal/clock", "package clock\ntype i interface{ a(); b(); c(); d(); e(); f(); g(); h() }",
			"sandbox/internal/clock/a.go:2", "the interface has 8 methods, at most 7 are allowed"),
		one("interfaces are small", "sandbox/internal/clock", "package clock\ntype i interface{ a(); j; b(); k }\ntype j interface { c(); d(); e(); k }\ntype k interface { f(); g(); h() }",
			"sandbox/internal/clock/a.go:2", "the interface has 8 methods, at most 7 are allowed"),
		one("interfaces are small", "sandbox/internal/commerce", "package commerce\ntype Products interface{ a(); b(); c(); d(); e(); f(); g(); h(); i() }",
			"sandbox/internal/commerce/a.go:2", "the interface has 9 methods, at most 8 are allowed"),
		one("interfaces are small", "sandbox/internal/clock", "package clock\nimport \"io\"\ntype i interface{ io.Reader }",
			"sandbox/internal/clock/a.go:3", "the interface embeds one of another package, whose methods this law cannot count; list them"),
		one("nothing runs before main", "sandbox/internal/clock", "package clock\nfunc init() {}",
			"sandbox/internal/clock/a.go:2", "init functions are not allowed: what runs is called by somebody"),
		one("only the clock reads the time", "sandbox/internal/rest", "package rest\nimport \"time\"\nvar started = time.Now()",
			"sandbox/internal/rest/a.go:3", "time.Now is called in package clock only; take a clock.Wall"),
		{"exported names are documented", "sandbox/internal/clock", undocumentedText, []breach{
			{"sandbox/internal/clock/a.go:2", "F is exported and has no comment"},
			{"sandbox/internal/clock/a.go:3", "T is exported and has no comment"},
			{"sandbox/internal/clock/a.go:4", "M is exported and has no comment"},
			{"sandbox/internal/clock/a.go:6", "C is exported and has no comment"},
		}},
		{"the public surface stays public", "sandbox/client", surfaceText, []breach{
			{"sandbox/client/a.go:3", "the public surface mentions rest.Handler of an internal package"},
			{"sandbox/client/a.go:5", "the public surface mentions words.Or of an internal package"},
			{"sandbox/client/a.go:7", "the public surface mentions rest.Handler of an internal package"},
		}},
		{"package variables stay", "sandbox/internal/clock", assignedText, []breach{
			{"sandbox/internal/clock/a.go:4", "the package variable a is assigned after its declaration"},
			{"sandbox/internal/clock/a.go:5", "the package variable b is assigned after its declaration"},
			{"sandbox/internal/clock/a.go:6", "the package variable b is assigned after its declaration"},
			{"sandbox/internal/clock/a.go:7", "the package variable a is assigned after its declaration"},
		}},
	}
}

// surfaceText shows internal types in a signature, a variable and a field; what
// is unexported may mention them.
const surfaceText = `package client
import ("` + module + `/sandbox/internal/rest"; words "` + module + `/sandbox/internal/phrase")
func F() *rest.Handler { var h rest.Handler; return &h }
func f(rest.Handler) {}
var V words.Or
type T struct {
	H []rest.Handler
	h rest.Handler
}
`

const undocumentedText = `package clock
func F() {}
type T int
func (T) M() {}
type t int
const C = 1
func (t) N() {}
// Both.
const ( X = 1; Y = 2 )
`

// a and b are the package's in f, and f's own in g.
const assignedText = `package clock
var a, b = 0, map[string]int{}
func f() {
	a = 1
	b["x"] = 1
	delete(b, "x")
	a++
}
func g(a int) { b := map[string]int{}; a = 1; b["x"] = a }
`
