package transfer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// The bounds of a text. They are checked before anything is made.
const (
	MaxBytes   = 64 << 20  // of a text read at once
	MaxYAML    = 8 << 20   // of a world from a client: an export of 2,000 orders
	MaxParts   = 4<<30 - 1 // of a text read in parts, because its places have 32 bits
	maxNesting = 64
	maxNames   = 10_000   // of one object
	maxText    = 1 << 20  // bytes of one text, except of a form
	maxRecord  = 4 << 20  // bytes of one record, without its forms
	maxWhole   = 64 << 20 // with them
)

// limits apply to a text read at once or in parts.
type limits struct{ bytes, records int }

// scanned is the content of a text.
type scanned struct {
	text      []byte
	several   bool     // whether it has several values at the top
	lists     []string // the paths of the lists with records
	records   map[Kind][]entry
	settings  raw
	handles   raw
	sequences raw
	count     int
}

// entry is a record of a text in few bytes, because a text may have a million.
type entry struct {
	start, end   uint32 // in the text
	line, column uint32
	list         int32 // of the lists of the text, noList for none
	index        int32 // in its list
}

func (e entry) length() int { return int(e.end - e.start) }

// noList is the list of a record at the top of a text.
const noList = -1

// raw returns a record.
func (s *scanned) raw(e entry) raw {
	at := place{int(e.line), int(e.column)}
	path := s.root(at.line)
	if e.list != noList {
		path = s.lists[e.list] + "[" + strconv.Itoa(int(e.index)) + "]"
	}
	return raw{path, s.text[e.start:e.end], at}
}

// root returns the path of the top-level value beginning in a line.
func (s *scanned) root(line int) string {
	if s.several {
		return fmt.Sprintf("line %d: $", line)
	}
	return "$"
}

// scanner finds the records of a text.
type scanner struct {
	scanned
	limits limits
	kind   Kind // of all records, "" when each says it
	faults *faults
	values int // at the top

	counted int // the byte up to which lines and columns are counted
	place   place
}

// scan finds the records in one or several JSON values: a record, a list, a page as a
// search answers it, an export. It returns nil for an unreadable text. With refusals, a line
// of anything but JSON is one record.
func scan(text []byte, kind Kind, b limits, f *faults) *scanned {
	s := &scanner{limits: b, kind: kind, faults: f, place: place{1, 1}}
	s.text, s.records = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), map[Kind][]entry{}
	f.record = raw{"$", nil, s.place}
	if message := s.unreadable(); message != "" {
		f.add("$", "%s", message)
		return nil
	}
	if f.refusals == nil || !s.hasLines() {
		if !s.read(raw{"$", s.text, s.place}) {
			return nil
		}
	} else { // each line has faults of its own
		s.several = true
		for start, end := range s.lines() {
			at := s.placeAt(start)
			s.read(raw{s.root(at.line), s.text[start:end], at})
		}
	}
	switch {
	case s.isFull():
		f.add("$", "a text may have at most %d records", b.records)
		return nil
	case s.values == 0:
		f.add("$", "the text is empty; expected records as JSON")
	}
	return &s.scanned
}

// read takes the values of a part of the text, and reports whether it is JSON.
func (s *scanner) read(part raw) bool {
	s.faults.record = part
	if message := s.limits.exceededBound(part.text); message != "" {
		s.faults.add(part.path, "%s", message)
		return false
	}
	from := partOf(s.text, part.text)
	d := jsontext.NewDecoder(bytes.NewBuffer(part.text))
	for !s.isFull() {
		value, err := d.ReadValue()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			s.addSyntaxFault(err, part)
			return false
		}
		end := from + int(d.InputOffset())
		start := end - len(value)
		s.several = s.several || len(bytes.TrimSpace(s.text[end:])) > 0 // as JSON Lines have
		s.value(s.take(s.root(s.placeAt(start).line), s.text[start:end]))
	}
	return true
}

// isFull reports whether the text has more values than it may have.
func (s *scanner) isFull() bool { return max(s.count, s.values) > s.limits.records }

// lines yields where each line of the text begins and ends, without the empty ones.
func (s *scanner) lines() iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		for start, end := 0, 0; start < len(s.text); start = end {
			end = len(s.text)
			if next := bytes.IndexByte(s.text[start:], '\n'); next >= 0 {
				end = start + next + 1
			}
			line := bytes.TrimLeft(s.text[start:end], " \t\r\n")
			if len(line) > 0 && !yield(end-len(line), end) {
				return
			}
		}
	}
}

// hasLines reports whether the text is JSON Lines: it has several lines, and at least
// half of them are objects by themselves.
func (s *scanner) hasLines() bool {
	lines, objects := 0, 0
	for start, end := range s.lines() {
		lines++
		if line := s.text[start:end]; line[0] == '{' && s.limits.exceededBound(line) == "" && jsontext.Value(line).IsValid() {
			objects++
		}
	}
	return lines > 1 && 2*objects >= lines
}

// unreadable returns the fault of the text as a whole, "" for none.
func (s *scanner) unreadable() string {
	begins := func(with string) bool { return bytes.HasPrefix(s.text, []byte(with)) }
	switch {
	case len(s.text) > s.limits.bytes:
		return fmt.Sprintf("a text may have at most %d MiB; split it", s.limits.bytes>>20)
	case begins("\xff\xfe"), begins("\xfe\xff"):
		return "the text is in UTF-16; write it in UTF-8"
	case begins("\x1f\x8b"):
		return "the text is compressed with gzip; give it uncompressed"
	case begins("PK\x03\x04"):
		return "the text is a zip file; give the JSON in it"
	}
	return ""
}

// exceededBound returns the bound exceeded by the values of a text, "" for none. It reads
// brackets, commas and colons only, because further reading needs memory for each.
func (b limits) exceededBound(text []byte) string {
	var names, elements [maxNesting + 1]int
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > maxNesting {
				return fmt.Sprintf("values may be nested at most %d levels deep", maxNesting)
			}
			names[depth], elements[depth] = 0, 0
		case c == ']' || c == '}':
			depth = max(0, depth-1)
		case c == ':':
			if names[depth]++; names[depth] > maxNames {
				return fmt.Sprintf("an object may have at most %d names", maxNames)
			}
		case c == ',':
			if elements[depth]++; elements[depth] >= b.records {
				return fmt.Sprintf("a list may have at most %d elements", b.records)
			}
		}
	}
	return ""
}

// take returns a part of the text as a record. Parts must come in their order, because
// it counts lines from the one before.
func (s *scanner) take(path string, part []byte) raw {
	return raw{path, part, s.placeAt(partOf(s.text, part))}
}

func (s *scanner) placeAt(offset int) place {
	if offset > s.counted {
		s.place, s.counted = s.place.behind(s.text[s.counted:offset]), offset
	}
	return s.place
}

// addSyntaxFault records why a part of the text is no JSON.
func (s *scanner) addSyntaxFault(err error, part raw) {
	s.faults.record = raw{path: part.path, place: part.place}
	var syntactic *jsontext.SyntacticError
	if !errors.As(err, &syntactic) {
		s.faults.add(part.path, "the text is not valid JSON: it ends early")
		return
	}
	offset := min(partOf(s.text, part.text)+int(syntactic.ByteOffset), len(s.text))
	column := offset - bytes.LastIndexByte(s.text[:offset], '\n')
	at := s.placeAt(offset)
	if part.path == "$" { // otherwise the line is the refused record
		s.faults.record = raw{place: at}
	}
	path := part.path + strings.TrimPrefix(jsonPath(syntactic.JSONPointer), "$")
	s.faults.add(path, "the text is not valid JSON at line %d, byte %d of it: %s", at.line, column, explainSyntax(syntactic))
}

func explainSyntax(err *jsontext.SyntacticError) string {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "it ends early"
	case errors.Is(err, jsontext.ErrDuplicateName):
		return "a name is given twice in one object"
	}
	return err.Err.Error()
}

// jsonPath spells a JSON pointer as a JSON path.
func jsonPath(p jsontext.Pointer) string {
	path := "$"
	for name := range p.Tokens() {
		if strings.Trim(name, "0123456789") == "" {
			path += "[" + name + "]"
		} else {
			path += "." + shorten(name)
		}
	}
	return phrase.Shorten(path, 200)
}

// value takes the records of one value at the top.
func (s *scanner) value(v raw) {
	s.values++
	s.faults.record = v
	switch v.text[0] {
	case '[':
		s.list(s.kind, v)
	case '{':
		s.object(v)
	default:
		s.faults.add(v.path, "must be a record, a list of records or a page, got %s", kindName(v.text))
	}
}

// object takes a page, an export or one record.
func (s *scanner) object(v raw) {
	if parts := valueOf(v.text, verbatim.OfRoot); likely(parts, "") == "" {
		for name, value := range parts.Children() {
			if name := name.Text(); name == "Items" || name == "Upsells" { // the orders or the campaigns of a page
				s.list(s.kind, s.take(v.path+"."+name, value.Bytes()))
				return
			}
		}
		for name := range parts.Children() {
			if slices.Contains(exportNames(), name.Text()) {
				s.export(v, parts)
				return
			}
		}
	}
	s.record(s.kind, v, noList, 0)
}

// export takes the parts of an export.
func (s *scanner) export(v raw, parts verbatim.Value) {
	for name, value := range parts.Children() {
		name := name.Text()
		at := s.take(v.path+"."+shorten(name), value.Bytes())
		s.faults.record = at
		switch kind := Kind(name); {
		case slices.Contains(Kinds(), kind) && s.kind != "" && s.kind != kind:
			s.faults.add(at.path, "only %s can be given here", s.kind)
		case slices.Contains(Kinds(), kind):
			s.list(kind, at)
		case name == summaryName:
		case !slices.Contains(exportNames(), name):
			hint := phrase.Suggest(name, exportNames())
			s.faults.add(at.path, "unknown name; %s", hint)
		case s.kind != "":
			s.faults.add(at.path, "only %s can be given here", s.kind)
		case name == settingsName:
			s.settings = at
		case name == handlesName:
			s.handles = at
		default:
			s.sequences = at
		}
	}
}

// list takes each record of a list.
func (s *scanner) list(kind Kind, list raw) {
	if s.faults.record = list; list.text[0] != '[' {
		s.faults.add(list.path, "must be a list, got %s", kindName(list.text))
		return
	}
	s.lists = append(s.lists, list.path)
	for i, element := range valueOf(list.text, verbatim.OfRoot).Elements() {
		s.record(kind, s.take(fmt.Sprintf("%s[%d]", list.path, i), element.Bytes()), len(s.lists)-1, i)
		if s.isFull() {
			return
		}
	}
}

// record takes one record, and where it is in a list. Its kind is guessed when none is
// given.
func (s *scanner) record(kind Kind, r raw, list, index int) {
	s.count++
	s.faults.record = r
	if r.text[0] != '{' {
		s.faults.add(r.path, "must be an object, got %s", kindName(r.text))
		return
	}
	looks := likely(valueOf(r.text, verbatim.OfRoot), kind)
	switch {
	case looks == "":
		s.faults.add(r.path, "its names do not say what it is; an order has RefNo, a campaign PrimaryProduct, a customer AvangateCustomerReference, a subscription start_date; or name the kind")
	case len(r.text) > maxWhole:
		s.faults.add(r.path, "a record may have at most %d MiB with its forms", maxWhole>>20)
	case looks != kind && kind != "":
		s.faults.add(r.path, "looks like %s, and only %s can be given here", looks.one(), kind)
	default:
		start := partOf(s.text, r.text)
		s.records[looks] = append(s.records[looks], entry{
			uint32(start), uint32(start + len(r.text)), uint32(r.place.line), uint32(r.place.column), int32(list), int32(index),
		})
	}
}
