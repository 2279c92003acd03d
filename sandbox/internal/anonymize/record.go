package anonymize

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// leaf is a text, a number or a name in a record.
type leaf struct {
	start, end int
	text       string // unquoted
	quoted     bool
	is         sort
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
	leaves := r.names.read(text, r.leaves[:0])
	r.leaves = leaves
	known := r.known(leaves)
	var out bytes.Buffer
	out.Grow(len(text) + len(text)/8)
	done := 0
	for _, l := range leaves {
		other := r.leaf(l, known)
		if other == l.text {
			continue
		}
		out.Write(text[done:l.start])
		if l.quoted {
			out.Write(quote(other))
		} else {
			out.WriteString(other)
		}
		done = l.end
	}
	if done == 0 {
		return text
	}
	out.Write(text[done:])
	return out.Bytes()
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

// read appends the leaves of a record that may have personal data, each with what it
// is.
func (n *names) read(text []byte, leaves []leaf) []leaf {
	d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true)) // the text is valid
	stack := make([]frame, 1, 16)
	for {
		kind := d.PeekKind()
		top := &stack[len(stack)-1]
		switch kind {
		case '{', '[':
			_, _ = d.ReadToken()
			name := top.member
			if top.list {
				name = top.name
			}
			stack = append(stack, frame{name: name, list: kind == '['})
			continue
		case '}', ']':
			_, _ = d.ReadToken()
			n.finish(top, leaves)
			stack = stack[:len(stack)-1]
			continue
		case jsontext.KindInvalid:
			return leaves // the end, because the text is valid
		}
		value, err := d.ReadValue()
		if err != nil {
			return leaves
		}
		end := int(d.InputOffset())
		l := leaf{start: end - len(value), end: end, quoted: kind == '"', is: identifier}
		if _, length := d.StackIndex(d.StackDepth()); !top.list && kind == '"' && length%2 == 1 { // a name
			top.member = n.fold(value)
			if bytes.IndexByte(value, '@') < 0 {
				continue
			}
		} else {
			l.is = n.sortIn(top)
		}
		if l.matters(value) {
			l.text = unquoted(value, l.quoted)
			n.note(top, l, len(leaves))
			leaves = append(leaves, l)
		}
	}
}

// matters reports whether a leaf can have personal data, or says what others are.
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

// unquoted returns the text of a value.
func unquoted(value []byte, quoted bool) string {
	if !quoted {
		return string(value)
	}
	text := value[1 : len(value)-1]
	if bytes.IndexByte(text, '\\') < 0 {
		return string(text)
	}
	plain, _ := jsontext.AppendUnquote(nil, value) // the text is valid
	return string(plain)
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
