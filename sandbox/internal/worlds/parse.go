package worlds

import (
	"errors"
	"slices"
	"time"

	"github.com/goccy/go-yaml/ast"

	"github.com/commerce-sandbox/commerce-sandbox/fixtures"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// fileLimits bound the world files of the user's own disk, fragmentLimits a
// client's text: ten times the marks of the largest shipped world.
var (
	fileLimits     = yamltext.Limits{Bytes: transfer.MaxBytes, Scanned: 20_000_000, Marks: 500_000}
	fragmentLimits = yamltext.Limits{Bytes: transfer.MaxYAML, Scanned: 1_000_000, Marks: 25_000}
)

// Check returns the faults of a world from anybody: the errors of Library.Parse within
// tighter bounds.
func Check(text []byte, name string) error {
	_, err := parse(source{name: name, text: text, limits: fragmentLimits}, noFiles)
	return err
}

// parse reads a world. Its errors begin with the name of the source and show the line, the
// column and the text around each mistake. An undefined name is an error. A file without a
// list of products, or of partners, gets the shipped ones.
func parse(s source, read readFiles) (*World, error) {
	e, err := s.decode()
	if err != nil {
		return nil, err
	}
	if err := e.addShippedProducts(); err != nil {
		return nil, err
	}
	w := &World{source: s, entries: e, personal: e.Records.personal()}
	var bad faults
	w.records, w.foreign = w.entries.readRecords(read, &bad)
	w.lookup, err = w.source.check(&w.entries, nil, bad)
	if err != nil {
		return nil, err
	}
	if err := w.judge(); err != nil {
		return nil, err
	}
	return w, nil
}

// judge judges the orders with sums or with values of set, with random customers of seed 1, because
// VAT depends on their countries. It leaves the dates to Build.
func (w *World) judge() error {
	e := &w.entries
	if !slices.ContainsFunc(e.Orders, func(o orderEntry) bool { return o.isJudged() }) &&
		!slices.ContainsFunc(e.Subscriptions, func(s subscriptionEntry) bool { return s.Terms.Set != "" }) {
		return nil
	}
	t, err := w.template(templateKey{seed: 1})
	if err != nil {
		return err
	}
	var found faults
	b := t.builder("", campaignsCreated)
	for p := range t.firsts() {
		b.judge(&found, p, time.Time{})
	}
	return w.source.locate(found)
}

// decode reads the one document of the file. Its error is about the text as a whole.
// Unknown fields and values of a wrong type are kept in s for locate, to find the
// other faults too.
func (s *source) decode() (entries, error) {
	file, err := yamltext.Read(s.text, s.limits)
	if err != nil {
		return entries{}, s.withName(err)
	}
	filled := slices.DeleteFunc(file.Docs, func(d *ast.DocumentNode) bool { return d.Body == nil })
	switch len(filled) {
	case 0:
		return entries{}, s.withName(errors.New("the file is empty: give it a summary, or records such as customers and orders"))
	case 1:
		var e entries
		if err := yamltext.Decode(filled[0].Body, &e, nowSet); !errors.As(err, &s.shape) && err != nil {
			return entries{}, s.withName(err)
		}
		if s.shape != nil {
			s.repaired = file
		}
		return e, nil
	}
	return entries{}, s.withName(errors.New("the file has several YAML documents; a world must be one"))
}

// addShippedProducts adds the shipped products to a world without a list of
// products, and the shipped partners to one without a list of partners.
func (e *entries) addShippedProducts() error {
	if e.Products != nil && e.Partners != nil {
		return nil
	}
	text, _ := fixtures.Files.ReadFile("products.yaml") // it is embedded by its name
	products := source{name: "products.yaml", text: text, limits: fileLimits}
	shipped, err := products.decode()
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
