package boltstore

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
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

// putForms writes the forms of an order that have their content. When the order is
// known, it removes those behind the last one.
func (o orderStore) putForms(order uint64, r *commerce.OrderRecord, known bool) error {
	var listed []commerce.Form
	if r.PurchaseOrder != nil {
		listed = r.PurchaseOrder.Forms
	}
	for n, form := range listed {
		if form.Content == nil {
			continue
		}
		if err := o.putForm(order, n, form.Content); err != nil {
			return err
		}
	}
	if !known {
		return nil
	}
	return o.removeForms(order, len(listed))
}

// putForm writes the bytes of a form.
func (o orderStore) putForm(order uint64, n int, content []byte) error {
	in, key := o.tx.table(forms), formKey(order, n)
	kept := make([]byte, len(content)) // not a clone, because a nil value would remove the form
	copy(kept, content)
	if before := in.get(key); before == nil || !bytes.Equal(before, kept) {
		o.tx.formChanged(formID(order, n), before, kept)
	}
	return in.put(key, kept)
}

// removeForms removes the forms of an order from number from on.
func (o orderStore) removeForms(order uint64, from int) error {
	for key := range o.tx.table(forms).scan(formKey(order, from), prefixEnd(numberKey(order))).all() {
		if err := o.removeForm(order, int(signed(numberAt(key, 1)))); err != nil {
			return err
		}
	}
	return nil
}

// removeForm removes the bytes of a form. It is no error when there are none.
func (o orderStore) removeForm(order uint64, n int) error {
	in, key := o.tx.table(forms), formKey(order, n)
	before := in.get(key)
	if before == nil {
		return nil
	}
	o.tx.formChanged(formID(order, n), before, nil)
	return in.remove(key)
}

// restoreForm writes the bytes of a form, or removes them for nil. An order that does
// not list the form gets none.
func (o orderStore) restoreForm(id string, content []byte) error {
	order, n, err := formOf(id)
	if err != nil {
		return err
	}
	if content == nil {
		return o.removeForm(order, n)
	}
	internals, _, err := o.Internals(reference(order))
	if err != nil || internals.PurchaseOrder == nil || n >= len(internals.PurchaseOrder.Forms) {
		return err
	}
	return o.putForm(order, n, content)
}

// formID returns the id of a form in changes: the reference of its order and its
// number, which counts from 1.
func formID(order uint64, n int) string { return reference(order) + "/" + strconv.Itoa(n+1) }

// formOf parses what formID returns.
func formOf(id string) (order uint64, n int, err error) {
	ref, number, _ := strings.Cut(id, "/")
	order, known := orderNumber(ref)
	n, err = strconv.Atoi(number)
	if !known || err != nil || n < 1 {
		return 0, 0, fmt.Errorf("the id of a form must be an order and a number from 1, got %q", id)
	}
	return order, n - 1, nil
}

// mostFormBytes is how many bytes of forms the changes of a transaction have.
const mostFormBytes = 1 << 20

// formChanged adds the change of a form. When the forms have too many bytes together,
// it leaves them out, as changes in brief do.
func (t *tx) formChanged(id string, before, after []byte) {
	if t.changes == nil {
		return
	}
	if t.formBytes += len(before) + len(after); t.formBytes > mostFormBytes {
		before, after = before[:0:0], after[:0:0]
	}
	t.changed(commerce.FormKind, id, before, after)
}
