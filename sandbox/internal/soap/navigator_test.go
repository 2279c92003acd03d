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
	if err != nil {
		t.Fatal(err)
	}
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

// A text costs one node for each ten bytes, because a comparison reads all of it.
func TestXPathPaysForTexts(t *testing.T) {
	t.Parallel()
	cost := func(length int) (nodes int) {
		envelope := `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><login><date>` + strings.Repeat("x", length) + `</date></login></e:Body></e:Envelope>`
		r, err := soap.Read([]byte(envelope), "text/xml")
		if err != nil {
			t.Fatal(err)
		}
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
