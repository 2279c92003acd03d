package worlds

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// recordsEntry is exact records: of each kind one or several JSON values in a block
// literal, such as one record a line.
type recordsEntry struct {
	Products      string                       `yaml:"products" jsonschema_description:"One record in JSON a line, as in every list of records."`
	Partners      string                       `yaml:"partners"`
	Customers     string                       `yaml:"customers"`
	Orders        string                       `yaml:"orders"`
	Subscriptions string                       `yaml:"subscriptions"`
	Campaigns     string                       `yaml:"campaigns"`
	Settings      *settingsEntry               `yaml:"settings"`
	Handles       string                       `yaml:"handles" jsonschema_description:"An object in JSON: by its name, the kind and the ids of a record."`
	Sequences     map[commerce.Sequence]uint64 `yaml:"sequences" jsonschema_description:"The last number of each sequence, so that the next ones are the same."`
	PersonalData  bool                         `yaml:"personal_data" jsonschema_description:"Whether the records have the data of people. The account then warns at every start."`
}

// personal reports whether the records have the data of people.
func (r *recordsEntry) personal() bool { return r != nil && r.PersonalData }

// sources returns the texts of records.
func (r *recordsEntry) sources() []transfer.Source {
	if r == nil {
		return nil
	}
	var list []transfer.Source
	for kind, text := range map[transfer.Kind]string{
		transfer.Products: r.Products, transfer.Partners: r.Partners, transfer.Customers: r.Customers,
		transfer.Orders: r.Orders, transfer.Subscriptions: r.Subscriptions, transfer.Campaigns: r.Campaigns,
	} {
		if strings.TrimSpace(text) != "" {
			list = append(list, transfer.Source{File: recordsPath + string(kind), Text: []byte(text), Kind: kind})
		}
	}
	if strings.TrimSpace(r.Handles) != "" {
		list = append(list, transfer.Source{File: recordsPath + "handles", Text: []byte(`{"handles":` + r.Handles + "}")})
	}
	return list
}

// recordsPath begins the path of a list of records in a file.
const recordsPath = "$.records."

// patterns are paths of files with * and ?, one or a list.
type patterns []string

// UnmarshalYAML reads a text or a list of texts.
func (p *patterns) UnmarshalYAML(node ast.Node) error {
	if list, ok := node.(*ast.SequenceNode); ok {
		for _, value := range list.Values {
			*p = append(*p, scalarText(value))
		}
		return nil
	}
	*p = patterns{scalarText(node)}
	return nil
}

// readFiles reads the files of patterns.
type readFiles func(patterns) ([]transfer.Source, error)

// noFiles rejects orders_from in a text without a folder.
func noFiles(patterns) ([]transfer.Source, error) {
	return nil, errors.New("orders_from reads files beside a world on the sandbox's own disk; a world that was sent has none: send the records as records.orders, or import the files")
}

// filesBelow returns the reader of the files below a folder. It leaves the folder by
// no path and no link.
func (l *Library) filesBelow(folder string) readFiles {
	return func(list patterns) (files []transfer.Source, err error) {
		root, err := os.OpenRoot(folder)
		if err != nil {
			return nil, err
		}
		defer root.Close()
		var personal transfer.Anonymizer
		if !l.KeepPersonalData {
			personal = l.Anonymize.Run()
		}
		room := int64(transfer.MaxBytes)
		for _, pattern := range list {
			read, err := readMatches(root, pattern, &room)
			if err != nil {
				return nil, err
			}
			for _, f := range read {
				f.Kind, f.Personal = transfer.Orders, personal
				files = append(files, f)
			}
		}
		return files, nil
	}
}

// readMatches reads the files of a pattern, until there is no room for more.
func readMatches(root *os.Root, pattern string, room *int64) (files []transfer.Source, err error) {
	slashed := filepath.ToSlash(pattern)
	if clean := path.Clean(slashed); !filepath.IsLocal(pattern) || clean != strings.TrimPrefix(slashed, "./") {
		return nil, fmt.Errorf("orders_from must stay below the folder of the world, such as exports/*.json, got %q", pattern)
	}
	names, err := fs.Glob(root.FS(), strings.TrimPrefix(slashed, "./"))
	if err != nil {
		return nil, fmt.Errorf("orders_from %q: %w", pattern, err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no file below %s matches orders_from %q", root.Name(), pattern)
	}
	for _, name := range names {
		text, err := readBelow(root, name, *room)
		if err != nil {
			return nil, fmt.Errorf("orders_from cannot read %s: %w", name, err)
		}
		*room -= int64(len(text))
		files = append(files, transfer.Source{File: name, Text: text})
	}
	return files, nil
}

func readBelow(root *os.Root, name string, room int64) ([]byte, error) {
	info, err := root.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no file")
	case info.Size() > room:
		return nil, fmt.Errorf("the files have more than %d MiB together", transfer.MaxBytes>>20)
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, room)) // it may grow meanwhile
}

// readRecords reads the records of the file and of its files, and adds their
// faults.
func (e *entries) readRecords(read readFiles, f *faults) (sources []transfer.Source, foreign bool) {
	sources = e.Records.sources()
	if len(e.OrdersFrom) > 0 {
		files, err := read(e.OrdersFrom)
		if err != nil {
			f.add("$.orders_from", "%v", err)
		}
		sources, foreign = append(sources, files...), true
	}
	if len(sources) == 0 {
		return nil, false
	}
	var found *transfer.Error
	if batch, err := transfer.Parse(sources...); errors.As(err, &found) {
		for _, fault := range found.Faults {
			at, inFile := "$.orders_from", fault.File+": "
			if strings.HasPrefix(fault.File, recordsPath) {
				at, inFile = fault.File, ""
			}
			f.add(at, "%s%s: %s", inFile, fault.Path, fault.Message)
		}
		f.more += found.More
	} else {
		e.given, e.shared, e.counts = batch.References(), batch.SharedRecords(), batch.Counts()
	}
	return sources, foreign
}

// nameOf is the kind of a record's unique name.
func nameOf(kind transfer.Kind) string {
	for name, of := range recordsNamed {
		if commerce.KindOf(of).Plural == string(kind) {
			return name
		}
	}
	return ""
}

// settingsAndSequences checks what exact records have besides records.
func (c *checker) settingsAndSequences() {
	r := c.entries.Records
	if r == nil {
		return
	}
	if s := r.Settings; s != nil && s.DisplayType != "" {
		isValue(c, recordsPath+"settings.upselling_display_type", s.DisplayType)
	}
	for name, last := range r.Sequences {
		switch {
		case !slices.Contains(commerce.AllSequences(), name):
			c.faults.add(recordsPath+"sequences."+string(name), "unknown sequence; %s", phrase.Suggest(name, commerce.AllSequences()))
		case last > commerce.MaxNumber:
			c.faults.add(recordsPath+"sequences."+string(name), "must be a whole number from 0 to %d", int64(commerce.MaxNumber))
		}
	}
}

// takeRecords marks the references of the exact records as used. The account may have
// the same products and partners.
func (c *checker) takeRecords() {
	c.settingsAndSequences()
	shared, a := c.entries.shared, c.lookup.existing
	for kind, references := range c.entries.given {
		for _, reference := range references {
			if a != nil && shared.Same(a.tx, kind, reference) {
				c.lookup.given[identifier{nameOf(kind), reference}] = recordsPath + string(kind)
				continue
			}
			if (kind == transfer.Products || kind == transfer.Partners) && a.has(nameOf(kind), reference) {
				c.faults.add(recordsPath+string(kind), "the account has the %s %q with other values", nameOf(kind), reference)
				continue
			}
			c.take(nameOf(kind), reference, recordsPath+string(kind))
		}
	}
	if a != nil && shared != nil {
		for _, name := range shared.OtherHandles(a.handles) {
			c.faults.add(recordsPath+"handles", "the account has the handle %q for another record", name)
		}
	}
}

// withRecords adds exact records to a world, and gives paid ones their missing sale
// and invoice.
func (e *entries) withRecords(w commerce.World, sources []transfer.Source, merchant string, next func(commerce.Sequence) (uint64, error)) (commerce.World, error) {
	if r := e.Records; r != nil {
		w.Sequences = r.Sequences
		if r.Settings != nil && r.Settings.DisplayType != "" {
			w.Settings.UpsellingDisplayType = r.Settings.DisplayType
		}
	}
	if len(sources) == 0 {
		return w, nil
	}
	own := slices.Clone(sources)
	for i := range own {
		own[i].Merchant = merchant
	}
	batch, err := transfer.Parse(own...)
	if err != nil {
		return w, err
	}
	return batch.World(w, next)
}
