package anonymize

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// leaf is a text, a number or a name in a record.
type leaf struct {
	text   string // unquoted
	at     int32  // its index, because a record may have a million
	is     *sort
	quoted bool
}

// Record returns the JSON of a record without personal data. Everything but the
// replaced values keeps its bytes. The text must be valid.
func (r *Run) Record(text []byte) []byte {
	root, _ := verbatim.Read(text, nil) // it fails for no valid text
	leaves := r.read(root, "", r.leaves[:0])
	r.leaves = leaves
	known := r.collect(leaves)
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

// leaf returns the replacement of a leaf.
func (r *Run) leaf(l leaf, known *known) string {
	if kind := l.is.kind; kind != "" && strings.TrimSpace(l.text) != "" {
		other := ""
		if l.quoted {
			other = l.is.other(r, l.text)
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

// number returns the replacement of a personal number, with as many digits.
func (r *Run) number(l leaf) string {
	if !slices.Contains([]*sort{telephone, taxNumber, cardDigits, zip}, l.is) {
		return l.text
	}
	other := alike("number", one)(r, l.text)
	if _, err := strconv.ParseInt(other, 10, 64); err != nil {
		return l.text
	}
	return other
}

// quote returns a text as JSON.
func quote(text string) []byte {
	quoted, _ := jsontext.AppendQuote(nil, text) // invalid UTF-8 becomes U+FFFD
	return quoted
}

// read appends the leaves of an object or a list that may have personal data, with their
// sorts. name is the name of the member that has it.
func (r *Run) read(v verbatim.Value, name string, leaves []leaf) []leaf {
	isList := v.Kind() == '['
	place, code := false, ""
	if !isList {
		place, code = r.about(v, name)
	}
	for member, value := range v.Children() {
		inner := name
		if !isList {
			inner = r.fold(member)
			if bytes.IndexByte(member.Bytes(), '@') >= 0 {
				leaves = add(member, identifier, leaves)
			}
		}
		if kind := value.Kind(); kind == '{' || kind == '[' {
			leaves = r.read(value, inner, leaves)
			continue
		}
		is := r.sort(inner, name)
		if inner == "content" {
			is = formContent
		} else if is == state && !place {
			is = identifier // a State is a part of an address only beside a city
		} else if said := r.sort(code, ""); !isList && inner == "value" && said.kind != "" && said != state {
			is = said // a Value has the sort of its Code
		}
		leaves = add(value, is, leaves)
	}
	return leaves
}

// about returns whether an object has a part of an address, and the text of its Code, Name
// or Label, folded.
func (r *Run) about(object verbatim.Value, name string) (place bool, code string) {
	for member, value := range object.Children() {
		kind := value.Kind()
		isText := kind == '"' && len(value.Bytes()) > 2
		switch inner := r.fold(member); {
		case inner == "countrycode" && isText, (kind == '"' || kind == '0') && slices.Contains([]*sort{city, zip, street}, r.sort(inner, name)):
			place = true
		case isText && slices.Contains([]string{"code", "name", "label", "title", "field", "key"}, inner):
			code = cmp.Or(code, foldName(value.Text()))
		}
	}
	return place, code
}

// add appends a leaf, unless it cannot have personal data.
func add(v verbatim.Value, is *sort, leaves []leaf) []leaf {
	l := leaf{at: int32(v.Index()), is: is, quoted: v.Kind() == '"'}
	if !l.matters(v.Bytes()) {
		return leaves
	}
	if l.text = string(v.Bytes()); l.quoted {
		l.text = v.Text()
	}
	return append(leaves, l)
}

func (l *leaf) matters(value []byte) bool {
	switch {
	case l.is.kind != "":
		return l.quoted || value[0] >= '0' && value[0] <= '9'
	case !l.quoted || len(value) == 2:
		return false
	case l.is == identifier || l.is == shopText:
		return bytes.ContainsAny(value, "@%.:")
	}
	return true
}
