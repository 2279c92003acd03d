package commerce

import (
	"bytes"
	"encoding/json"
	"iter"
	"unicode/utf8"
)

// AllOrders yields the reference and the stored bytes of every order, newest first. A
// damaged one has no bytes.
func AllOrders(tx Tx) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for reference := range OrderIDs(tx) {
			body, _ := tx.Orders().Body(reference)
			if !yield(reference, body) {
				return
			}
		}
	}
}

// ordersWith returns the references of the orders whose bytes have a field with a
// value that is asked for. It decodes no order, because decoding a hundred thousand
// takes seconds.
func ordersWith(tx Tx, field string, asked func(value string) bool) (refs []string) {
	for ref, body := range tx.Orders().All() {
		for value := range scalars(body, field) {
			if asked(value) {
				refs = append(refs, ref)
				break
			}
		}
	}
	return refs
}

// scalars yields the texts and numbers that a field has anywhere in JSON.
func scalars(body []byte, field string) iter.Seq[string] {
	return func(yield func(string) bool) {
		name := []byte(`"` + field + `"`)
		for {
			at := bytes.Index(body, name)
			if at < 0 {
				return
			}
			body = bytes.TrimLeft(body[at+len(name):], " \t\r\n")
			value, isField := bytes.CutPrefix(body, []byte(":"))
			if isField && !yield(scalar(bytes.TrimLeft(value, " \t\r\n"))) {
				return
			}
		}
	}
}

// scalar returns the text or number that JSON begins with.
func scalar(value []byte) string {
	if !bytes.HasPrefix(value, []byte(`"`)) {
		return string(value[:bareEnd(value)])
	}
	value = value[:textEnd(value)]
	if bytes.IndexByte(value, '\\') < 0 && utf8.Valid(value) {
		return string(value[1:max(len(value)-1, 1)])
	}
	var text string
	_ = json.Unmarshal(value, &text) // stored JSON is valid
	return text
}
