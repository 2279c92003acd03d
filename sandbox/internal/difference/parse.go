package difference

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
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

// parse reads a body. What is neither JSON nor XML is a text.
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

// mostDepth is how deep the values of a body may be nested. A deeper body is
// compared as a text, because the time grows with the square of the depth.
const mostDepth = 100

var (
	errCut  = errors.New("the rest is not kept") // the kept part of a body ends here
	errDeep = errors.New("the values are nested too deeply")
)

// jsonReader reads a JSON text into a value.
type jsonReader struct {
	*json.Decoder
	end   int64 // where the kept part of a cut text ends, -1 for a whole text
	depth int
}

func readJSON(content []byte, cut bool) (value, error) {
	r := &jsonReader{Decoder: json.NewDecoder(bytes.NewReader(content)), end: -1}
	r.UseNumber()
	if cut {
		r.end = int64(len(content))
	}
	root, err := r.value()
	switch {
	case errors.Is(err, errCut):
		return root, nil
	case err != nil:
		return root, err
	}
	if _, err := r.Token(); err != io.EOF {
		return root, errors.New("there is more behind the value")
	}
	return root, nil
}

// token returns the next token. The error is errCut at the end of a cut text,
// where a number may lack digits.
func (r *jsonReader) token() (json.Token, error) {
	token, err := r.Token()
	if r.end < 0 {
		return token, err
	}
	_, delimiter := token.(json.Delim)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), err == nil && !delimiter && r.InputOffset() == r.end:
		return nil, errCut
	}
	return token, err
}

// value reads the next value. With errCut, it returns what is kept of it.
func (r *jsonReader) value() (value, error) {
	token, err := r.token()
	if err != nil {
		return value{kind: unknown, cut: true}, err
	}
	switch t := token.(type) {
	case json.Delim:
		if r.depth++; r.depth > mostDepth {
			return value{}, errDeep
		}
		defer func() { r.depth-- }()
		if t == '{' {
			return r.record()
		}
		return r.list()
	case string:
		return value{kind: text, text: t}, nil
	case json.Number:
		return value{kind: number, text: t.String()}, nil
	case bool:
		if t {
			return value{kind: truth, text: "true"}, nil
		}
		return value{kind: truth, text: "false"}, nil
	}
	return value{kind: null, text: "null"}, nil
}

// record reads an object. Of two fields with one name the last counts, as most
// programs read it.
func (r *jsonReader) record() (value, error) {
	v, at := value{kind: record}, map[string]int{}
	for {
		token, err := r.token()
		if err != nil {
			v.cut = true
			return v, err
		}
		name, isName := token.(string)
		if !isName { // the closing brace
			return v, nil
		}
		inner, err := r.value()
		if i, again := at[name]; again {
			v.fields[i].value = inner
		} else if inner.kind != unknown {
			at[name] = len(v.fields)
			v.fields = append(v.fields, field{name, inner})
		}
		if err != nil {
			v.cut = true
			return v, err
		}
	}
}

// list reads a list. A cut list lacks the element that is cut.
func (r *jsonReader) list() (value, error) {
	v := value{kind: list}
	for r.More() {
		inner, err := r.value()
		if err != nil {
			v.cut = true
			return v, err
		}
		v.items = append(v.items, inner)
	}
	if _, err := r.token(); err != nil {
		v.cut = true
		return v, err
	}
	return v, nil
}

// readXML reads an XML text. The root is a record with one field.
func readXML(content []byte, cut bool) (value, error) {
	d := xml.NewDecoder(bytes.NewReader(content))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	root := value{kind: record}
	for {
		token, err := d.Token()
		switch {
		case err == io.EOF:
			if len(root.fields) == 0 && !cut {
				return root, errors.New("there is no element")
			}
			return root, nil
		case err != nil && cut:
			root.cut = true
			return root, nil
		case err != nil:
			return root, err
		}
		if start, ok := token.(xml.StartElement); ok {
			inner, err := element(d, start, 1)
			root.fields = append(root.fields, field{start.Name.Local, inner})
			if err != nil {
				root.cut = true
			}
			if err != nil && (!cut || errors.Is(err, errDeep)) {
				return root, err
			}
		}
	}
}

// schemaInstance is the namespace of the attributes type and nil.
const schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"

// element reads an element: a text when it has neither attributes nor elements,
// otherwise a record. With an error, it returns what came before it.
func element(d *xml.Decoder, start xml.StartElement, depth int) (value, error) {
	if depth > mostDepth {
		return value{}, errDeep
	}
	v := value{kind: record, space: start.Name.Space}
	for _, a := range start.Attr {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			continue
		}
		if _, local, prefixed := strings.Cut(a.Value, ":"); prefixed && a.Name.Space == schemaInstance && a.Name.Local == "type" {
			a.Value = local // because a prefix is only a name for a namespace
		}
		v.fields = append(v.fields, field{"@" + a.Name.Local, value{kind: text, text: a.Value}})
	}
	var characters strings.Builder
	for {
		token, err := d.Token()
		if err != nil {
			v.cut = true
			v.collect()
			return v, err
		}
		switch t := token.(type) {
		case xml.CharData:
			characters.Write(t)
		case xml.StartElement:
			inner, err := element(d, t, depth+1)
			v.fields = append(v.fields, field{t.Name.Local, inner})
			if err != nil {
				v.cut = true
				v.collect()
				return v, err
			}
		case xml.EndElement:
			content := strings.TrimSpace(characters.String())
			if len(v.fields) == 0 {
				return value{kind: text, text: content, space: v.space}, nil
			}
			if content != "" {
				v.fields = append(v.fields, field{"#text", value{kind: text, text: content}})
			}
			v.collect()
			return v, nil
		}
	}
}

// collect makes one list of the fields of each name that occurs several times. A
// cut list lacks the element that is cut.
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
