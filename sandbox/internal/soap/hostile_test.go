package soap_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

func TestReadBounds(t *testing.T) {
	t.Parallel()
	const (
		invalid  = catalog.InvalidRequestBody
		tooLarge = catalog.RequestTooLarge
	)
	login := func(inner string) string { return envelope(`<n:login>` + inner + `</n:login>`) }
	nested := func(n int) string { return login(strings.Repeat("<a>", n) + strings.Repeat("</a>", n)) }
	attributes := func(n int) string {
		return login(`<a` + strings.Repeat(` b=""`, n) + `/>`)
	}
	filled := func(growing, length int) string { // each growing character takes two bytes more in UTF-8
		body := `<?xml version="1.0" encoding="windows-1252"?>` + login(strings.Repeat("\x80", growing)+"|")
		return strings.Replace(body, "|", strings.Repeat("x", length-len(body)+1), 1)
	}
	tests := []struct {
		name, body string
		code       catalog.Code
		want       string
	}{
		{"61 levels below the call", nested(61), "", ""},
		{"62 levels below the call", nested(62), invalid, "The envelope has more than 64 levels of elements."},
		{"levels without end", strings.Repeat("<a>", 1_000_000), invalid, "The envelope has more than 64 levels of elements."},
		{"19,900 attributes", attributes(19_900), "", ""},
		{"a million attributes", attributes(800_000), invalid, "The envelope has more than 20000 attributes."},
		{"attributes of many elements", login(strings.Repeat(`<a b="" c=""/>`, 10_001)), invalid, "The envelope has more than 20000 attributes."},
		{"a greater-than sign within an attribute", login(`<a b="<` + strings.Repeat(">", 100) + `"/>`), invalid,
			"The request is not a readable SOAP envelope: its XML is not well-formed: line 1: unescaped < inside quoted string."},
		{"19,997 elements", login(strings.Repeat("<a/>", 19_997)), "", ""},
		{"19,998 elements", login(strings.Repeat("<a/>", 19_998)), invalid, "The envelope has more than 20000 elements."},
		{"1,000 comments", login(strings.Repeat("<!---->", 1_000)), "", ""},
		{"1,001 comments", login(strings.Repeat("<!---->", 1_001)), invalid, "The envelope has more than 1000 comments and CDATA sections."},
		{"1,001 CDATA sections", login(strings.Repeat("<![CDATA[]]>", 1_001)), invalid, "The envelope has more than 1000 comments and CDATA sections."},
		{"tags within CDATA", login("<a><![CDATA[" + strings.Repeat("<a b='", 30_000) + "]]></a>"), "", ""},
		{"4 MB of text", login("<a>" + strings.Repeat("x", 4_000_000) + "</a>"), "", ""},
		{"10 MB of text", login(strings.Repeat("x", 10_000_000)), tooLarge, "The envelope is larger than 4 MiB."},
		{"4 MiB", filled(0, catalog.MaxSOAPBody), "", ""},
		{"a byte more than 4 MiB", filled(0, catalog.MaxSOAPBody+1), tooLarge, "The envelope is larger than 4 MiB."},
		{"characters that grow to 4 MiB", filled(1_000, catalog.MaxSOAPBody-2_000), "", ""},
		{"characters that grow to a byte more", filled(1_000, catalog.MaxSOAPBody-1_999), tooLarge, "The envelope is larger than 4 MiB."},
		{"characters that grow", `<?xml version="1.0" encoding="windows-1252"?>` + login(strings.Repeat("\x80", 2_000_000)), tooLarge,
			"The envelope is larger than 4 MiB."},
		{"billions of laughs", `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>` + login("&b;"), invalid,
			"The request is not a readable SOAP envelope: it declares a document type or entities, which SOAP forbids."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := soap.Read([]byte(test.body), "")
			if code, got := problem(err); code != test.code || got != test.want {
				t.Errorf("got %s %q, want %s %q", code, got, test.code, test.want)
			}
		})
	}
}

func TestReadReferences(t *testing.T) {
	t.Parallel()
	call := func(inner, beside string) string {
		return envelope(`<n:upgradePartnerSubscriptions>` + inner + `</n:upgradePartnerSubscriptions>` + beside)
	}
	// Each element refers to the next twice: 2^n elements in n lines.
	var doubling, chain strings.Builder
	for i := range 60 {
		fmt.Fprintf(&doubling, `<m id="d%d"><a href="#d%d"/><a href="#d%d"/></m>`, i, i+1, i+1)
	}
	doubling.WriteString(`<m id="d60">x</m>`)
	for i := range 40 {
		fmt.Fprintf(&chain, `<m id="c%d" href="#c%d"/>`, i, i+1)
	}
	chain.WriteString(`<m id="c40">far</m>`)
	pairs := strings.Repeat(`<a href="#pair"/>`, 9_999)
	large := `<m id="big">` + strings.Repeat("x", 1_000_000) + `<![CDATA[y]]></m>`
	circle := func(name string) string {
		return "The reference of element " + name + " leads to the element itself."
	}
	tests := []struct{ name, body, comment, want string }{
		{"beside the call", call(`<Comment href="#x"/>`, `<m id="x">C</m>`), "C", ""},
		{"before it is known", call(`<Comment href="#x"/><Note id="x">C</Note>`, ``), "C", ""},
		{"of SOAP 1.2", call(`<Comment enc:ref="x"/>`, `<m enc:id="x">C</m>`), "C", ""},
		{"to a nil", call(`<Comment href="#x"/>`, `<m id="x" xsi:nil="true">C</m>`), "", ""},
		{"along a chain", call(`<Comment href="#c0"/>`, chain.String()), "far", ""},
		{"a link is a value", call(`<Comment href="http://example.test/">C</Comment>`, ``), "C", ""},
		{"another ref is none", call(`<Comment ref="x">C</Comment>`, ``), "C", ""},
		{"a circle nobody refers to", call(`<Comment>C</Comment>`, `<m id="x" href="#x"/>`), "C", ""},
		{"to nothing", call(`<Comment href="#x"/>`, ``), "", `Element Comment refers to the unknown id "x".`},
		{"to itself", call(`<Comment id="x" href="#x"/>`, ``), "", circle("Comment")},
		{"two that point at each other", call(`<Comment href="#x"/>`, `<m id="x" href="#y"/><m id="y" href="#x"/>`), "", circle("Comment")},
		{"into its parent", call(`<Items id="x"><item href="#x"/></Items>`, ``), "", circle("item")},
		{"in a wide circle", call(`<Items href="#x"/>`, `<m id="x"><b href="#y"/></m><m id="y"><c href="#x"/></m>`), "", circle("c")},
		{"doubling", call(`<Comment href="#d40"/>`, doubling.String()), "",
			"The envelope has more than 20000 elements when its references are resolved."},
		{"20,000 elements", call(pairs+`<Comment>C</Comment>`, `<m id="pair"><b/></m>`), "C", ""},
		{"20,001 elements", call(pairs+`<Comment/><a/>`, `<m id="pair"><b/></m>`), "",
			"The envelope has more than 20000 elements when its references are resolved."},
		{"a large text over and over", call(strings.Repeat(`<a href="#big"/>`, 10), large), "",
			"The envelope has more than 4194304 bytes of text when its references are resolved."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r, err := soap.Read([]byte(test.body), "")
			if _, got := problem(err); got != test.want {
				t.Fatalf("got %q, want %q", got, test.want)
			}
			if got := comment(r); got != test.comment {
				t.Errorf("got the comment %q, want %q", got, test.comment)
			}
		})
	}
}

func TestReadTooDeepReferences(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(`<n:login><a href="#d0"/></n:login>`)
	for i := range 70 {
		fmt.Fprintf(&b, `<m id="d%d"><a href="#d%d"/></m>`, i, i+1)
	}
	b.WriteString(`<m id="d70"/>`)
	_, err := soap.Read([]byte(envelope(b.String())), "")
	want := "The envelope has more than 64 levels of elements when its references are resolved."
	if _, got := problem(err); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzRead(f *testing.F) {
	for _, body := range clientCalls(f) {
		f.Add(body, "text/xml; charset=utf-8")
	}
	f.Add([]byte(in16(envelope(commentCall), 0)), "")
	f.Add([]byte(envelope(`<a id="x"><b href="#x"/></a>`)), "text/xml; charset=windows-1252")
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		r, err := soap.Read(body, contentType)
		if code, _ := problem(err); err != nil && code == "" {
			t.Fatalf("got the error %v, want a problem", err)
		}
		r.Login().Missing()
		r.Upgrade()
		for range r.Texts() {
		}
		_, err = r.XPath("//Quantity", unlimited)
		must(t, err)
		// What is answered has to be readable whatever was asked.
		_, err = soap.Read(r.UpgradeAnswer(commerce.UpgradeResult{}), r.Version.ContentType())
		must(t, err)
	})
}

func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"php-rpc-upgrade-partner-subscriptions", "axis-encoded-upgrade-partner-subscriptions"} {
		body := clientCalls(b)[name]
		b.Run(fmt.Sprintf("%s %d bytes", name, len(body)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r, err := soap.Read(body, "text/xml; charset=utf-8")
				must(b, err)
				r.Upgrade()
			}
		})
	}
}
