package gate

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// makeMoves makes the moves before the call reads, or those after it, and says so in the
// explanation of the call.
func (c *Call) makeMoves(when account.Moved) {
	for _, by := range c.Decision().Moves {
		for _, m := range by.Moves {
			if m.After != (when == account.MovedAfter) {
				continue
			}
			if said := c.move(m, when); said != "" {
				c.Recorder.Note(fmt.Sprintf("scenario %s, rule %d: %s", by.Scenario, by.Rule, said))
			}
		}
	}
}

// moved is a move, made: how far the clock goes forwards, or the changes of records.
type moved struct {
	by      time.Duration
	changes []commerce.Change
}

// move makes one move and says so, or why it cannot be made. Calls that store nothing, such as
// previews, move nothing. A move before the call is recorded as a change by hand at once, one
// after it once the entry of the call is closed, because it comes after it when calls are
// repeated.
func (c *Call) move(m scenario.Move, when account.Moved) (said string) {
	switch a := c.Account; {
	case a == nil || c.over() != nil: // it ended during the call
		return ""
	case c.Recorder.Preview:
		return "would " + m.String()
	case c.own.DiscardWrites:
		return fmt.Sprintf("does not %s, because the account discards writes", m)
	case c.moved == scenario.MaxMoves:
		return fmt.Sprintf("does not %s, because a call makes at most %d moves", m, scenario.MaxMoves)
	}
	c.moved++
	made, err := c.makeMove(&m)
	switch {
	case err == nil && when == account.MovedAfter:
		c.movedAfter = append(c.movedAfter, made)
	case err == nil:
		err = c.publish(made, when)
	}
	if err != nil {
		return fmt.Sprintf("cannot %s: %s", m, phrase.Line(err.Error(), phrase.MaxLine))
	}
	return m.String()
}

// publish records a move as a change by hand. Only here the clock moves, although the client
// may have gone away.
func (c *Call) publish(m moved, when account.Moved) error {
	if m.by > 0 {
		return c.Account.AdvanceBeside(context.WithoutCancel(c.Context), m.by, when)
	}
	c.Account.PublishMoved(m.changes, when)
	return nil
}

// finishMoves records the moves after the call. It logs failures.
func (g *Gate) finishMoves(c *Call) {
	for _, m := range c.movedAfter {
		if err := c.publish(m, account.MovedAfter); err != nil && c.over() == nil {
			g.Log.LogAttrs(c.Context, slog.LevelError, "a scenario could not move the clock", slog.Any("error", err))
		}
	}
}

// makeMove makes a move of a record in a transaction of its own, and sets the id of the
// record.
func (c *Call) makeMove(m *scenario.Move) (made moved, err error) {
	shop, terms := c.Account.Shop, c.Terms
	terms.Now = c.Account.Clock.Now()
	switch m.Verb {
	case scenario.Advances:
		return moved{by: m.By}, nil
	case scenario.PlacesOrder:
		p := m.Place
		draft := commerce.OrderDraft{Lines: []commerce.DraftLine{{Code: p.Product, Quantity: p.Quantity}}, Currency: p.Currency, Status: p.Status}
		if p.ExternalReference != "" {
			draft.ExternalReference = &p.ExternalReference
		}
		if p.Customer != "" {
			if draft.Customer, err = c.moving(catalog.CustomerRecord, p.Customer); err != nil {
				return made, err
			}
		}
		placed, changes, err := shop.PlaceOrder(terms, draft)
		if err == nil {
			m.ID = placed.RefNo
		}
		return moved{changes: changes}, err
	}
	id, err := c.moving(m.Kind, m.ID)
	if err != nil {
		return made, err
	}
	switch {
	case m.Verb == scenario.Completes:
		made.changes, err = shop.CompleteOrder(terms, id)
	case m.Verb == scenario.Removes:
		_, made.changes, err = shop.DeleteRecord(record.Name{Kind: string(m.Kind), ID: id})
	case m.Verb == scenario.Expires && m.Kind == catalog.SubscriptionRecord:
		made.changes, err = shop.ChangeSubscription(terms, id, commerce.SubscriptionChange{ExpirationDate: &terms.Now})
	default:
		var move commerce.OrderMove
		if move, err = orderMove(*m); err == nil {
			made.changes, err = shop.MoveOrder(terms, id, move)
		}
	}
	if err == nil {
		m.ID = id // which the explanation names
	}
	return made, err
}

// moving returns the id of the moved record: that of the call for "", a handle's, or the one
// given.
func (c *Call) moving(kind catalog.RecordKind, id string) (string, error) {
	if id == "" {
		return c.namedID(kind)
	}
	err := c.Account.Shop.View(func(tx commerce.Tx) error {
		handle, known, err := tx.Handles().Get(id)
		if named := handle.IDs[commerce.KindOf(string(kind)).IDName]; err == nil && known && named != "" {
			id = named
		}
		return err
	})
	return id, err
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
	switch id, _ := named.Field(commerce.KindOf(string(kind)).IDField); id := id.(type) {
	case string:
		return id, nil
	case int:
		return strconv.Itoa(id), nil
	}
	return "", fmt.Errorf("the %s has no id", kind)
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
