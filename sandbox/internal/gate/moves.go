package gate

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// moveBefore makes the moves before the call reads. Each is stored, and recorded as a
// change by hand before the call. A moved clock is the call's too.
func (c *Call) moveBefore() {
	for _, by := range c.Decision.Moves {
		for _, m := range by.Before {
			_ = c.move(by, m, account.MovedBefore)
		}
	}
	if c.moved > 0 {
		c.Terms.Now = c.Account.Clock.Now()
		c.read = Records{} // because it may have read a record before
	}
}

// moveAfter makes the moves after the call. It returns how to record them as changes by
// hand once the entry of the call is closed, because they come after it when calls are
// repeated.
func (c *Call) moveAfter() (later []func() error) {
	for _, by := range c.Decision.Moves {
		for _, m := range by.After {
			if publish := c.move(by, m, account.MovedAfter); publish != nil {
				later = append(later, publish)
			}
		}
	}
	return later
}

// move makes one move and says so in the explanation of the call, or why it cannot be
// made. Calls that store nothing, such as previews, move nothing. It returns how to record
// a move after the call.
func (c *Call) move(by scenario.RuleMoves, m scenario.Move, when account.Moved) (publish func() error) {
	note := func(format string, args ...any) {
		c.Recorder.Note(fmt.Sprintf("scenario %s, rule %d: ", by.Scenario, by.Rule) + fmt.Sprintf(format, args...))
	}
	switch a := c.Account; {
	case a == nil || c.over() != nil: // it ended during the call
	case c.Recorder.Preview:
		note("would %s", m)
	case c.own.DiscardWrites:
		note("does not %s, because the account discards writes", m)
	case c.moved == scenario.MaxMoves:
		note("does not %s, because a call makes at most %d moves", m, scenario.MaxMoves)
	default:
		c.moved++
		publish, err := c.moveOne(&m, when)
		if err == nil && when == account.MovedBefore {
			publish, err = nil, publish()
		}
		if err != nil {
			note("cannot %s: %s", m, phrase.Line(err.Error(), phrase.MaxLine))
			return nil
		}
		note("%s", m)
		return publish
	}
	return nil
}

// moveOne makes one move, sets the id of its record, and returns how to record the move.
func (c *Call) moveOne(m *scenario.Move, when account.Moved) (publish func() error, err error) {
	a := c.Account
	if m.Verb == scenario.Advances {
		ctx, by := context.WithoutCancel(c.Context), m.By // because the move is stored although the client goes away
		return func() error { return a.AdvanceBeside(ctx, by, when) }, nil
	}
	id, changes, err := c.makeMove(*m)
	if err != nil {
		return nil, err
	}
	m.ID = id
	return func() error {
		a.PublishMoved(changes, when)
		return nil
	}, nil
}

// moving returns the id of the moved record: the call's, a handle's, or the move's own.
func (c *Call) moving(m scenario.Move) (string, error) {
	if m.ID == "" {
		return c.namedID(m.Kind)
	}
	id := m.ID
	err := c.Account.Shop.View(func(tx commerce.Tx) error {
		handle, known, err := tx.Handles().Get(m.ID)
		if err != nil || !known {
			return err
		}
		if named := handle.IDs[idNames[m.Kind]]; named != "" {
			id = named
		}
		return nil
	})
	return id, err
}

// idNames are the parameters for the ids of records, as in handles.
var idNames = map[catalog.RecordKind]string{
	catalog.OrderRecord: catalog.NamesOrder, catalog.CustomerRecord: catalog.NamesCustomer,
	catalog.CampaignRecord: catalog.NamesCampaign, catalog.SubscriptionRecord: catalog.NamesSubscription,
}

// idFields are the fields of records with their ids.
var idFields = map[catalog.RecordKind]string{
	catalog.OrderRecord: "RefNo", catalog.CustomerRecord: "AvangateCustomerReference", catalog.CampaignRecord: "Code", catalog.SubscriptionRecord: "reference",
}

// namedID returns the id of the record named by the call.
func (c *Call) namedID(kind catalog.RecordKind) (string, error) {
	named, err := c.reader().Record(kind)
	if err != nil {
		return "", err
	}
	if named == nil {
		return "", fmt.Errorf("the call names no %s that exists", kind)
	}
	switch id, _ := named.Field(idFields[kind]); id := id.(type) {
	case string:
		return id, nil
	case int:
		return strconv.Itoa(id), nil
	}
	return "", fmt.Errorf("the %s has no id", kind)
}

// makeMove makes a move of a record in a transaction of its own, and returns the id of the
// record.
func (c *Call) makeMove(m scenario.Move) (id string, changes []commerce.Change, err error) {
	terms := c.Terms
	terms.Now = c.Account.Clock.Now()
	if m.Verb == scenario.PlacesOrder {
		return c.place(terms, *m.Place)
	}
	if id, err = c.moving(m); err != nil {
		return "", nil, err
	}
	changes, err = moveRecord(c.Account.Shop, terms, m, id)
	return id, changes, err
}

// place places an order.
func (c *Call) place(terms commerce.Terms, p scenario.Placement) (id string, changes []commerce.Change, err error) {
	draft := commerce.OrderDraft{Lines: []commerce.DraftLine{{Code: p.Product, Quantity: p.Quantity}}, Currency: p.Currency, Status: p.Status}
	if p.ExternalReference != "" {
		draft.ExternalReference = &p.ExternalReference
	}
	if p.Customer != "" {
		if draft.Customer, err = c.moving(scenario.Move{Kind: catalog.CustomerRecord, ID: p.Customer}); err != nil {
			return "", nil, err
		}
	}
	placed, changes, err := c.Account.Shop.PlaceOrder(terms, draft)
	return placed.RefNo, changes, err
}

// moveRecord makes a move of an existing record.
func moveRecord(shop *commerce.Shop, terms commerce.Terms, m scenario.Move, id string) ([]commerce.Change, error) {
	switch m.Verb {
	case scenario.Completes:
		return shop.CompleteOrder(terms, id)
	case scenario.Removes:
		_, changes, err := shop.DeleteRecord(record.Name{Kind: string(m.Kind), ID: id})
		return changes, err
	case scenario.Expires:
		if m.Kind == catalog.SubscriptionRecord {
			return shop.ChangeSubscription(terms, id, commerce.SubscriptionChange{ExpirationDate: &terms.Now})
		}
	}
	move, err := orderMove(m)
	if err != nil {
		return nil, err
	}
	return shop.MoveOrder(terms, id, move)
}

// orderMove returns a move of an order along the legal transitions.
func orderMove(m scenario.Move) (move commerce.OrderMove, err error) {
	switch m.Verb {
	case scenario.Refunds:
		move.Refund = &commerce.RefundMove{Reason: m.Reason, Comment: m.Comment}
		if m.Amount != "" {
			amount, err := record.ParseMoney(m.Amount)
			if err != nil {
				return move, fmt.Errorf("amount must be an amount such as 12.50, got %q", m.Amount)
			}
			move.Refund.Amount = &amount
		}
	case scenario.Disputes:
		move.Dispute = &commerce.DisputeMove{Resolution: catalog.DisputeOpen, Reason: catalog.Reason(m.Reason)}
		if m.Resolution != "" {
			move.Dispute.Resolution = catalog.Resolution(m.Resolution)
		}
	case scenario.EndsDispute:
		move.Dispute = &commerce.DisputeMove{}
	case scenario.Approves:
		move.ApproveStatus = catalog.Approved
	case scenario.Cancels, scenario.Expires:
		move.Status = catalog.Canceled
	}
	return move, nil
}

// finishMoves records the moves after the call. It logs failures.
func (g *Gate) finishMoves(c *Call, later []func() error) {
	for _, publish := range later {
		if err := publish(); err != nil && c.over() == nil {
			g.Log.LogAttrs(c.Context, slog.LevelError, "a scenario could not move the clock", slog.Any("error", err))
		}
	}
}
