package soap

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// oddEnvelopes have what the recorded calls do not have.
var oddEnvelopes = []string{
	`<a xmlns="u" xmlns:p="v"><p:b p:c='1'xmlns:p="w" d = "2" ><p:e xmlns=""/></p:b ><p:f id="x" id="y" nil="1"/></a >`,
	`<p:a xmlns:p="" p:id="x">text<b href="#x" href="#y" type="t">more</b>beside</p:a>` + "\n",
	`<a xmlns:e="` + envelope11 + `" xmlns:f="` + encoding12 + `"><b e:mustUnderstand="1" e:actor="r"/><c f:ref="#x" f:id="x"/></a>`,
	`<p:a xmlns:p="" p:xmlns="v" p:id="x"/>`,
	`<a><b.c-d_1:e xmlns:b.c-d_1="u"/>1<_f/>2<f>3</f> </a>`,
}

// pieces are what the test puts at every place of an envelope.
var pieces = []string{"", "&", "&lt;", "<", "</", "/>", ">", `"`, "'", ":", " ", "=", "\r\n", "\t", "]]>", "]", "<!--x-->", "<![CDATA[x]]>",
	"é", "\x00", "\x7F", "1", "-", "xml:", "xmlns", ` xmlns="u"`, ` xmlns:p="u"`, ` p:q="u"`, ` id="1"`, "<x/>", "<p:x/>", "<xmlns/>", "x"}

func TestPlainReaderReadsRecordedCalls(t *testing.T) {
	t.Parallel()
	for _, file := range recordedCalls(t) {
		content, elements, err := scan(readFile(t, file))
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := readPlain(content, elements); !ok {
			t.Errorf("%s is not plain", file)
		}
	}
}

// TestPlainReaderAgrees puts each piece in place of, and before, each byte.
func TestPlainReaderAgrees(t *testing.T) {
	t.Parallel()
	envelopes := slices.Clone(oddEnvelopes)
	for i, file := range recordedCalls(t) {
		if i%9 == 0 {
			envelopes = append(envelopes, string(readFile(t, file)))
		}
	}
	for i, envelope := range envelopes {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			step := 1 + len(envelope)/100
			for at := 0; at < len(envelope); at += step {
				for _, piece := range pieces {
					checkReaders(t, []byte(envelope[:at]+piece+envelope[at:]))
					checkReaders(t, []byte(envelope[:at]+piece+envelope[at+1:]))
				}
			}
		})
	}
}

func FuzzPlainReader(f *testing.F) {
	for _, file := range recordedCalls(f) {
		f.Add(readFile(f, file))
	}
	for _, envelope := range oddEnvelopes {
		f.Add([]byte(envelope))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkReaders(t, text) })
}

// checkReaders checks that the tree of a plain envelope is the one of encoding/xml.
func checkReaders(t *testing.T, text []byte) {
	t.Helper()
	content, elements, err := scan(text)
	if err != nil {
		return
	}
	got, ok := readPlain(content, elements)
	if !ok {
		return
	}
	want, err := readTokens(content)
	if err != nil {
		t.Fatalf("%q is plain, but encoding/xml says %v", text, err)
	}
	if got, want := describeTree(got), describeTree(want); got != want {
		t.Fatalf("%q\ngot  %s\nwant %s", text, got, want)
	}
}

// describeTree returns all that a tree has, with elements by their path.
func describeTree(t *tree) string {
	paths := map[*node]string{}
	var b strings.Builder
	var describe func(n *node, path string)
	describe = func(n *node, path string) {
		paths[n] = path
		fmt.Fprintf(&b, "%s %q %q %q %q %q %v %v %v %v %v\n", path, n.name, n.namespace, n.text, n.reference, n.role,
			n.refers, n.target, n.isNil, n.typed, n.understand)
		i := 0
		for c := n.first; c != nil; c = c.next {
			describe(c, fmt.Sprint(path, "/", i))
			i++
		}
	}
	describe(t.root, "")
	targets := map[string]string{}
	for id, n := range t.targets {
		targets[id] = paths[n]
	}
	return fmt.Sprintf("%s %q %q", b.String(), targets, t.stray)
}

func recordedCalls(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/client/*.xml")
	if err != nil || len(files) < 50 {
		t.Fatalf("got %d recorded calls and error %v, want at least 50", len(files), err)
	}
	return files
}

func readFile(t testing.TB, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestNamesDoNotKeepTheEnvelope checks that what a request keeps is no part of the
// text of the whole envelope.
func TestNamesDoNotKeepTheEnvelope(t *testing.T) {
	t.Parallel()
	content, elements, err := scan([]byte(`<e:Envelope xmlns:e="` + envelope11 + `"><e:Header><u:h xmlns:u="urn:h" e:mustUnderstand="1"/></e:Header>` +
		`<e:Body><u:call xmlns:u="urn:u"><argument>x</argument></u:call></e:Body></e:Envelope>`))
	if err != nil {
		t.Fatal(err)
	}
	tree, ok := readPlain(content, elements)
	if !ok {
		t.Fatal("the envelope is not plain")
	}
	r := &Request{}
	operation, err := r.findOperation(tree.root)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.readCall(tree, operation); err != nil {
		t.Fatal(err)
	}
	header := tree.root.first.first
	for _, names := range [][2]string{
		{r.Operation, operation.name}, {r.Namespace, operation.namespace}, {r.call.children[0].name, operation.first.name},
		{r.NotUnderstood.Local, header.name}, {r.NotUnderstood.Space, header.namespace},
	} {
		if kept, read := names[0], names[1]; kept != read || unsafe.StringData(kept) == unsafe.StringData(read) {
			t.Errorf("got %q, want a copy of %q", kept, read)
		}
	}
}
