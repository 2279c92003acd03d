package aftermath

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/difference"
)

// record is a record that only one of two accounts has as it is.
type record struct {
	id      string
	name    string
	content []byte // JSON without generated values
	paired  bool
}

// generated are the members of records that the sandbox makes up.
var generated = []string{"RefNo", "OrderNo", "SubscriptionReference", "ProformaNumber", "InvoiceId", "SaleId", "ShopperRefNo", "ReferenceNumber"}

// moment matches dates with a time, and the ids of campaigns.
var moment = regexp.MustCompile(`^(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d.*|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})$`)

// read returns the record of an image.
func read(kind, id string, image []byte) record {
	r := record{id: id, name: id}
	if body, _, isOrder := commerce.CutInternals(image); kind == "order" && isOrder {
		image = body
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(image))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		r.content = bytes.Clone(image) // which ends with its transaction
		return r
	}
	if members, ok := value.(map[string]any); ok {
		for _, key := range []string{"Name", "ExternalReference", "RefNo"} {
			if name, ok := members[key].(string); ok && name != "" {
				r.name = name
				break
			}
		}
	}
	r.content, _ = json.Marshal(stable(value)) // it was read from JSON
	return r
}

// stable returns a value without generated values.
func stable(value any) any {
	switch v := value.(type) {
	case map[string]any:
		kept := map[string]any{}
		for key, member := range v {
			if !slices.Contains(generated, key) {
				kept[key] = stable(member)
			}
		}
		return kept
	case []any:
		kept := make([]any, len(v))
		for i, element := range v {
			kept[i] = stable(element)
		}
		return kept
	case string:
		if moment.MatchString(v) {
			return ""
		}
	}
	return value
}

// pairing pairs the records of one kind that differ.
type pairing struct {
	kind         string
	mine, theirs []record                       // of the good account and of the other one
	read         func() (map[uint64]int, error) // how many records of the good account have each content, by its sum

	contents map[uint64]int // what read returned, nil before it is called
	err      error
	found    []client.RecordDifference
}

// differences pairs records of equal content first, then those of one id, then those of one
// name, and returns how they differ.
func (p *pairing) differences() ([]client.RecordDifference, error) {
	p.pair(sameContent, func(_, _ *record) {})
	for i := range p.theirs {
		if b := &p.theirs[i]; !b.paired && p.count(b).A > 0 {
			b.paired = true
			p.add(b, client.RecordDoubled)
		}
	}
	p.pair(func(a, b *record) bool { return a.id == b.id }, p.other)
	p.pair(func(a, b *record) bool { return a.name == b.name }, p.other)
	p.left(p.mine, client.RecordMissing)
	p.left(p.theirs, client.RecordExtra)
	return p.found, p.err
}

func sameContent(a, b *record) bool { return bytes.Equal(a.content, b.content) }

// pair pairs the records that belong together, and calls each with every pair.
func (p *pairing) pair(together func(a, b *record) bool, each func(a, b *record)) {
	for i := range p.mine {
		for j := range p.theirs {
			if a, b := &p.mine[i], &p.theirs[j]; !a.paired && !b.paired && together(a, b) {
				a.paired, b.paired = true, true
				each(a, b)
			}
		}
	}
}

// other adds two records of one thing with different fields.
func (p *pairing) other(a, b *record) {
	rows := difference.Bodies(difference.Body{Content: a.content}, difference.Body{Content: b.content}).Rows
	p.found = append(p.found, client.RecordDifference{Kind: p.kind, Name: a.name, Change: client.RecordOther, Count: client.ValuePair[int]{A: 1, B: 1}, Fields: rows})
}

// left adds the records that have no partner.
func (p *pairing) left(records []record, change client.RecordChange) {
	for i := range records {
		if !records[i].paired {
			p.add(&records[i], change)
		}
	}
}

func (p *pairing) add(r *record, change client.RecordChange) {
	p.found = append(p.found, client.RecordDifference{Kind: p.kind, Name: r.name, Change: change, Count: p.count(r), Fields: []client.BodyDifference{}})
}

// count returns how many records of both accounts have the content of one. It reads the
// good account once: the other one has the same records but for those that differ.
func (p *pairing) count(r *record) client.ValuePair[int] {
	if p.contents == nil && p.err == nil {
		p.contents, p.err = p.read()
	}
	n := p.contents[sumOf(r.content)]
	return client.ValuePair[int]{A: n, B: n - r.among(p.mine) + r.among(p.theirs)}
}

// among returns how many records have the content of this one.
func (r *record) among(records []record) (n int) {
	for i := range records {
		if sameContent(r, &records[i]) {
			n++
		}
	}
	return n
}
