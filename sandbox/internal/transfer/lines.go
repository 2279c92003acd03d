package transfer

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// lines are the records of a kind, each as one line of JSON.
type lines = iter.Seq2[[]byte, error]

// List is the records of a kind.
type List struct {
	Kind  Kind
	Lines lines // each with one record, valid until the next
}

// Lists returns the records of each kind, owners first.
func Lists(tx commerce.Tx) []List {
	return []List{
		{Products, linesOf(tx.Products().ProductCodes(), tx.Products().Product, encode)},
		{Partners, linesOf(tx.Products().PartnerCodes(), tx.Products().Partner, encode)},
		{Customers, customerLines(tx)},
		{Orders, orderLines(tx)},
		{Subscriptions, linesOf(tx.Subscriptions().References(), tx.Subscriptions().Get, encode)},
		{Campaigns, campaignLines(tx)},
	}
}

// orderLines yields the orders as they are stored, newest first.
func orderLines(tx commerce.Tx) lines {
	return func(yield func([]byte, error) bool) {
		for reference, body := range commerce.AllOrders(tx) {
			if !yield(orderLine(tx, reference, body)) {
				return
			}
		}
	}
}

// orderLine returns an order on one line, with its internal fields unless it has none.
func orderLine(tx commerce.Tx, ref string, body []byte) ([]byte, error) {
	internals, _, err := tx.Orders().Internals(ref)
	if err != nil {
		return nil, err
	}
	content := func(n int) []byte {
		form, _ := tx.Orders().Form(ref, n)
		return form
	}
	beside, err := record.Encode(wholeInternals{internals, internals.PurchaseOrder.Whole(content)})
	if err != nil {
		return nil, err
	}
	line, err := oneLine(body)
	if err != nil || string(beside) == "{}" {
		return line, err
	}
	return record.WithInternals(line, beside), nil
}

// wholeInternals are the internal fields of an order, with the bytes of its forms.
type wholeInternals struct {
	record.OrderInternals
	PurchaseOrder *record.WholePurchaseOrder `json:"purchase_order,omitempty"`
}

// Put writes the record of a line of Lists. It checks a line from elsewhere no further
// than the store does.
func Put(tx commerce.Tx, kind Kind, line []byte) error {
	switch {
	case !json.Valid(line) || line[0] != '{':
		return errors.New("it is no JSON object")
	case kind != Orders:
		return tx.Restore(kind.singular(), "of the line", bytes.Clone(line))
	}
	r := record.StoredOrder{Text: string(line)}
	if body, beside, ok := record.CutInternals(line); ok {
		var internals wholeInternals
		if err := json.Unmarshal(beside, &internals); err != nil {
			return err
		}
		r.Text, r.OrderInternals = string(body), internals.OrderInternals
		r.PurchaseOrder = internals.PurchaseOrder.Parts()
	}
	if err := record.DecodeText([]byte(r.Text), &r.Order); err != nil {
		return err
	}
	return tx.Orders().Put(r)
}

// oneLine returns JSON without line breaks. It returns the same bytes unless they
// have some.
func oneLine(text []byte) ([]byte, error) {
	if !bytes.ContainsAny(text, "\n\r") {
		return text, nil
	}
	var line bytes.Buffer
	err := json.Compact(&line, text)
	return line.Bytes(), err
}

// campaignLines yields the campaigns as they are stored, the latest created first.
func campaignLines(tx commerce.Tx) lines {
	return func(yield func([]byte, error) bool) {
		for _, body := range tx.Campaigns().Newest() {
			if !yield(oneLine(body)) {
				return
			}
		}
	}
}

func customerLines(tx commerce.Tx) lines {
	return linesOf(tx.Customers().References(), tx.Customers().Get, func(c *record.Customer) ([]byte, error) {
		body, _, err := c.Body()
		if err != nil {
			return nil, err
		}
		return oneLine(body)
	})
}

func encode[R any](value *R) ([]byte, error) { return record.Encode(value) }

// linesOf yields the records with the ids.
func linesOf[ID, R any](ids iter.Seq[ID], get func(ID) (R, bool, error), line func(*R) ([]byte, error)) lines {
	return func(yield func([]byte, error) bool) {
		for id := range ids {
			one, _, err := get(id)
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(line(&one)) {
				return
			}
		}
	}
}
