package learn

import (
	"encoding/json"
	"encoding/xml"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// described is the fields of an operation's successes as the sandbox describes them.
type described struct {
	forms map[string]string   // by their paths, "any" for a path that ends with *
	must  map[string][]string // required fields by the path of their object
}

// speaksOf reports whether the description has a field, or has none of its name although it has
// the object around it, which takes no further names.
func (d described) speaksOf(path string) bool {
	parent := path[:max(0, strings.LastIndexAny(path, ".["))]
	_, isOpen := d.forms[parent+".*"]
	return path == "" || d.forms[path] != "" || !isOpen && (d.forms[parent] == "object" || d.forms[parent] == "list")
}

// openAPI is a description of the sandbox's answers on REST, in the form without oneOf.
type openAPI struct {
	Paths map[string]map[string]struct {
		Responses map[string]struct {
			Headers map[string]struct{ Required bool }
			Content map[string]struct{ Schema schema }
		}
	}
	Components struct{ Schemas map[string]schema }
}

type schema struct {
	Ref        string `json:"$ref"`
	Type       string
	Format     string
	Pattern    string
	Properties map[string]schema
	Required   []string
	Items      *schema
	Additional any `json:"additionalProperties"`
}

// wsdl is a description of the sandbox's answers on SOAP.
type wsdl struct {
	Types    []wsdlType `xml:"types>schema>complexType"`
	Messages []wsdlType `xml:"message"`
}

type wsdlType struct {
	Name  string     `xml:"name,attr"`
	Parts []wsdlPart `xml:"part"`
	List  []wsdlPart `xml:"sequence>element"`
}

type wsdlPart struct {
	Name string `xml:"name,attr"`
	Type string `xml:"type,attr"`
}

// describe returns the fields of the successes of all operations that the sandbox describes.
func (o Options) describe(answers map[string]string) (map[catalog.OperationID]described, error) {
	var rest openAPI
	var soap wsdl
	text, err := o.OpenAPI(answers)
	if err == nil {
		err = json.Unmarshal(text, &rest)
	}
	if err == nil {
		err = xml.Unmarshal(o.WSDL, &soap)
	}
	all := map[catalog.OperationID]described{}
	for _, op := range catalog.Operations() {
		d := described{map[string]string{onHTTP: "object"}, map[string][]string{}}
		for status, response := range rest.Paths[op.Path][strings.ToLower(op.Method)].Responses {
			if !strings.HasPrefix(status, "2") || op.Protocol != catalog.REST {
				continue
			}
			d.forms[onHTTP+".status"] = strings.TrimPrefix(d.forms[onHTTP+".status"]+" or "+status, " or ")
			for name, header := range response.Headers {
				d.forms[onHTTP+"."+name] = "text"
				if header.Required {
					d.must[onHTTP] = append(d.must[onHTTP], name)
				}
			}
			for media, content := range response.Content {
				d.forms[onHTTP+".Content-Type"] = media
				rest.flatten("", content.Schema, d)
			}
		}
		for _, m := range soap.Messages {
			if m.Name == op.Action+"Response" && op.Protocol == catalog.SOAP {
				d.forms[onHTTP+".status"], d.forms[onHTTP+".Content-Type"] = "200", "text/xml or application/soap+xml"
				soap.flatten("", m.Parts, d)
			}
		}
		all[op.ID] = d
	}
	return all, err
}

// flatten notes the forms of all fields of a schema by their paths.
func (a openAPI) flatten(path string, of schema, d described) {
	if name, is := strings.CutPrefix(of.Ref, "#/components/schemas/"); is {
		of = a.Components.Schemas[name]
	}
	if of.Additional != nil && of.Additional != false {
		d.forms[path+".*"] = "any"
	}
	switch of.Type {
	case "object":
		d.forms[path] = "object"
		d.must[path] = append(d.must[path], of.Required...)
		for name, field := range of.Properties {
			a.flatten(within(path, name), field, d)
		}
	case "array":
		d.forms[path] = "list"
		if of.Items != nil {
			a.flatten(path+"[]", *of.Items, d)
		}
	case "":
	default:
		d.forms[path] = of.form()
	}
}

// form returns the form of a value that has no parts.
func (of schema) form() string {
	isDay := of.Format == "date" || strings.Contains(of.Pattern, "[0-9]{2}$") && !strings.Contains(of.Pattern, ":")
	switch {
	case of.Type == "boolean":
		return "truth value"
	case of.Type != "string":
		return "number"
	case isDay:
		return "day as Y-m-d"
	case strings.Contains(of.Pattern, ":"):
		return "moment as Y-m-d H:i:s"
	}
	return "text"
}

// flatten notes the forms of the parts of an element by their paths. The items of a list have
// the path of the list, as in a recording.
func (w wsdl) flatten(path string, parts []wsdlPart, d described) {
	d.forms[path] = "object"
	for _, p := range parts {
		field := path
		if p.Name != listItem {
			field = within(path, p.Name)
			d.must[path] = append(d.must[path], p.Name)
		}
		_, name, _ := strings.Cut(p.Type, ":")
		at := slices.IndexFunc(w.Types, func(t wsdlType) bool { return t.Name == name })
		switch {
		case at >= 0:
			w.flatten(field, w.Types[at].List, d)
		case name == "decimal" || name == "int":
			d.forms[field] = numberInText
		default:
			d.forms[field] = "text"
		}
	}
}
