package anonymize

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// leaf is a text, a number or a name in a record.
type leaf struct {
	text   string // unquoted
	at     int32  // its index, because a record may have a million
	is     sort
	quoted bool
}

// frame is an object or a list that is being read.
type frame struct {
	name   string // folded, of the member that has it
	list   bool
	member string // the present one, folded
	code   string // what its Code, Name or Label says
	values []int  // leaves named value
	states []int  // leaves named state
	place  bool   // whether it has another part of an address
}

// Record returns the JSON of a record without personal data. All but the values that
// it replaces keeps its bytes. The text must be valid.
func (r *Run) Record(text []byte) []byte {
	root, _ := verbatim.Read(text, nil) // it fails for no valid text
	leaves := r.names.read(&frame{}, root, r.leaves[:0])
	r.leaves = leaves
	known := r.known(leaves)
	var edits verbatim.Edits
	for _, l := range leaves {
		switch other := r.leaf(l, known); {
		case other == l.text:
		case l.quoted:
			edits.Replace(root.At(int(l.at)), quote(other))
		default:
			edits.Replace(root.At(int(l.at)), []byte(other))
		}
	}
	return edits.Apply(text)
}

// leaf returns what a leaf becomes.
func (r *Run) leaf(l leaf, known *known) string {
	if kind := l.is.kind(); kind != "" && strings.TrimSpace(l.text) != "" {
		other := ""
		if l.quoted {
			other = r.value(l.is, l.text)
		} else {
			other = r.number(l)
		}
		if other != l.text {
			r.counts[kind]++
		}
		return other
	}
	if !l.quoted {
		return l.text
	}
	text := r.patterns(l.text)
	if l.is == free {
		text = known.replace(r, text)
	}
	return text
}

// number returns what a personal value that is a number becomes: one of as many
// digits.
func (r *Run) number(l leaf) string {
	if l.is != telephone && l.is != taxNumber && l.is != cardDigits && l.is != zip {
		return l.text
	}
	other := r.make("number", l.text, func(c chance) string { return c.likeness(l.text, 1) })
	if _, err := strconv.ParseInt(other, 10, 64); err != nil {
		return l.text
	}
	return other
}

// quote returns a text as JSON.
func quote(text string) []byte {
	quoted, _ := jsontext.AppendQuote(nil, text) // what is no UTF-8 becomes U+FFFD
	return quoted
}

// read appends the leaves of a value in f that may have personal data, each with what
// it is.
func (n *names) read(f *frame, v verbatim.Value, leaves []leaf) []leaf {
	kind := v.Kind()
	switch {
	case !v.Exists():
		return leaves
	case kind != '{' && kind != '[':
		return n.add(f, v, n.sortIn(f), leaves)
	}
	inner := frame{name: f.member, list: kind == '['}
	if f.list {
		inner.name = f.name
	}
	for name, value := range v.Children() {
		if name.Exists() {
			inner.member = n.fold(name)
			if bytes.IndexByte(name.Bytes(), '@') >= 0 {
				leaves = n.add(&inner, name, identifier, leaves)
			}
		}
		leaves = n.read(&inner, value, leaves)
	}
	n.finish(&inner, leaves)
	return leaves
}

// add appends a leaf that can have personal data, or that says what others are.
func (n *names) add(f *frame, v verbatim.Value, is sort, leaves []leaf) []leaf {
	l := leaf{at: int32(v.Index()), is: is, quoted: v.Kind() == '"'}
	if !l.matters(v.Bytes()) {
		return leaves
	}
	if l.text = string(v.Bytes()); l.quoted {
		l.text = v.Text()
	}
	n.note(f, l, len(leaves))
	return append(leaves, l)
}

func (l *leaf) matters(value []byte) bool {
	switch {
	case l.is.kind() != "":
		return l.quoted || value[0] >= '0' && value[0] <= '9'
	case !l.quoted || len(value) == 2:
		return false
	case l.is == identifier || l.is == shopText:
		return len(value) < 40 || bytes.ContainsAny(value, "@%.:")
	}
	return true
}

// sortIn returns what the present value of an object or a list is.
func (n *names) sortIn(f *frame) sort {
	name := f.member
	if f.list {
		name = f.name
	}
	if name == "content" {
		return formContent
	}
	return n.sort(name, f.name)
}

// note keeps what decides at the end of the object what its values are.
func (n *names) note(f *frame, l leaf, at int) {
	switch {
	case l.is == city || l.is == zip || l.is == street || f.member == "countrycode":
		f.place = true
	case l.is == state:
		f.states = append(f.states, at)
	}
	switch f.member {
	case "code", "name", "label", "title", "field", "key":
		if f.code == "" {
			f.code = l.text
		}
	case "value":
		f.values = append(f.values, at)
	}
}

// finish decides what the values of an object are that the others say: a State is a
// part of an address only beside a city, and a Value is what its Code says.
func (n *names) finish(f *frame, leaves []leaf) {
	for _, at := range f.states {
		if !f.place {
			leaves[at].is = identifier
		}
	}
	for _, at := range f.values {
		if is := n.sort(folded(f.code), ""); is.kind() != "" && is != state {
			leaves[at].is = is
		}
	}
}
