package anonymize_test

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"regexp"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/anonymize"
)

// replaced returns a member of the record after it was replaced.
func replaced(t *testing.T, run *anonymize.Run, record, member string) string {
	t.Helper()
	text := run.Record([]byte(record))
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatalf("%s became %s: %v", record, text, err)
	}
	return fmt.Sprint(fields[member])
}

func field(name, value string) string { return fmt.Sprintf(`{%q:%q}`, name, value) }

// TestFormsOfValues gives a replacement the form of the replaced value, because code that
// reads it must still work.
func TestFormsOfValues(t *testing.T) {
	t.Parallel()
	run := anonymize.NewKey("a").Run()
	for _, test := range []struct{ name, value, form string }{
		{"Email", "ida@kraft.de", `^[a-z]+\.[a-z']+\.[0-9a-f]{6}@example\.test$`},
		{"Phone", "555 0100", `^55501\d\d$`},
		{"Phone", "2125550199", `^[2-9]\d\d55501\d\d$`},
		{"Phone", "312-555-0198", `^[2-9]\d\d-555-01\d\d$`},
		{"Phone", "+49 30 1234567", `^\+1 [2-9]\d\d-555-01\d\d$`},
		{"Phone", "+49301234568", `^\+1[2-9]\d\d55501\d\d$`},
		{"Phone", "0049301234569", `^1[2-9]\d\d55501\d\d$`},
		{"Zip", "69100", `^\d{5}$`},
		{"Zip", "SW1A 1AA", `^[A-Z]{2}\d[A-Z] \d[A-Z]{2}$`},
		{"FiscalCode", "FR12345678901", `^FR\d{11}$`},
		{"FiscalCode", "12345678901", `^\d{11}$`},
		{"LastDigits", "8473", `^8\d{3}$`},
		{"FirstName", "IDA", `^[A-Z' -]+$`},
		{"FirstName", "ida", `^[a-z' -]+$`},
		{"LastName", "de Quincey", `^de [A-Z][\w'-]+$`},
		{"Company", "Kraft AG", `.`},
		{"City", "Berlin", `^[A-Z]`},
		{"Address1", "12 Rue Obscure", `^\d+ `},
	} {
		got := replaced(t, run, field(test.name, test.value), test.name)
		if got == test.value || !regexp.MustCompile(test.form).MatchString(got) {
			t.Errorf("%s %q: got %q, want the form %s", test.name, test.value, got, test.form)
		}
	}
}

// TestAddressesOfMachines replaces an IP address with one reserved for documents, because
// it must name nobody's machine.
func TestAddressesOfMachines(t *testing.T) {
	t.Parallel()
	run := anonymize.NewKey("a").Run()
	documents := []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("198.51.100.0/24"),
		netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("2001:db8::/32")}
	for _, given := range []string{"93.184.216.34", "10.0.0.1", "2a02:8071:22::17", "::1"} {
		for _, record := range []string{field("CustomerIP", given), field("Note", "from "+given+" at noon")} {
			name := "CustomerIP"
			if strings.Contains(record, "Note") {
				name = "Note"
			}
			got := strings.TrimSuffix(strings.TrimPrefix(replaced(t, run, record, name), "from "), " at noon")
			address, err := netip.ParseAddr(got)
			reserved := false
			for _, p := range documents {
				reserved = reserved || p.Contains(address)
			}
			if err != nil || !reserved || address.Is6() != strings.Contains(given, ":") {
				t.Errorf("%s: got %q, want a reserved address of the same kind", record, got)
			}
		}
	}
	if got := replaced(t, run, field("Note", "from ::ffff:93.184.216.34"), "Note"); strings.Contains(got, "184.216") {
		t.Errorf("got %q, which has a part of the address", got)
	}
	for _, kept := range []string{"version 1.2.3", "999.1.2.3", "10:30:00"} {
		if got := replaced(t, run, field("Note", kept), "Note"); got != kept {
			t.Errorf("%q became %q, and is no address", kept, got)
		}
	}
}

// TestTextsWithKnownValues finds the value of a person in free texts as a whole word, in
// any case and as part of a URL, and not within other words.
func TestTextsWithKnownValues(t *testing.T) {
	t.Parallel()
	const person = `"FirstName":"Ida","LastName":"Kraft","City":"Ulm","Phone":"+49 731 5550100"`
	for _, test := range []struct {
		note string
		gone []string // "" for none
	}{
		{"Ida Kraft called", []string{"Ida", "Kraft"}},
		{"IDA KRAFT CALLED", []string{"IDA", "KRAFT"}},
		{"mail to ida.kraft", []string{"ida", "kraft"}},
		{"call 497315550100", []string{"497315550100"}},
		{"call +49 731 5550100!", []string{"5550100"}},
		{"https://x.test/?n=Ida+Kraft", []string{"Ida", "Kraft"}},
		{"Idaho has Kraftwerk", nil},
		{"a Kraftwerk in Aïda", nil},
		{"nothing personal", nil},
	} {
		record := fmt.Sprintf(`{%s,"Note":%q}`, person, test.note)
		got := replaced(t, anonymize.NewKey("a").Run(), record, "Note")
		if (got == test.note) != (test.gone == nil) {
			t.Errorf("%q became %q", test.note, got)
		}
		for _, part := range test.gone {
			if strings.Contains(got, part) {
				t.Errorf("%q became %q, which has %q", test.note, got, part)
			}
		}
	}
}

// TestOneValueInManyRecords replaces equal values equally in each record, however they
// are written, and unequal ones unequally, because searches must still find records that
// belong together.
func TestOneValueInManyRecords(t *testing.T) {
	t.Parallel()
	run := anonymize.NewKey("a").Run()
	of := func(name, value string) string { return replaced(t, run, field(name, value), name) }
	for _, equal := range [][3]string{
		{"Email", "ida@kraft.de", "IDA@Kraft.de"},
		{"FirstName", "Ida", "Ida"},
		{"City", "Ulm", "Ulm"},
		{"CustomerIP", "93.184.216.34", "93.184.216.34"},
		{"Zip", "89073", "89073"},
	} {
		if a, b := of(equal[0], equal[1]), of(equal[0], equal[2]); a != b {
			t.Errorf("%s: %q became %q, and %q became %q", equal[0], equal[1], a, equal[2], b)
		}
	}
	if a, b := of("FirstName", "IDA"), of("FirstName", "ida"); !strings.EqualFold(a, b) {
		t.Errorf("one name became %q and %q", a, b)
	}
	seen := map[string]string{}
	for i := range 500 {
		given := fmt.Sprintf("person%d@kraft.de", i)
		got := of("Email", given)
		if other, known := seen[got]; known {
			t.Errorf("%s and %s both became %s", given, other, got)
		}
		seen[got] = given
	}
}

// TestCounts counts the replaced values of a run by their kinds, and nothing twice.
func TestCounts(t *testing.T) {
	t.Parallel()
	run := anonymize.NewKey("a").Run()
	run.Record([]byte(`{"BillingDetails":{"FirstName":"Ida","LastName":"Kraft","Email":"ida@kraft.de","City":"Ulm","Zip":"89073"},"Company":"","Note":"ida@kraft.de"}`))
	run.Record([]byte(`{"CustomerIP":"93.184.216.34","Phone":5550100,"LastDigits":"8473","RefNo":"1"}`))
	want := map[anonymize.Kind]int{anonymize.Names: 2, anonymize.Emails: 2, anonymize.Addresses: 2, anonymize.IPs: 1, anonymize.Telephones: 1, anonymize.CardDigits: 1}
	got := run.Counts()
	for _, kind := range anonymize.Kinds() {
		if got[kind] != want[kind] {
			t.Errorf("%s: got %d, want %d", kind, got[kind], want[kind])
		}
	}
	got[anonymize.Names] = 99
	if run.Counts()[anonymize.Names] == 99 {
		t.Error("a caller can change the counts of a run")
	}
}

// TestOtherPlaces finds values where the shop keeps them otherwise: as numbers, in fields
// named by a code, and in forms, blank afterwards.
func TestOtherPlaces(t *testing.T) {
	t.Parallel()
	run := anonymize.NewKey("a").Run()
	text := string(run.Record([]byte(`{"Phone":33612345678,"Total":33612345678,"Active":true,"Email":null,` +
		`"AdditionalFields":[{"Code":"PHONE_2","Value":"0612345679"},{"Code":"COLOR","Value":"red 0612345679"}],` +
		`"sandbox":{"purchase_order":{"forms":[{"file_name":"x.pdf","content":"c2VjcmV0"}]}}}`)))
	if !regexp.MustCompile(`"Phone":3\d{10},"Total":33612345678,"Active":true,"Email":null`).MatchString(text) || strings.Contains(text, `"Phone":33612345678`) {
		t.Errorf("got %s, want another number in Phone alone", text)
	}
	if strings.Contains(text, `"Value":"0612345679"`) || !strings.Contains(text, `"Code":"PHONE_2"`) || !strings.Contains(text, `"Code":"COLOR"`) {
		t.Errorf("got %s, want the value of PHONE_2 replaced, and the codes kept", text)
	}
	if strings.Contains(text, "c2VjcmV0") || !strings.Contains(text, `"content":"JVBERi0x`) { // %PDF-1 in base64
		t.Errorf("got %s, want a blank form", text)
	}
}
