package boltstore

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

func formKey(order uint64, n int) []byte { return numberKey(order, sortable(int64(n))) }

func (o orderStore) Form(ref string, n int) ([]byte, bool) {
	order, ok := orderNumber(ref)
	if !ok {
		return nil, false
	}
	content := o.tx.table(forms).get(formKey(order, n))
	return content, content != nil
}

// putForms writes the forms of an order with their content. If the order is known,
// it removes forms behind the last one.
func (o orderStore) putForms(order uint64, r *record.StoredOrder, known bool) error {
	var listed []record.Form
	if r.PurchaseOrder != nil {
		listed = r.PurchaseOrder.Forms
	}
	for n, form := range listed {
		if form.Content == nil {
			continue
		}
		kept := append([]byte{}, form.Content...) // not nil, which would remove the form
		if err := o.tx.table(forms).put(formKey(order, n), kept); err != nil {
			return err
		}
	}
	if !known {
		return nil
	}
	return o.removeForms(order, len(listed))
}

// removeForms removes the forms of an order from number from on.
func (o orderStore) removeForms(order uint64, from int) error {
	for key := range o.tx.table(forms).scan(formKey(order, from), prefixEnd(numberKey(order)), down) {
		if err := o.tx.table(forms).remove(key); err != nil {
			return err
		}
	}
	return nil
}
