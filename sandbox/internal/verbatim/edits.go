package verbatim

import (
	"cmp"
	"slices"
)

// Edit replaces a part of a text. An insertion replaces nothing.
type Edit struct {
	From, To int
	With     []byte
}

// Edits are edits of one text. Of overlapping ones the first counts, and of those at
// the same place the longest.
type Edits []Edit

// Replace replaces a value.
func (e *Edits) Replace(v Value, with []byte) { *e = append(*e, Edit{v.Start(), v.End(), with}) }

// Add adds a member at the end of an object. The name is in JSON. isEmpty is true if
// the object has no other members, or loses them.
func (e *Edits) Add(object Value, name, value []byte, isEmpty bool) {
	e.insertAtEnd(object, slices.Concat([]byte{','}, name, []byte{':'}, value), isEmpty)
}

// Append adds an element at the end of a list.
func (e *Edits) Append(list Value, element []byte) {
	e.insertAtEnd(list, slices.Concat([]byte{','}, element), list.Len() == 0)
}

// Double repeats the text from the start of from to the end of to behind it: an element
// of a list, or a member from its name to its value.
func (e *Edits) Double(from, to Value) {
	*e = append(*e, Edit{to.End(), to.End(), slices.Concat([]byte{','}, to.tree.text[from.Start():to.End()])})
}

// insertAtEnd inserts members or elements, each behind a comma.
func (e *Edits) insertAtEnd(into Value, more []byte, isEmpty bool) {
	if isEmpty {
		more = more[1:]
	}
	*e = append(*e, Edit{into.End() - 1, into.End() - 1, more})
}

// Remove removes members or elements of a value, with their names and commas. It
// returns the number of the remaining ones.
func (e *Edits) Remove(from Value, gone func(name, value Value) bool) (stay int) {
	const none = -1
	first, stayed, last := none, from.Start()+1, 0 // start of a run to remove, end of the child before it, end of the last child
	for name, value := range from.Children() {
		start := value.Start()
		if name.Exists() {
			start = name.Start()
		}
		switch last = value.End(); {
		case gone(name, value):
			if first == none {
				first = start
			}
			continue
		case first != none:
			*e = append(*e, Edit{From: first, To: start})
			first = none
		}
		stay, stayed = stay+1, last
	}
	if first != none {
		*e = append(*e, Edit{From: stayed, To: last})
	}
	return stay
}

// Size returns the size of text with the edits, in bytes. It sorts the edits by
// their places, and drops overlapping ones.
func (e *Edits) Size(text []byte) int {
	slices.SortStableFunc(*e, func(a, b Edit) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To)) })
	at, size := 0, len(text)
	*e = slices.DeleteFunc(*e, func(one Edit) bool {
		if one.From < at {
			return true
		}
		at, size = one.To, size+len(one.With)-(one.To-one.From)
		return false
	})
	return size
}

// Apply returns text with the edits, text itself when there are none.
func (e Edits) Apply(text []byte) []byte {
	if len(e) == 0 {
		return text
	}
	at, made := 0, make([]byte, 0, e.Size(text))
	for _, one := range e {
		made = append(append(made, text[at:one.From]...), one.With...)
		at = one.To
	}
	return append(made, text[at:]...)
}
