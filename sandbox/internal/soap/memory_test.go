package soap_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

// TestReadMemory reads the worst envelopes that the bounds allow. It runs alone,
// because it measures the memory of the process.
func TestReadMemory(t *testing.T) {
	const most = 64 << 20
	prefix := `<a xmlns="u" xmlns:` + strings.Repeat("p", 10_000) + `="u">`
	filled := func(times int, parts ...string) string {
		unit := strings.Join(parts, "")
		room := (catalog.MaxSOAPBody-12_000)/times - len(unit)
		return envelope("<n:login>" + prefix + strings.Repeat(strings.Join(parts, strings.Repeat("x", room/(len(parts)-1))), times) + "</a></n:login>")
	}
	references := func(target string) string {
		return envelope("<n:login>" + strings.Repeat(`<a href="#x"/>`, 9_990) + `</n:login><m id="x"` + target + "</m>")
	}
	for name, body := range map[string]string{
		"elements between texts":        filled(19_990, "<b/>", ""),
		"attributes and texts":          filled(19_900, "<b c='", "'>", "</b>", ""),
		"declarations":                  filled(19_900, "<b xmlns:c='", "'/>y"),
		"text in pieces":                filled(1_000, "<![CDATA[", "]]>", ""),
		"references to a text":          references(">" + strings.Repeat("x", 400)),
		"references to a text of parts": references(">" + strings.Repeat("<![CDATA[]]>", 1_000)),
		"references to a nil":           references(` xsi:nil="1">` + strings.Repeat(" ", 4_000_000)),
		"references to attributes":      references(strings.Repeat(" a=''", 9_900) + ">"),
		"a text in two bytes":           "\xFE\xFF" + in16(envelope("<n:login>"+strings.Repeat("x", 2_000_000)+"</n:login>"), 0),
		"a fault at the end":            strings.Replace(filled(19_900, "<b c='", "'>", "</b>", ""), "</a></n:login>", "</n:login>", 1),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := soap.Read([]byte(body), "")
		runtime.ReadMemStats(&after)
		made := after.TotalAlloc - before.TotalAlloc
		if broken := name == "a fault at the end"; broken != (err != nil) || made > most {
			t.Errorf("%s: got %v and %d MB, want at most %d MB", name, err, made>>20, most>>20)
		}
		t.Logf("%s: %d bytes take %d MB", name, len(body), made>>20)
		r.Login()
	}
}
