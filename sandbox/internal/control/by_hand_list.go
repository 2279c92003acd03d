package control

import (
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

const (
	usualByHand      = 100
	maxByHand        = 1000
	maxRecordsByHand = 100 // named of one change
)

// listByHand shows the latest changes beside the calls of the account, perhaps those of one
// record, and counts all of them.
func (api *API) listByHand(c *gin.Context, a *account.Account) (answer, error) {
	limit, err := queryLimit(c, usualByHand, "without it, 100 changes are shown")
	if err != nil {
		return answer{}, err
	}
	of, err := queryRecord(c, a)
	if err != nil {
		return answer{}, err
	}
	hands, lost := a.ManualChanges()
	found := client.ByHand{Lost: lost, Changes: []client.HandChange{}}
	found.Since, found.Why = a.Began()
	for _, hand := range slices.Backward(hands) {
		shown, matches := showManualChange(hand, of)
		if !matches {
			continue
		}
		if found.Total++; len(found.Changes) < min(limit, maxByHand) {
			found.Changes = append(found.Changes, shown)
		}
	}
	return ok(found), nil
}

// queryRecord reads ?record=KIND/ID, where the id may be a handle. The zero name stands
// for all records. A deleted record has changes too.
func queryRecord(c *gin.Context, a *account.Account) (record.Name, error) {
	text := c.Query("record")
	if text == "" {
		return record.Name{}, nil
	}
	kind, id, _ := strings.Cut(text, "/")
	all := resources()
	i := slices.IndexFunc(all, func(of resource) bool { return of.Name == kind })
	if i < 0 || id == "" {
		return record.Name{}, badRequest("such as order/100031545", "record must be a kind and an id, got %q", text)
	}
	if strings.HasPrefix(id, handlePrefix) {
		resolved, _, err := all[i].find(a, id)
		return record.Name{Kind: kind, ID: resolved}, err
	}
	return record.Name{Kind: kind, ID: id}, nil
}

// showManualChange shows a change by hand, and reports whether it changed the record. The zero
// name stands for any record.
func showManualChange(hand account.ManualChange, of record.Name) (shown client.HandChange, matches bool) {
	shown = client.HandChange{WallTime: hand.Wall, Kind: hand.Kind, Name: hand.Name, Value: hand.Value, Moved: string(hand.Moved)}
	if !hand.From.IsZero() {
		shown.From, shown.To = &hand.From, &hand.To
	}
	matches = of == record.Name{}
	for _, change := range hand.Changes {
		if len(shown.Records) < maxRecordsByHand {
			shown.Records = append(shown.Records, client.RecordName{Kind: change.Kind, ID: change.ID})
		}
		if change.Kind == of.Kind && change.ID == of.ID {
			matches = true
			shown.Change = &client.Change{Kind: change.Kind, ID: change.ID, Before: client.Record(change.Before), After: client.Record(change.After)}
		}
	}
	return shown, matches
}
