package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

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

// doForm are the moves of a rule.
var doForm = form{must: "do must be a mapping", keys: []key{
	{"before", movesForm, "Moves that are stored before the call reads."},
	{"after", movesForm, "Moves that are stored after the call, before its answer is sent."},
}}

// movesForm is one move or a list of them.
var movesForm = form{items: &moveForm, alone: true, most: MaxMoves}

// moveForm is one move: first the verbs with their objects, then the details.
var moveForm = form{must: "a move must be a mapping", keys: []key{
	{string(Completes), word, "order, or order and its reference or handle: it is paid and delivered."},
	{string(Refunds), word, "order …: all that is left, or amount, is given back."},
	{string(Disputes), word, "order …: a dispute is opened, or has the resolution."},
	{string(EndsDispute), word, "order …: its dispute is taken back."},
	{string(Cancels), word, "order …: the vendor cancels it."},
	{string(Approves), word, "order …: its approval status becomes OK."},
	{string(Expires), word, "subscription …, which ends now, or order …, which is canceled because nobody paid."},
	{string(Removes), word, "order, customer, campaign or subscription …, with what belongs to it."},
	{string(PlacesOrder), wordOrNumber, "The code of a product: an order of it is placed, of quantity (1 without it), in currency (EUR without it), for customer, with external_reference and status."},
	{string(Advances), span(aYear, "10m or 3d"), "How far the account's clock goes forwards, such as 3d."},
	{"amount", wordOrNumber, "Of a refund, without it all that is left."},
	{"reason", word, "Of a refund or a dispute."},
	{"comment", word, "Of a refund."},
	{"resolution", oneOf(catalog.Resolution("").Values()...), "Of a dispute: OPEN, WON, LOST or ACCEPTED. Default: OPEN."},
	{"quantity", number(1, anyNumber), "Of a new order."},
	{"currency", word, "Of a new order, such as EUR."},
	{"customer", wordOrNumber, "Of a new order: the reference or the handle of a customer."},
	{"external_reference", wordOrNumber, "Of a new order."},
	{"status", oneOf(catalog.PlacedStatuses()...), "Of a new order: PENDING, AUTHRECEIVED or COMPLETE. Default: PENDING."},
}}

// do reads the moves of a rule.
func (r *reader) do(shape value, on []catalog.OperationID, late bool) (made []Move) {
	d := shape.of["do"]
	if !d.isPresent() || r.unproven(shape, "do", d.at) {
		return nil
	}
	before, after := d.of["before"].list, d.of["after"].list
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
func (r *reader) move(shape value, on []catalog.OperationID) Move {
	var verbNames []Verb
	var given []verbKinds
	for _, v := range verbs {
		verbNames = append(verbNames, v.verb)
		if shape.has(string(v.verb)) {
			given = append(given, v)
		}
	}
	if len(given) != 1 {
		if len(given) > 1 || !shape.partial {
			r.add(fault(shape.at, "a move must have one of %s", phrase.List(verbNames...)))
		}
		return Move{}
	}
	verb, kinds := given[0].verb, given[0].kinds
	r.details(shape, verb)
	of := shape.of[string(verb)]
	m := Move{Verb: verb, Amount: shape.of["amount"].text, Reason: shape.of["reason"].text, Comment: shape.of["comment"].text, Resolution: shape.of["resolution"].text}
	switch verb {
	case Advances:
		m.By = of.span()
		return m
	case PlacesOrder:
		m.Place = &Placement{
			Product: of.text, Quantity: int(max(shape.of["quantity"].number, 1)), Currency: strings.ToUpper(cmp.Or(shape.of["currency"].text, "EUR")),
			Customer: shape.of["customer"].text, ExternalReference: shape.of["external_reference"].text,
			Status: cmp.Or(catalog.Status(shape.of["status"].text), catalog.Pending),
		}
		r.handle(m.Place.Customer, shape.of["customer"].at)
		return m
	}
	kind, id, _ := strings.Cut(strings.TrimSpace(of.text), " ")
	m.Kind, m.ID = catalog.RecordKind(kind), strings.TrimSpace(id)
	r.handle(m.ID, of.at)
	switch {
	case !slices.Contains(kinds, m.Kind):
		r.add(faultNear(of.at, nearest(m.Kind, kinds), "%s takes %s, alone for that of the call or with its id or handle, got %q", verb, phrase.Or(kinds...), of.text))
	case m.ID == "" && len(on) > 0 && !slices.ContainsFunc(on, func(op catalog.OperationID) bool { return namesKind(kind, op) }):
		r.add(fault(of.at, "do: %s; write %s and its id or handle", noRecordText(on, kind), kind))
	}
	return m
}

// details checks that the further keys of a move belong to its verb.
func (r *reader) details(shape value, verb Verb) {
	for key, verbs := range map[string][]Verb{
		"amount": {Refunds}, "comment": {Refunds}, "reason": {Refunds, Disputes}, "resolution": {Disputes},
		"quantity": {PlacesOrder}, "currency": {PlacesOrder}, "customer": {PlacesOrder}, "external_reference": {PlacesOrder}, "status": {PlacesOrder},
	} {
		if shape.has(key) && !slices.Contains(verbs, verb) {
			r.add(fault(shape.of[key].at, "%s belongs to %s, not to %s", key, phrase.Or(verbs...), verb))
		}
	}
	if reason := shape.of["reason"]; verb == Disputes && reason.isPresent() {
		r.checkSingle(&reason, "reason", oneOf(catalog.Reason("").Values()...))
	}
}
