package worlds

import (
	"bytes"
	"errors"
	"io"

	"github.com/goccy/go-yaml"

	"github.com/commerce-sandbox/commerce-sandbox/fixtures"
)

// Parse reads a world. The name stands in its errors, which show the line, the
// column and the text around each fault. Names that the file does not define
// are refused; a file that lists no products, or no partners, has the shipped
// ones.
func Parse(text []byte, name string) (*World, error) {
	s := source{name: name, text: text}
	e, err := s.decode()
	if err != nil {
		return nil, err
	}
	if err := e.addShippedProducts(); err != nil {
		return nil, err
	}
	w := &World{source: s, entries: e}
	w.lookup, err = s.check(&w.entries, nil)
	if err != nil {
		return nil, err
	}
	return w, nil
}

// decode reads the one document of the file and refuses unknown names.
func (s source) decode() (entries, error) {
	var e entries
	d := yaml.NewDecoder(bytes.NewReader(s.text), yaml.Strict())
	switch err := d.Decode(&e); {
	case errors.Is(err, io.EOF):
		return entries{}, s.withName(errors.New("the file is empty: give it a summary, or records such as customers and orders"))
	case err != nil:
		return entries{}, s.withName(err)
	}
	var more any
	if err := d.Decode(&more); !errors.Is(err, io.EOF) {
		return entries{}, s.withName(errors.New("the file holds several documents: a world is one"))
	}
	return e, nil
}

// addShippedProducts gives a world that says nothing of products, or of partners, the
// shipped ones.
func (e *entries) addShippedProducts() error {
	if e.Products != nil && e.Partners != nil {
		return nil
	}
	text, err := fixtures.Files.ReadFile("products.yaml")
	if err != nil {
		return err
	}
	catalogue, err := source{name: "products.yaml", text: text}.decode()
	if err != nil {
		return err
	}
	if e.Products == nil {
		e.Products = catalogue.Products
	}
	if e.Partners == nil {
		e.Partners = catalogue.Partners
	}
	return nil
}
