package worlds

import (
	"bytes"
	"errors"
	"io"

	"github.com/goccy/go-yaml"

	"github.com/commerce-sandbox/commerce-sandbox/fixtures"
)

// Parse reads a world. Its errors begin with name and show the line, the column
// and the text around each mistake. A name that the file does not define is an
// error. A file without a list of products, or of partners, gets the shipped
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

// decode reads the one document of the file. A field that does not exist is an
// error.
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
		return entries{}, s.withName(errors.New("the file has several YAML documents; a world must be one"))
	}
	return e, nil
}

// addShippedProducts adds the shipped products to a world that has no list of
// products, and the shipped partners to one that has no list of partners.
func (e *entries) addShippedProducts() error {
	if e.Products != nil && e.Partners != nil {
		return nil
	}
	text, err := fixtures.Files.ReadFile("products.yaml")
	if err != nil {
		return err
	}
	shipped, err := source{name: "products.yaml", text: text}.decode()
	if err != nil {
		return err
	}
	if e.Products == nil {
		e.Products = shipped.Products
	}
	if e.Partners == nil {
		e.Partners = shipped.Partners
	}
	return nil
}
