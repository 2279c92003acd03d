package anonymize_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/anonymize"
)

// person has each kind of personal data, also in unknown names, in texts, and in names of
// members.
const person = `{"RefNo":"248810377","ExternalReference":"EXT-1","NetPrice":100.00,"OrderDate":"2026-10-02 09:14:51",` +
	`"BillingDetails":{"FiscalCode":"FR12345678901","TaxOffice":"Amt Nord","Phone":"+33 6 12 34 56 78","FirstName":"Aglaé","LastName":"de Quincey",` +
	`"Company":"Quincey & Söhne","Email":"aglae@quincey-soehne.fr","Address1":"12 Rue Obscure","Address2":"Bâtiment Zélie","City":"Villeurbanne","Zip":"69100","CountryCode":"fr","State":"Rhône"},` +
	`"PaymentDetails":{"CustomerIP":"93.184.216.34","PaymentMethod":{"FirstDigits":"4929","LastDigits":"8473","CardType":"visa","ExpirationMonth":"11"}},` +
	`"Risk":{"buyer_email":"Aglae@Quincey-Soehne.fr","ContactPhone":33612345678,"peer":"2a02:8071:22::17","Holder":"AGLAÉ DE QUINCEY","Score":0.50},` +
	`"AdditionalFields":[{"Code":"PHONE_2","Text":"Second phone","Value":"0612345679"}],` +
	`"Note":"Aglaé (aglae@quincey-soehne.fr, 93.184.216.34) lives at 12 Rue Obscure, call +33 6 12 34 56 78 or 33612345678","Link":"https:\/\/x.test\/?mail=aglae%40quincey-soehne.fr&name=Agla%C3%A9",` +
	`"aglae@quincey-soehne.fr":1,` +
	`"Items":[{"Code":"PRO","ProductDetails":{"Name":"Studio Quincey Pro"},"Quantity":2}],` +
	`"sandbox":{"purchase_order":{"state":"awaiting_form","forms":[{"file_name":"order of Quincey.pdf","content":"c2VjcmV0"}]}}}`

// personal are all values of person forbidden in an output.
var personal = []string{
	"FR12345678901", "12345678901", "Amt Nord", "+33 6 12 34 56 78", "33612345678", "Aglaé", "AGLAÉ", "Quincey &", "de Quincey", "DE QUINCEY", "Söhne", "aglae", "Aglae", "quincey-soehne",
	"Rue Obscure", "Zélie", "Villeurbanne", "69100", "Rhône", "93.184.216.34", "4929", "8473", "2a02:8071", "0612345679", "order of Quincey", "c2VjcmV0", "Agla%C3%A9",
}

func TestNoPersonalValueSurvives(t *testing.T) {
	t.Parallel()
	run := anonymize.NewKey("a").Run()
	got := string(run.Record([]byte(person)))
	for _, value := range personal {
		if strings.Contains(got, value) {
			t.Errorf("%q survives in %s", value, got)
		}
	}
	for _, kept := range []string{`"RefNo":"248810377"`, `"ExternalReference":"EXT-1"`, `"NetPrice":100.00`, `"CountryCode":"fr"`, `"CardType":"visa"`,
		`"2026-10-02 09:14:51"`, `"Score":0.50`, `"state":"awaiting_form"`, `"ExpirationMonth":"11"`, `"Name":"Studio Quincey Pro"`, `"Text":"Second phone"`, "@example.test", "555-01"} {
		if !strings.Contains(got, kept) {
			t.Errorf("%s is not in %s", kept, got)
		}
	}
	if !json.Valid([]byte(got)) {
		t.Errorf("got no JSON: %s", got)
	}
	want := map[anonymize.Kind]int{}
	if counts := run.Counts(); len(counts) != len(anonymize.Kinds()) {
		t.Errorf("got counts %v, want all kinds; %v", counts, want)
	}
}

// The same value becomes the same, with one key in every run, with another key
// another one.
func TestAKeyDecidesWhatAValueBecomes(t *testing.T) {
	t.Parallel()
	of := func(key string) string { return string(anonymize.NewKey(key).Run().Record([]byte(person))) }
	first, again, other := of("a"), of("a"), of("b")
	if first != again || first == other {
		t.Errorf("got %s, %s and, of another key, %s", first, again, other)
	}
	if first, again := of(""), of(""); first == again { // each without a key has one of its own
		t.Errorf("got %s twice", first)
	}
	run := anonymize.NewKey("a").Run()
	one := run.Record([]byte(`{"RefNo":"1","BillingDetails":{"FirstName":"Ida","LastName":"Kraft","Email":"ida@kraft.de"}}`))
	two := run.Record([]byte(`{"RefNo":"2","CustomerDetails":{"FirstName":"Ida","LastName":"Kraft","Email":"IDA@kraft.de"}}`))
	var a, b struct{ BillingDetails, CustomerDetails map[string]string }
	if err := json.Unmarshal(one, &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(two, &b); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a.BillingDetails, b.CustomerDetails) {
		t.Errorf("got %v and %v of one person", a, b)
	}
}

// A record without personal data keeps all its bytes.
func TestOtherRecordsKeepTheirBytes(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{}`, `{ "Name" : "Campaign \u00e4\/" , "Value":1.50,"State":"OPEN","Email":"","Phone":null}`} {
		if got := string(anonymize.NewKey("a").Run().Record([]byte(text))); got != text {
			t.Errorf("got %s, want %s", got, text)
		}
	}
}

func TestTelephones(t *testing.T) {
	t.Parallel()
	run := anonymize.NewKey("a").Run()
	for _, given := range []string{"5550100", "5550199", "2125550123", "(030) 123 456", "+49 30 1234567", "004930123456789", "1"} {
		got := string(run.Record([]byte(`{"Phone":"` + given + `"}`)))
		if !strings.Contains(strings.ReplaceAll(got, "-", ""), "55501") || strings.Contains(got, `"`+given+`"`) {
			t.Errorf("%s becomes %s", given, got)
		}
	}
}

// TestPersonal finds the names of personal data, and no others.
func TestPersonal(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"Email": true, "buyer_email": true, "FirstName": true, "CustomerIP": true, "Zip": true, "Fax": true,
		"Name": false, "RefNo": false, "Company": true, "VAT": false, "VATPercent": false, "Capacity": false, "ExternalReference": false, "LocalTime": false} {
		if got := anonymize.Personal(name); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

func BenchmarkRecord(b *testing.B) {
	text, err := os.ReadFile(filepath.Join("..", "transfer", "testdata", "page.json"))
	if err != nil {
		b.Fatal(err)
	}
	run := anonymize.NewKey("a").Run()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		run.Record(text)
	}
}
