package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Verb is the kind of a move.
type Verb string

// The verbs of moves.
const (
	Completes   Verb = "complete"
	Refunds     Verb = "refund"
	Disputes    Verb = "dispute"
	EndsDispute Verb = "end_dispute"
	Cancels     Verb = "cancel"
	Approves    Verb = "approve"
	Expires     Verb = "expire"
	Removes     Verb = "remove"
	PlacesOrder Verb = "place"
	Advances    Verb = "advance"
)

type verbKinds struct {
	verb  Verb
	kinds []catalog.RecordKind
}

// verbs are the verbs in the order of messages with the kinds of records they move,
// none for the clock and for a new order.
var verbs = []verbKinds{
	{Completes, []catalog.RecordKind{catalog.OrderRecord}},
	{Refunds, []catalog.RecordKind{catalog.OrderRecord}},
	{Disputes, []catalog.RecordKind{catalog.OrderRecord}},
	{EndsDispute, []catalog.RecordKind{catalog.OrderRecord}},
	{Cancels, []catalog.RecordKind{catalog.OrderRecord}},
	{Approves, []catalog.RecordKind{catalog.OrderRecord}},
	{Expires, []catalog.RecordKind{catalog.SubscriptionRecord, catalog.OrderRecord}},
	{Removes, []catalog.RecordKind{catalog.OrderRecord, catalog.CustomerRecord, catalog.CampaignRecord, catalog.SubscriptionRecord}},
	{PlacesOrder, nil},
	{Advances, nil},
}

// MaxMoves bounds the moves of one call.
const MaxMoves = 8

// Move is a change of the shop by a rule: stored before the call reads, or after it before its
// answer is sent.
type Move struct {
	After      bool
	Verb       Verb
	Kind       catalog.RecordKind // of the record
	ID         string             // its id or handle, "" for the record of the call
	Amount     string             // of a refund, "" for the rest
	Reason     string             // of a refund or a dispute
	Comment    string             // of a refund
	Resolution string             // of a dispute
	By         time.Duration      // advance of the clock
	Place      *Placement         // of a new order
}

// Placement is a new order of one product.
type Placement struct {
	Product           string // its code
	Quantity          int
	Currency          string // upper case
	Customer          string // id or handle, "" for none
	ExternalReference string // "" for none
	Status            catalog.Status
}

// String returns the move in words, such as: complete order 100028040.
func (m Move) String() string {
	switch {
	case m.Verb == Advances:
		return "advance the clock by " + shortDuration(m.By)
	case m.Verb == PlacesOrder && m.ID == "":
		return fmt.Sprintf("place an order of %d %s", m.Place.Quantity, m.Place.Product)
	case m.Verb == PlacesOrder:
		return fmt.Sprintf("place order %s of %d %s", m.ID, m.Place.Quantity, m.Place.Product)
	}
	text := strings.ReplaceAll(string(m.Verb), "_", " ") + " " + string(m.Kind)
	if m.Verb == EndsDispute {
		text = "end the dispute of " + string(m.Kind)
	}
	if m.ID != "" {
		text += " " + m.ID
	}
	return text
}

// RuleMoves are the moves of one rule.
type RuleMoves struct {
	Scenario string
	Rule     int // its number
	Moves    []Move
}

// moves reports whether a rule of the scenario moves the shop.
func (s *Scenario) moves() bool {
	return slices.ContainsFunc(s.rules, func(r rule) bool { return len(r.moves) > 0 })
}

// doShape are the moves of a rule, as they are written.
type doShape struct {
	Before moveShapes `yaml:"before" jsonschema_description:"Moves that are stored before the call reads."`
	After  moveShapes `yaml:"after" jsonschema_description:"Moves that are stored after the call, before its answer is sent."`
}

func (doShape) said() string { return "do" }

// moveShapes is one move or a list of them.
type moveShapes struct{ list []mapped[moveShape] }

// UnmarshalYAML reads the move or the list.
func (m *moveShapes) UnmarshalYAML(node ast.Node) error {
	items := []ast.Node{node}
	if list, ok := node.(*ast.SequenceNode); ok {
		items = list.Values
	}
	for _, item := range items {
		var one mapped[moveShape]
		if err := one.UnmarshalYAML(item); err != nil {
			return err
		}
		m.list = append(m.list, one)
	}
	return nil
}

// moveShape is one move, as it is written.
type moveShape struct {
	Complete   word     `yaml:"complete" jsonschema_description:"order, or order and its reference or handle: it is paid and delivered."`
	Refund     word     `yaml:"refund" jsonschema_description:"order …: all that is left, or amount, is given back."`
	Dispute    word     `yaml:"dispute" jsonschema_description:"order …: a dispute is opened, or has the resolution."`
	EndDispute word     `yaml:"end_dispute" jsonschema_description:"order …: its dispute is taken back."`
	Cancel     word     `yaml:"cancel" jsonschema_description:"order …: the vendor cancels it."`
	Approve    word     `yaml:"approve" jsonschema_description:"order …: its approval status becomes OK."`
	Expire     word     `yaml:"expire" jsonschema_description:"subscription …, which ends now, or order …, which is canceled because nobody paid."`
	Remove     word     `yaml:"remove" jsonschema_description:"order, customer, campaign or subscription …, with what belongs to it."`
	Place      word     `yaml:"place" jsonschema_description:"The code of a product: an order of it is placed, of quantity (1 without it), in currency (EUR without it), for customer, with external_reference and status."`
	Advance    duration `yaml:"advance" jsonschema_description:"How far the account's clock goes forwards, such as 3d."`
	Amount     word     `yaml:"amount" jsonschema_description:"Of a refund, without it all that is left."`
	Reason     word     `yaml:"reason" jsonschema_description:"Of a refund or a dispute."`
	Comment    word     `yaml:"comment" jsonschema_description:"Of a refund."`
	Resolution word     `yaml:"resolution" jsonschema_description:"Of a dispute: OPEN, WON, LOST or ACCEPTED. Default: OPEN."`
	Quantity   positive `yaml:"quantity" jsonschema_description:"Of a new order."`
	Currency   word     `yaml:"currency" jsonschema_description:"Of a new order, such as EUR."`
	Customer   word     `yaml:"customer" jsonschema_description:"Of a new order: the reference or the handle of a customer."`
	External   word     `yaml:"external_reference" jsonschema_description:"Of a new order."`
	Status     word     `yaml:"status" jsonschema_description:"Of a new order: PENDING, AUTHRECEIVED or COMPLETE. Default: PENDING."`
}

func (moveShape) said() string { return "a move" }

// verb returns the given verb with its object, false unless there is exactly one.
func (m *moveShape) verb() (verb Verb, of word, one bool) {
	given := 0
	for v, w := range map[Verb]word{
		Completes: m.Complete, Refunds: m.Refund, Disputes: m.Dispute, EndsDispute: m.EndDispute, Cancels: m.Cancel,
		Approves: m.Approve, Expires: m.Expire, Removes: m.Remove, PlacesOrder: m.Place, Advances: m.Advance.word,
	} {
		if w.isPresent() {
			verb, of, given = v, w, given+1
		}
	}
	return verb, of, given == 1
}

// do reads the moves of a rule.
func (r *reader) do(shape ruleShape, on []catalog.OperationID, late bool) (made []Move) {
	d := shape.Do
	if d.at == nil || r.unproven(shape, "do", d.at) {
		return nil
	}
	before, after := d.of.Before.list, d.of.After.list
	count := len(before) + len(after)
	switch {
	case count == 0:
		r.absent(fault(d.at, "do must have before or after, such as do: {before: {complete: order}}"))
	case count > MaxMoves:
		r.add(fault(d.at, "a rule may make at most %d moves, got %d", MaxMoves, count))
		return nil
	case late && len(before) > 0:
		r.add(fault(d.at, "do: before comes before the call, so the condition must not read status, code or answer; write do: after"))
	}
	for i, one := range slices.Concat(before, after) {
		m := r.move(one, on)
		m.After = i >= len(before)
		made = append(made, m)
	}
	return made
}

// move reads one move.
func (r *reader) move(written mapped[moveShape], on []catalog.OperationID) Move {
	shape := written.of
	verb, of, one := shape.verb()
	if !one {
		var names []string
		for _, v := range verbs {
			names = append(names, string(v.verb))
		}
		r.add(fault(written.at, "a move must have one of %s", phrase.List(names...)))
		return Move{}
	}
	m := Move{Verb: verb, Amount: shape.Amount.text, Reason: shape.Reason.text, Comment: shape.Comment.text, Resolution: shape.Resolution.text}
	r.details(shape, verb)
	if verb == PlacesOrder {
		quantity := r.number("quantity", shape.Quantity.word, 1, anyNumber)
		status := oneOf(r, "status", shape.Status, catalog.PlacedStatuses())
		m.Place = &Placement{
			Product: shape.Place.text, Quantity: int(max(quantity, 1)), Currency: strings.ToUpper(cmp.Or(shape.Currency.text, "EUR")),
			Customer: shape.Customer.text, ExternalReference: shape.External.text, Status: cmp.Or(status, catalog.Pending),
		}
		r.handle(m.Place.Customer, shape.Customer.at)
		return m
	}
	if verb == Advances {
		m.By = r.time("advance", shape.Advance, aYear, "10m or 3d")
		return m
	}
	kind, id, _ := strings.Cut(strings.TrimSpace(of.text), " ")
	m.Kind, m.ID = catalog.RecordKind(kind), strings.TrimSpace(id)
	r.handle(m.ID, of.at)
	kinds := verbs[slices.IndexFunc(verbs, func(v verbKinds) bool { return v.verb == verb })].kinds
	switch {
	case !slices.Contains(kinds, m.Kind):
		r.add(faultNear(of.at, nearest(m.Kind, kinds), "%s takes %s, alone for that of the call or with its id or handle, got %q", verb, phrase.Or(kinds...), of.text))
	case m.ID == "" && len(on) > 0 && !slices.ContainsFunc(on, func(op catalog.OperationID) bool { return namesKind(kind, op) }):
		r.add(fault(of.at, "do: %s; write %s and its id or handle", noRecordText(on, kind), kind))
	}
	return m
}

// details checks that the further keys of a move belong to its verb.
func (r *reader) details(shape moveShape, verb Verb) {
	for _, detail := range []struct {
		key string
		w   word
		of  []Verb
	}{
		{"amount", shape.Amount, []Verb{Refunds}}, {"comment", shape.Comment, []Verb{Refunds}},
		{"reason", shape.Reason, []Verb{Refunds, Disputes}}, {"resolution", shape.Resolution, []Verb{Disputes}},
		{"quantity", shape.Quantity.word, []Verb{PlacesOrder}}, {"currency", shape.Currency, []Verb{PlacesOrder}}, {"customer", shape.Customer, []Verb{PlacesOrder}},
		{"external_reference", shape.External, []Verb{PlacesOrder}}, {"status", shape.Status, []Verb{PlacesOrder}},
	} {
		if detail.w.isPresent() && !slices.Contains(detail.of, verb) {
			r.add(fault(detail.w.at, "%s belongs to %s, not to %s", detail.key, phrase.Or(detail.of...), verb))
		}
	}
	oneOf(r, "resolution", shape.Resolution, catalog.Resolution("").Values())
	if verb == Disputes {
		oneOf(r, "reason", shape.Reason, catalog.Reason("").Values())
	}
}
