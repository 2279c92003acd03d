package control

import (
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transcript"
)

const (
	refusedLimit = 10 // explained calls without a limit in the query
	refusedOther = 3  // explained calls without an account
)

// listRefused explains the latest refused calls, for a failing test.
func (api *API) listRefused(c *gin.Context, a *account.Account) (answer, error) {
	limit, err := queryLimit(c, refusedLimit, "10 without it")
	if err != nil {
		return answer{}, err
	}
	format, err := formatOf(c, client.AsJSON, client.AsText)
	if err != nil {
		return answer{}, err
	}
	rows := api.explainRefused(c, a, a.Ring, limit, "")
	none := "\n  account: none; the call names no account of the sandbox, or carries no credential"
	rows = append(rows, api.explainRefused(c, a, api.Journal.Ring(journal.None), refusedOther, none)...)
	if format == client.AsJSON {
		return list("refused", rows), nil
	}
	var text strings.Builder
	for _, r := range rows {
		text.WriteString(r.String())
	}
	return textAnswer(plain, text.String()), nil
}

// explainRefused explains the latest refused calls of a ring since the account was opened, the
// oldest of them first, each with a note.
func (api *API) explainRefused(c *gin.Context, a *account.Account, ring *journal.Ring, limit int, note string) []client.RefusedCall {
	opened := a.Document().OpenedAt()
	entries, _ := ring.List(func(e *journal.Entry) bool { return e.IsCall() && e.Refused() && !e.WallTime.Before(opened) }, 0, limit)
	var rows []client.RefusedCall
	for _, e := range slices.Backward(entries) {
		rows = append(rows, client.RefusedCall{ID: e.ID, Text: transcript.ExplainShort(e.WithExplanation()) + note,
			Page: api.controlAddress(c) + "/ui/a/" + url.PathEscape(a.Code) + "/calls/" + url.PathEscape(e.ID)})
	}
	return rows
}
