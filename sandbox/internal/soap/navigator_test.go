package soap_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

// An expression that visits too many nodes ends.
func TestXPathEnds(t *testing.T) {
	t.Parallel()
	envelope := `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><login>` + strings.Repeat("<x>a</x>", 900) + `</login></e:Body></e:Envelope>`
	r, err := soap.Read([]byte(envelope), "text/xml")
	must(t, err)
	enough := errors.New("enough")
	for _, expression := range []string{
		"count(//*[count(//*[count(//*) > 1]) > 1])",
		"count(//x/preceding::x/following::x)",
		"//x[position() = last()]/preceding-sibling::x[count(//x) = 2]",
	} {
		left := 100_000
		got, err := r.XPath(expression, func(nodes int) error {
			if left -= nodes; left < 0 {
				return enough
			}
			return nil
		})
		if got != "" || !errors.Is(err, enough) {
			t.Errorf("%s: got %q, %v, want %v", expression, got, err, enough)
		}
	}
}

// TestXPathOfMarkup reads attributes by the last prefix of their namespace, texts in all their
// spellings, and comments.
func TestXPathOfMarkup(t *testing.T) {
	t.Parallel()
	head := `<?xml version="1.0"?>` + "\n<!--before-->\n" + `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:x="urn:x"><e:Body>`
	for _, test := range []struct{ call, expression, want string }{
		{`<login><hash x:k="1">H</hash></login>`, "string(//@x:k)", "1"},
		{`<login><hash xmlns:y="urn:x" x:k="1">H</hash></login>`, "string(//@y:k)", "1"},
		{`<login><hash xmlns:y="urn:x" xmlns="urn:x" x:k="1">H</hash></login>`, "string(//@y:k)", "1"},
		{`<login><hash xmlns="urn:x" x:k="1">H</hash></login>`, "string(//@x:k)", "1"},
		{`<login xmlns="urn:y"><hash k="1">H</hash></login>`, "string(//@k)", "1"},
		{`<login xmlns:z=""><hash xmlns="" k="1">H</hash></login>`, "string(//@k)", "1"},
		{`<login><hash xml:lang="en">H</hash></login>`, "string(//@xml:lang)", "en"},
		{`<login><hash>H</hash></login>`, "//hash/text()", "H"},
		{`<login><hash><![CDATA[H]]></hash></login>`, "//hash/text()", "H"},
		{`<login><hash>H<![CDATA[I]]></hash></login>`, "string(//hash)", "HI"},
		{`<login/>`, "name(/node()[2])", "Envelope"},
		{`<login/>`, "//comment()", "before"},
	} {
		r, err := soap.Read([]byte(head+test.call+`</e:Body></e:Envelope>`), "")
		must(t, err)
		if got, err := r.XPath(test.expression, unlimited); got != test.want || err != nil {
			t.Errorf("%s: %s: got %q, %v, want %q", test.call, test.expression, got, err, test.want)
		}
	}
}

// TestXPathCosts verifies how many nodes an expression visits on each way through an envelope.
func TestXPathCosts(t *testing.T) {
	t.Parallel()
	r := read(t, `<login k="1" l="2"><a/><b/><c/></login>`)
	for expression, want := range map[string]int{
		"//c":                       12,
		"//login/@l":                10,
		"//c/..":                    14,
		"//a/following-sibling::c":  11,
		"//c/preceding-sibling::a":  15,
		"//login/*[position() = 3]": 31,
		"//login/*[last()]":         37,
		"//a[//c]":                  20,
		"//c/ancestor::Body":        22,
		"//a | //c":                 68,
	} {
		nodes := 0
		if _, err := r.XPath(expression, func(n int) error { nodes += n; return nil }); nodes != want || err != nil {
			t.Errorf("%s: got %d nodes, %v, want %d", expression, nodes, err, want)
		}
	}
}

// A text costs one node for each ten bytes, because a comparison reads all of it.
func TestXPathPaysForTexts(t *testing.T) {
	t.Parallel()
	cost := func(length int) (nodes int) {
		envelope := `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><login><date>` + strings.Repeat("x", length) + `</date></login></e:Body></e:Envelope>`
		r, err := soap.Read([]byte(envelope), "text/xml")
		must(t, err)
		text, err := r.XPath("//date", func(n int) error { nodes += n; return nil })
		if err != nil || len(text) != length {
			t.Fatalf("got %d bytes, %v", len(text), err)
		}
		return nodes
	}
	if short, long := cost(9), cost(10_009); short < 1 || long != short+1000 {
		t.Errorf("9 bytes cost %d nodes and 10,009 bytes %d, want 1000 more", short, long)
	}
}
