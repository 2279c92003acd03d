package control

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/listing"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
)

// problem returns an error with a status, a text and a hint at what would be right.
func problem(status int, hint, format string, args ...any) error {
	return &client.Error{Status: status, Text: fmt.Sprintf(format, args...), Hint: hint}
}

func badRequest(hint, format string, args ...any) error {
	return problem(http.StatusBadRequest, hint, format, args...)
}

func conflict(hint, format string, args ...any) error {
	return problem(http.StatusConflict, hint, format, args...)
}

// unknownName returns the error for an unknown name in a path.
func unknownName(kind, name string, among []string) error {
	return problem(http.StatusNotFound, phrase.Suggest(name, among), "unknown %s %q", kind, name)
}

// unknownValue returns the error for an unknown name in a query or a body.
func unknownValue(kind, name string, among []string) error {
	return badRequest(phrase.Suggest(name, among), "unknown %s %q", kind, name)
}

// unknownQueryName is unknownValue for a name in a query, perhaps a name of the
// interface.
func unknownQueryName(name string, known []string) error {
	hint := phrase.Suggest(name, known)
	if field := query.FieldFor(name, known); field != "" {
		hint = "did you mean " + field + "?"
	} else if slices.Contains(known, "text") && len(phrase.Nearest(name, known)) == 0 {
		hint = "text=WORD looks for any text; " + hint
	}
	return badRequest(hint, "unknown query name %q", name)
}

// errorOf returns the control interface's error for an error of the packages below. Any
// other error is a fault of the sandbox.
func errorOf(err error) *client.Error {
	var known *client.Error
	if errors.As(err, &known) {
		return known
	}
	for _, explain := range []func(error) *client.Error{accountError, scenarioError, shopError, byHandError, queryError} {
		if e := explain(err); e != nil {
			return e
		}
	}
	if errors.Is(err, context.Canceled) {
		return &client.Error{Status: http.StatusServiceUnavailable, Text: "the request ended without a result, because the sandbox stops or the client left", Hint: "send it again"}
	}
	return sandboxFailed(err.Error(), rand.Text())
}

// sandboxFailed returns the error of a failure explained only in the log, under the id.
func sandboxFailed(text, id string) *client.Error {
	return &client.Error{Status: http.StatusInternalServerError, Text: text, Hint: "this is a fault of the sandbox; its log gives the reason under " + id, ID: id}
}

func accountError(err error) *client.Error {
	var world *account.WorldError
	var many *account.TooManyError
	var full *account.NoSpaceError
	var damage *account.DamageError
	var write *account.WriteError
	var ended *account.EndedError
	switch {
	case errors.As(err, &ended) && ended.How == account.WasReset:
		return &client.Error{Status: http.StatusConflict, Text: ended.Error(), Hint: "nothing was changed; send it again if the account as it is now is meant"}
	case errors.As(err, &many):
		return &client.Error{Status: http.StatusTooManyRequests, Text: many.Error(), Hint: many.Hint()}
	case errors.As(err, &full):
		return &client.Error{Status: http.StatusInsufficientStorage, Text: full.Error(), Hint: full.Hint()}
	case errors.As(err, &damage):
		return &client.Error{Status: http.StatusInternalServerError, Text: damage.Error(), Hint: damage.Hint()}
	case errors.As(err, &write):
		return &client.Error{Status: http.StatusInternalServerError, Text: write.Error(), Hint: write.Hint()}
	case errors.Is(err, account.ErrBusy):
		return &client.Error{Status: http.StatusServiceUnavailable, Text: err.Error(), Hint: "send the request again in a second"}
	case errors.Is(err, account.ErrUnknown) || ended != nil:
		return &client.Error{Status: http.StatusNotFound, Text: "the account was deleted meanwhile", Hint: "GET " + base + "/accounts lists the accounts"}
	case errors.Is(err, account.ErrTaken):
		return &client.Error{Status: http.StatusConflict, Text: err.Error(), Hint: "choose another vendor code, or leave it out to get a new one; to give the account another secret, delete it and open it again"}
	case errors.As(err, &world):
		return &client.Error{Status: http.StatusBadRequest, Text: err.Error(),
			Hint: "correct the world, or move the clock of the account; nothing has changed"}
	}
	return nil
}

func scenarioError(err error) *client.Error {
	var unknown *scenario.UnknownError
	var broken *scenario.BrokenError
	var taken *scenario.TakenError
	switch {
	case errors.As(err, &unknown):
		hint := "GET " + base + "/scenarios lists the scenarios, with those of the folder that --scenarios names; a documented error code is a name too"
		if len(unknown.Nearest) > 0 {
			hint = phrase.Suggest(unknown.Name, unknown.Nearest)
		}
		bare := scenario.UnknownError{Name: unknown.Name, Operation: unknown.Operation} // the hint has the nearest names
		return &client.Error{Status: http.StatusNotFound, Text: bare.Error(), Hint: hint}
	case errors.As(err, &broken):
		return &client.Error{Status: http.StatusConflict, Text: err.Error(), Hint: "correct its file"}
	case errors.As(err, &taken):
		return &client.Error{Status: http.StatusConflict, Text: err.Error(), Hint: "choose another name for your own scenario"}
	}
	return nil
}

func shopError(err error) *client.Error {
	var p *commerce.Problem
	var move *commerce.TransitionError
	switch {
	case errors.As(err, &move) && len(move.Legal) > 0:
		return &client.Error{Status: http.StatusConflict, Text: err.Error(), Hint: "legal: " + strings.Join(move.Legal, ", ")}
	case errors.As(err, &move) && (move.What == "enabled" || move.What == "upgradable"):
		return &client.Error{Status: http.StatusConflict, Text: err.Error(), Hint: "enabled goes with a COMPLETE order and an expiration_date after now, upgradable with enabled; send them together, such as expiration_date \"+30d\" with enabled true"}
	case errors.As(err, &move):
		return &client.Error{Status: http.StatusConflict, Text: err.Error(), Hint: "no transition is legal here"}
	case !errors.As(err, &p):
		return nil
	case p.Code == catalog.OrderNotFound:
		return &client.Error{Status: http.StatusNotFound, Text: err.Error(), Hint: "it must be " + p.Expected}
	}
	texts := []string{p.Message}
	for _, more := range p.More {
		texts = append(texts, more.Message)
	}
	return &client.Error{Status: http.StatusBadRequest, Text: strings.Join(texts, "; "), Hint: faultsHint}
}

// byHandError returns the error of a change by hand.
func byHandError(err error) *client.Error {
	switch e := err.(type) {
	case *commerce.UnknownRecordError:
		return &client.Error{Status: http.StatusNotFound, Text: e.Error(), Hint: "it was deleted meanwhile"}
	case *commerce.UsedError:
		return &client.Error{Status: http.StatusConflict, Text: e.Error(), Hint: "delete what uses it first"}
	case *commerce.TakenError:
		return &client.Error{Status: http.StatusConflict, Text: e.Error(), Hint: "choose another one, or change the other customer first"}
	case *commerce.TooManyError:
		return &client.Error{Status: http.StatusConflict, Text: e.Error(), Hint: "change or delete some of them first"}
	}
	return nil
}

// queryError returns the error of a query, of the order of a list or of an expectation.
func queryError(err error) *client.Error {
	var invalid *verify.Invalid
	var wrong *query.Error
	var order *listing.SortError
	switch {
	case errors.As(err, &invalid):
		return &client.Error{Status: http.StatusBadRequest, Text: invalid.Message, Hint: invalid.Hint}
	case errors.As(err, &wrong):
		return &client.Error{Status: http.StatusBadRequest, Text: wrong.Where(), Hint: wrong.Hint}
	case errors.As(err, &order):
		return &client.Error{Status: http.StatusBadRequest, Text: order.Error(), Hint: order.Hint()}
	}
	return nil
}
