package control

import (
	"context"
	"errors"
	"mime"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verdict"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
)

// readSince returns the number of a call of the account, 0 for "".
func (api *API) readSince(id string, a *account.Account) (int64, error) {
	if id == "" {
		return 0, nil
	}
	ring, number, ok := journal.ParseID(id)
	if !ok || ring != a.Code {
		return 0, badRequest("such as "+a.Code+"-41", "since must be the id of a call of account %s, got %.100q", a.Code, id)
	}
	if _, why, last := api.Journal.Find(id); why == journal.NotYet && last != "" {
		return 0, badRequest("the latest is "+last, "no call has the id %s yet", id)
	}
	return number, nil
}

// showVerdict sums up the calls of an account.
func (api *API) showVerdict(c *gin.Context, a *account.Account) (answer, error) {
	format, err := verdictFormat(c)
	if err != nil {
		return answer{}, err
	}
	var asked client.VerdictRequest
	if err := decode(c, &asked); err != nil {
		return answer{}, err
	}
	if asked.MinCoverage < 0 || asked.MinCoverage > 100 {
		return answer{}, badRequest("such as 80", "min_coverage must be from 0 to 100, got %g", asked.MinCoverage)
	}
	since, err := api.readSince(asked.Since, a)
	if err != nil {
		return answer{}, err
	}
	judged, err := api.judge(c, a, asked, since)
	if err != nil {
		return answer{}, err
	}
	return answerIn(judged, format, report.Verdict)
}

// judge sums up the calls of an account after a number, and keeps the verdict unless the
// request only looks.
func (api *API) judge(c *gin.Context, a *account.Account, asked client.VerdictRequest, since int64) (client.Verdict, error) {
	all := client.Expectations{Expectations: asked.Expectations, NothingElse: asked.NothingElse, Within: asked.Within}
	verifier := verify.Verifier{
		XPath:    api.XPath,
		Query:    func(text string) (*calls.Query, error) { return calls.Fields().Parse(text, a.Clock.Now()) },
		Records:  api.recordsOf(c, a),
		Now:      a.Clock.Now,
		Wall:     api.Registry.Wall,
		Show:     func(e *journal.Entry) client.Entry { return api.mask(c, e) },
		AwaitAll: !asked.Look,
	}
	outcome, err := verifier.All(c.Request.Context(), a.Ring, all, since)
	if errors.Is(err, journal.ErrRemoved) {
		err = account.ErrUnknown
	}
	if err == nil {
		err = context.Cause(a.Life()) // the calls were those of another world at the end
	}
	if err != nil {
		return client.Verdict{}, err
	}
	judged := verdict.Of(a, asked, outcome, api.Registry.Wall())
	if !asked.Look {
		a.Judge(judged)
	}
	return judged, nil
}

// verdictFormat returns the format chosen by the query or the Accept header, JSON by
// default.
func verdictFormat(c *gin.Context) (client.Format, error) {
	if c.Query("format") != "" {
		return formatOf(c, client.AsText, client.AsJSON, client.AsJUnit)
	}
	for accepted := range strings.SplitSeq(c.Request.Header.Get("Accept"), ",") {
		switch name, _, _ := mime.ParseMediaType(accepted); name {
		case "application/json", "application/*", "*/*":
			return client.AsJSON, nil
		case "text/plain":
			return client.AsText, nil
		case "application/xml", "text/xml":
			return client.AsJUnit, nil
		}
	}
	return client.AsJSON, nil
}

// recordsOf returns a reader of an account's records for expectations, in its turn.
func (api *API) recordsOf(c *gin.Context, a *account.Account) verify.RecordsFunc {
	return func(kind catalog.RecordKind, do func(scenario.Record) error) error {
		end, err := api.reading.take(c.Request.Context())
		if err != nil {
			return err
		}
		defer end()
		return a.Shop.View(func(tx commerce.Tx) error {
			for id := range commerce.KindOf(string(kind)).IDs(tx) {
				stored, err := recordOf(tx, kind, id)
				if err == nil && stored != nil {
					err = do(stored)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// recordOf returns a record as rules of scenarios read it, nil when there is none.
func recordOf(tx commerce.Tx, kind catalog.RecordKind, id string) (record.Value, error) {
	if kind == catalog.OrderRecord {
		body, _ := tx.Orders().Body(id)
		return body, nil
	}
	return tx.Image(string(kind), id)
}
