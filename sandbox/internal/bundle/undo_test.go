package bundle

import (
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// images are the present records.
type images map[string]string

// Image returns the image of a record.
func (i images) Image(_, id string) ([]byte, error) {
	if text, ok := i[id]; ok {
		return []byte(text), nil
	}
	return nil, nil
}

// changed returns the step of a call that changed a record; "" is no record.
func changed(call, id, from, to string) Step {
	image := func(text string) client.Bytes {
		if text == "" {
			return nil
		}
		return client.Bytes(text)
	}
	return Step{Call: &client.Entry{ID: call}, Changes: []Change{{Kind: "order", ID: id, Before: image(from), After: image(to)}}}
}

func TestUndone(t *testing.T) {
	t.Parallel()
	now := images{"1": "c", "2": "y"}
	steps := []Step{
		changed("A", "1", "a", "b"), changed("C", "1", "x", "c"), changed("B", "1", "b", "x"), // B ended after C
		changed("D", "2", "", "y"), changed("E", "3", "z", ""),
	}
	want := []commerce.Change{
		{Kind: "order", ID: "1", Before: []byte("a"), After: []byte("c")}, {Kind: "order", ID: "2", After: []byte("y")}, {Kind: "order", ID: "3", Before: []byte("z")},
	}
	for i := range want {
		if want[i].Before != nil {
			want[i].Before = []byte(want[i].Before)
		}
	}
	got, err := undone(now, steps)
	for i := range got { // client.Bytes and []byte are the same here
		got[i].Before = append([]byte(nil), got[i].Before...)
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

func TestWhatCannotBeUndone(t *testing.T) {
	t.Parallel()
	cut := changed("B", "1", "", "")
	cut.Changes[0].Truncated = true
	for want, steps := range map[string][]Step{
		"changed between call A and now in a way that nobody recorded": {changed("A", "1", "a", "b")},
		"does not keep how call B changed order 1":                     {cut},
	} {
		_, err := undone(images{"1": "other"}, steps)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestWritesAreInOrder puts calls in the order in which they wrote, and leaves those
// that only read where they ended.
func TestWritesAreInOrder(t *testing.T) {
	t.Parallel()
	steps := []Step{
		wrote("A", 2), wrote("R", 0), wrote("B", 1), wrote("C", 5), wrote("S", 0), wrote("D", 4), wrote("E", 4), wrote("F", 3), wrote("T", 0), wrote("G", 6),
	}
	var got []string
	for _, s := range inOrder(steps) {
		got = append(got, s.Call.ID)
	}
	if want := []string{"B", "A", "R", "F", "D", "E", "C", "S", "T", "G"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// wrote returns the step of a call with the number of its update, 0 for none.
func wrote(call string, update uint64) Step {
	return Step{Call: &client.Entry{ID: call}, update: update}
}
