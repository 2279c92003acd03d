package transfer

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Format is how records are written.
type Format string

// The formats of an export.
const (
	World Format = "world" // a world file: YAML with the key records
	JSON  Format = "json"  // one JSON object
)

// Formats returns all formats, the default first.
func Formats() []Format { return []Format{World, JSON} }

// About is an export's description of itself.
type About struct {
	Summary      string // one line of text
	PersonalData bool   // whether records have the data of people; a world file says so under records
}

// Write writes every record of an account, one a line, with the forms of its
// orders, its settings, handles and sequences. The last line of a world file is a
// comment to mark the end, because YAML that is cut off can look whole.
func Write(to io.Writer, format Format, about About, tx commerce.Tx) error {
	buffer := bufio.NewWriterSize(to, 64<<10)
	w := &writer{Writer: buffer, tx: tx}
	switch format {
	case World:
		w.world(about)
	case JSON:
		w.json(about.Summary)
	default:
		return fmt.Errorf("unknown format %q; known: %v", format, Formats())
	}
	return cmp.Or(w.err, buffer.Flush())
}

// writer writes the records of a transaction.
type writer struct {
	*bufio.Writer
	tx  commerce.Tx
	err error // the first of the records; the first of writing is the buffer's
}

func (w *writer) print(parts ...string) {
	for _, part := range parts {
		_, _ = w.WriteString(part) // Flush returns the error
	}
}

// each writes records up to the first error, each behind the result of front for its place.
func (w *writer) each(records lines, front func(first bool) string) (count int) {
	for line, err := range records {
		if err != nil {
			w.fail(err)
			return count
		}
		w.print(front(count == 0))
		if _, err := w.Write(line); err != nil {
			return count
		}
		count++
	}
	return count
}

// indent is in front of each line of a block literal.
const indent = "    "

// world writes a world file. Its lists of products and partners are empty, because
// a world without them has the shipped ones.
func (w *writer) world(about About) {
	w.print("summary: ", quote(about.Summary), "\nproducts: []\npartners: []\nrecords:\n")
	if about.PersonalData {
		w.print("  personal_data: true\n")
	}
	for _, l := range Lists(w.tx) {
		count := w.each(l.Lines, func(first bool) string {
			if first {
				return "  " + string(l.Kind) + ": |\n" + indent
			}
			return "\n" + indent
		})
		if count > 0 {
			w.print("\n")
		}
	}
	if display := w.display(); display != "" {
		w.print("  settings:\n    upselling_display_type: ", quote(display), "\n")
	}
	if names, all := w.handles(); len(names) > 0 {
		w.print("  handles: |\n", indent, "{\n")
		for n, name := range names {
			w.print(indent, quote(name), ": ", w.encode(all[name]), comma(n, len(names), ","), "\n")
		}
		w.print(indent, "}\n")
	}
	w.print("  sequences:\n")
	for _, s := range commerce.AllSequences() {
		w.print(indent, string(s), ": ", fmt.Sprint(w.tx.Last(s)), "\n")
	}
	w.print("# The export ends here.\n")
}

// json writes one object.
func (w *writer) json(summary string) {
	w.print("{\n\"summary\": ", quote(summary))
	for _, l := range Lists(w.tx) {
		w.print(",\n", quote(string(l.Kind)), ": [")
		count := w.each(l.Lines, func(first bool) string {
			if first {
				return "\n"
			}
			return ",\n"
		})
		if count > 0 {
			w.print("\n")
		}
		w.print("]")
	}
	if display := w.display(); display != "" {
		w.print(",\n\"settings\": {\"upselling_display_type\": ", quote(display), "}")
	}
	names, all := w.handles()
	w.print(",\n\"handles\": {")
	for n, name := range names {
		w.print("\n", quote(name), ": ", w.encode(all[name]), comma(n, len(names), ","))
	}
	w.print("},\n\"sequences\": {")
	for n, s := range commerce.AllSequences() {
		w.print(quote(string(s)), ": ", fmt.Sprint(w.tx.Last(s)), comma(n, len(commerce.AllSequences()), ", "))
	}
	w.print("}\n}\n")
}

// display returns the setting of the campaigns, "" for none.
func (w *writer) display() string {
	settings, err := w.tx.Campaigns().Settings()
	w.fail(err)
	return string(settings.UpsellingDisplayType)
}

// handles returns all handles and their names, sorted.
func (w *writer) handles() ([]string, map[string]record.Handle) {
	all, err := w.tx.Handles().All()
	w.fail(err)
	return slices.Sorted(maps.Keys(all)), all
}

func (w *writer) fail(err error) { w.err = cmp.Or(w.err, err) }

func (w *writer) encode(value any) string {
	text, err := record.Encode(value)
	w.fail(err)
	return string(text)
}

// quote returns a text in JSON, also valid as a scalar of YAML.
func quote(text string) string {
	encoded, err := record.Encode(text)
	if err != nil {
		panic(err) // every text has an encoding
	}
	return string(encoded)
}

// comma returns the separator between element n of a list and the next one.
func comma(n, length int, separator string) string {
	if n == length-1 {
		return ""
	}
	return separator
}
