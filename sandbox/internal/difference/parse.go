package difference

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// format is how a body is written.
type format string

const (
	noFormat   format = ""
	jsonFormat format = "JSON"
	xmlFormat  format = "XML"
	textFormat format = "text"
)

// parsed is a body with its fields.
type parsed struct {
	format format
	root   value
}

// parse reads a body. Anything but JSON and XML is a text.
func parse(b Body) parsed {
	content := bytes.TrimSpace(b.Content)
	if len(content) == 0 {
		return parsed{}
	}
	read, as := readJSON, jsonFormat
	if content[0] == '<' {
		read, as = readXML, xmlFormat
	}
	if root, err := read(content, b.Cut); err == nil {
		return parsed{as, root}
	}
	return parsed{format: textFormat}
}

// maxDepth bounds the nesting of values. A deeper body is compared as a text,
// because the time grows with the square of the depth.
const maxDepth = 100

var errDeep = errors.New("the values are nested too deeply")

// jsonReader makes values of a JSON text.
type jsonReader struct {
	end int // the end of a cut text, because a number there may lack digits; -1 without a cut
}

func readJSON(content []byte, cut bool) (value, error) {
	isDeep := false
	root, err := verbatim.Read(content, func(depth int, _ []byte) bool {
		isDeep = isDeep || depth >= maxDepth
		return true // because the decoder recurses into values not entered
	})
	r := jsonReader{end: -1}
	if cut {
		r.end = len(content)
	}
	switch {
	case isDeep:
		return value{}, errDeep
	case err != nil && !(cut && errors.Is(err, io.ErrUnexpectedEOF)):
		return value{}, err
	}
	return r.value(root), nil
}

// value returns a value, as far as it is kept.
func (r jsonReader) value(v verbatim.Value) value {
	if !v.Exists() || v.End() == r.end && v.Kind() != '{' && v.Kind() != '[' {
		return value{kind: unknown, cut: true}
	}
	switch v.Kind() {
	case '{':
		return r.record(v)
	case '[':
		return r.list(v)
	case '"':
		return value{kind: text, text: v.Text()}
	case '0':
		return value{kind: number, text: string(v.Bytes())}
	case 'n':
		return value{kind: null, text: "null"}
	}
	return value{kind: truth, text: string(v.Bytes())}
}

// record makes a record of an object. Of two fields with one name the last counts, as
// most programs read it.
func (r jsonReader) record(v verbatim.Value) value {
	made, at := value{kind: record, cut: v.IsCut()}, map[string]int{}
	for name, one := range v.Children() {
		if name.End() == r.end {
			break
		}
		f := field{name.Text(), r.value(one)}
		if i, again := at[f.name]; again {
			made.fields[i] = f
		} else if f.value.kind != unknown {
			at[f.name] = len(made.fields)
			made.fields = append(made.fields, f)
		}
	}
	return made
}

// list makes a list. A cut list lacks the cut element.
func (r jsonReader) list(v verbatim.Value) value {
	made := value{kind: list, cut: v.IsCut(), items: make([]value, 0, v.Len())}
	for _, one := range v.Children() {
		if item := r.value(one); !item.cut {
			made.items = append(made.items, item)
		}
	}
	return made
}

// readXML reads an XML text. The root is a record with one field.
func readXML(content []byte, cut bool) (value, error) {
	d := xml.NewDecoder(bytes.NewReader(content))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	root := value{kind: record}
	for {
		token, err := d.Token()
		if err != nil {
			return endXML(root, cut, err)
		}
		if start, ok := token.(xml.StartElement); ok {
			err := root.readElement(d, start, 1)
			root.cut = root.cut || err != nil
			if err != nil && (!cut || errors.Is(err, errDeep)) {
				return root, err
			}
		}
	}
}

// readElement adds an element within the value. With an error, it adds the part before it.
func (v *value) readElement(d *xml.Decoder, start xml.StartElement, depth int) error {
	inner, err := element(d, start, depth)
	v.fields = append(v.fields, field{start.Name.Local, inner})
	return err
}

// endXML returns the value of a text that was read up to an error.
func endXML(root value, cut bool, err error) (value, error) {
	switch {
	case err == io.EOF:
		if len(root.fields) == 0 && !cut {
			return root, errors.New("there is no element")
		}
		return root, nil
	case cut:
		root.cut = true
		return root, nil
	}
	return root, err
}

// schemaInstance is the namespace of the attributes type and nil.
const schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"

// attributes returns the attributes of an element, without the declarations of namespaces.
func attributes(start xml.StartElement) (all []field) {
	for _, a := range start.Attr {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			continue
		}
		if _, local, prefixed := strings.Cut(a.Value, ":"); prefixed && a.Name.Space == schemaInstance && a.Name.Local == "type" {
			a.Value = local // because a prefix is only a name for a namespace
		}
		all = append(all, field{"@" + a.Name.Local, value{kind: text, text: a.Value}})
	}
	return all
}

// element reads an element: a text when it has neither attributes nor elements,
// otherwise a record. With an error, it returns the part before it.
func element(d *xml.Decoder, start xml.StartElement, depth int) (value, error) {
	if depth > maxDepth {
		return value{}, errDeep
	}
	v := value{kind: record, space: start.Name.Space, fields: attributes(start)}
	content, err := v.readContent(d, depth)
	switch {
	case err != nil:
		v.cut = true
	case len(v.fields) == 0:
		return value{kind: text, text: content, space: v.space}, nil
	case content != "":
		v.fields = append(v.fields, field{"#text", value{kind: text, text: content}})
	}
	v.collect()
	return v, err
}

// readContent adds the elements within an element, and returns its text.
func (v *value) readContent(d *xml.Decoder, depth int) (string, error) {
	var characters strings.Builder
	for {
		token, err := d.Token()
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.CharData:
			characters.Write(t)
		case xml.StartElement:
			if err := v.readElement(d, t, depth+1); err != nil {
				return "", err
			}
		case xml.EndElement:
			return strings.TrimSpace(characters.String()), nil
		}
	}
}

// collect makes one list of the fields of each repeated name. A cut list lacks
// the cut element.
func (v *value) collect() {
	at := make(map[string]int, len(v.fields))
	var kept []field
	for _, f := range v.fields {
		f.value.open = v.cut
		i, again := at[f.name]
		if !again {
			at[f.name] = len(kept)
			kept = append(kept, f)
			continue
		}
		first := &kept[i].value
		if first.kind != list {
			*first = value{kind: list, items: []value{*first}, space: first.space, cut: v.cut}
		}
		if !f.value.cut {
			first.items = append(first.items, f.value)
		}
	}
	v.fields = kept
}
