package record_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestBodyOfARecordFromOutside serves a record as its original text. A change of the
// record changes only its own places there.
func TestBodyOfARecordFromOutside(t *testing.T) {
	t.Parallel()
	const text = `{"New":[1.0],"Code":"C","Name":"A\u0042", "Enabled":true}`
	read := func() record.Campaign {
		var c record.Campaign
		must(t, record.DecodeText([]byte(text), &c))
		c.Text = text
		return c
	}
	plain, renamed := read(), read()
	renamed.Name = "Z"
	own := read()
	own.Text = ""
	encoding, _, _ := own.Body()
	own.Text = string(encoding)
	for name, test := range map[string]struct {
		campaign record.Campaign
		want     string
		verbatim bool
	}{
		"unchanged": {plain, text, true}, "changed": {renamed, `{"New":[1.0],"Code":"C","Name":"Z", "Enabled":true}`, true},
		"its own encoding": {own, string(encoding), false},
	} {
		got, verbatim, err := test.campaign.Body()
		if err != nil || string(got) != test.want || verbatim != test.verbatim {
			t.Errorf("%s: got %s, %t (%v), want %s, %t", name, got, verbatim, err, test.want, test.verbatim)
		}
	}
	broken := record.Customer{Text: `{"FirstName":`}
	if body, verbatim, err := broken.Body(); err == nil || verbatim || body != nil {
		t.Errorf("got %s, %t of a broken text", body, verbatim)
	}
	stored := record.StoredOrder{}
	order, _, _ := stored.Body()
	stored.SetText(`broken, but known to be this order`, record.HashEncoding(order))
	if got, verbatim, err := stored.Body(); err != nil || !verbatim || string(got) != stored.Text {
		t.Errorf("got %s, %t (%v) of an unchanged order", got, verbatim, err)
	}
	stored.Order.RefNo = "1"
	if _, _, err := stored.Body(); err == nil {
		t.Error("a changed order has the text of before")
	}
	var mistyped record.Customer
	if err := record.DecodeText([]byte(`{"FirstName":5,"City":"Porto"}`), &mistyped); err != nil || mistyped.City != "Porto" {
		t.Errorf("got %+v (%v) of a value of another type", mistyped, err)
	}
}

// TestCutInternals splits the internals from a record again, and refuses another text.
func TestCutInternals(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"a":1}`, `{"a":",\"sandbox\":{}"}`, `{"a":{"b":1,"sandbox":2}}`} {
		whole := record.WithInternals([]byte(body), []byte(`{"b":2}`))
		got, internals, ok := record.CutInternals(whole)
		if !ok || string(got) != body || string(internals) != `{"b":2}` {
			t.Errorf("%s: got %s and %s, %t", whole, got, internals, ok)
		}
	}
	if body, internals, ok := record.CutInternals([]byte(`,"sandbox":1}`)); !ok || string(body) != "}" || string(internals) != "1" {
		t.Errorf("got %s and %s, %t", body, internals, ok)
	}
	for _, text := range []string{``, `{"a":1}`, `{"a":1,"sandbox":2`, `{"a":{"b":1,"sandbox":2}}`, `{"a":[{"b":1,"sandbox":{}}]}`} {
		if body, internals, ok := record.CutInternals([]byte(text)); ok || body != nil || internals != nil {
			t.Errorf("%s: got %s and %s", text, body, internals)
		}
	}
}
