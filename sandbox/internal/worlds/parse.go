package worlds

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/commerce-sandbox/commerce-sandbox/fixtures"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
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

// source is the text of a file, kept for errors pointing into it.
type source struct {
	name   string
	text   []byte
	limits yamltext.Limits

	shape    *yamltext.ShapeError // nil when every field and type is right
	repaired *ast.File            // without the faults of shape, nil when there are none
}

// fault is a mistake in a well-formed file.
type fault struct {
	path       string // such as $.orders[3].lines[0].product
	message    string
	suggestion string // the nearest known name, "" for none
}

// maxFaults is how many mistakes an error shows, each with the lines around it: the
// first in the file of up to maxCollected.
const (
	maxFaults    = 100
	maxCollected = 200
)

// faults are the mistakes in one file: the first ones, and how many more there
// are.
type faults struct {
	first []fault
	more  int
}

// add records a mistake. It formats no more messages than maxCollected.
func (f *faults) add(path, format string, args ...any) {
	if len(f.first) == maxCollected {
		f.more++
		return
	}
	f.first = append(f.first, fault{path, fmt.Sprintf(format, args...), suggestion(args)})
}

// suggestion returns the nearest of the known names listed after the unknown one in
// a message.
func suggestion(args []any) string {
	if len(args) < 2 {
		return ""
	}
	known, lists := args[len(args)-1].(knownNames)
	given, isText := args[0].(string)
	if !lists || !isText {
		return ""
	}
	if near := phrase.Nearest(given, known()); len(near) > 0 {
		return near[0]
	}
	return ""
}

// locate joins the faults of the file's shape and of the list, in their order in
// the file, each with its line, its column and the lines around it. It returns nil
// when there are none.
func (s *source) locate(list faults) error {
	if len(list.first) == 0 && s.shape == nil {
		return nil
	}
	file, all := s.repaired, []error(nil)
	if s.shape != nil {
		all, list.more = slices.Clone(s.shape.Faults), list.more+s.shape.More
	} else {
		var err error
		if file, err = yamltext.Read(s.text, s.limits); err != nil {
			return s.withName(err)
		}
	}
	for _, f := range list.first {
		if err := s.locateFault(f, file); err != nil {
			all = append(all, yamltext.Suggest(yamltext.Short(err), f.suggestion))
		}
	}
	slices.SortStableFunc(all, func(a, b error) int {
		one, other := yamltext.Faults(a)[0], yamltext.Faults(b)[0]
		return cmp.Or(cmp.Compare(one.Line, other.Line), cmp.Compare(one.Column, other.Column))
	})
	if excess := len(all) - maxFaults; excess > 0 {
		all, list.more = all[:maxFaults], list.more+excess
	}
	for i, err := range all {
		all[i] = s.withName(err)
	}
	if list.more > 0 {
		all = append(all, fmt.Errorf("%s: and %d more", s.name, list.more))
	}
	return errors.Join(all...)
}

// withName adds the name of the file to an error.
func (s *source) withName(err error) error { return fmt.Errorf("%s: %w", s.name, err) }

// locateFault returns an error pointing at the value of the fault, or at the
// innermost existing entry when the value is missing. It returns nil when a fault of
// the shape may be the reason, because the value was not read.
func (s *source) locateFault(f fault, file *ast.File) error {
	for path := f.path; path != ""; path = path[:max(strings.LastIndexAny(path, ".["), 0)] {
		p, err := yaml.PathString(path)
		if err != nil {
			continue
		}
		if node, err := p.FilterFile(file); err == nil {
			if s.shape != nil && slices.Contains(s.shape.Incomplete, path) {
				return nil
			}
			return &yaml.SyntaxError{Message: f.message, Token: yamltext.First(node).GetToken()}
		}
	}
	return errors.New(f.message)
}
