package journal

import (
	"reflect"
	"testing"
)

// rowsOf returns the lists of a recorder that later calls reuse.
func rowsOf(rec *Recorder) map[string]reflect.Value {
	rows := map[string]reflect.Value{}
	for name, list := range map[string]any{
		"Request.Header": &rec.Request.Header, "Response.Header": &rec.Response.Header, "Triggers": &rec.Triggers,
		"Checks": &rec.Checks, "Notes": &rec.Notes, "Changes": &rec.Changes, "Explain": &rec.Explain,
		"Secrets": &rec.Secrets, "records": &rec.records,
	} {
		rows[name] = reflect.ValueOf(list).Elem()
	}
	return rows
}

// TestRecycledRows keeps the memory of a usual call for the next one, without its
// content, and not the memory of a call with very many rows.
func TestRecycledRows(t *testing.T) {
	t.Parallel()
	for count, reused := range map[int]bool{1: true, maxReusedRows: true, maxReusedRows + 1: false} {
		j, rec := New(Defaults()), &Recorder{}
		for _, list := range rowsOf(rec) {
			list.Set(reflect.MakeSlice(list.Type(), count, count))
		}
		for i := range rec.records {
			rec.records[i] = j.blocks.take(1)
		}
		for i := range rec.Notes {
			rec.Notes[i], rec.Secrets[i] = "a note", "a secret"
		}
		rec.journal = j
		j.recycle(rec)
		for name, list := range rowsOf(rec) {
			if list.Len() != 0 || (list.Cap() == count) != reused {
				t.Errorf("%s of a call with %d rows: got %d rows and room for %d, want none and reused: %t", name, count, list.Len(), list.Cap(), reused)
			}
			if whole := list.Slice(0, list.Cap()); list.Cap() > 0 && !whole.Index(0).IsZero() {
				t.Errorf("%s still has %v", name, whole.Index(0))
			}
		}
	}
}
