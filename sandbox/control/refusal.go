package control

import (
	"errors"
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// refused turns what the packages below say no with into a refusal. Anything
// else is a fault of the sandbox.
func refused(err error) *refusal {
	for _, known := range []func(error) *refusal{ownRefusal, accountRefusal, scenarioRefusal, shopRefusal} {
		if r := known(err); r != nil {
			return r
		}
	}
	return &refusal{status: http.StatusInternalServerError, Text: err.Error(), Hint: "this is a fault of the sandbox"}
}

func ownRefusal(err error) *refusal {
	var r *refusal
	_ = errors.As(err, &r)
	return r
}

func accountRefusal(err error) *refusal {
	var world *account.WorldError
	switch {
	case errors.Is(err, account.ErrUnknown):
		return &refusal{http.StatusNotFound, "there is no such account", "it was deleted meanwhile; GET " + base + "/accounts lists those there are"}
	case errors.Is(err, account.ErrTaken):
		return &refusal{http.StatusConflict, err.Error(), "choose another one, or leave it out to have one made"}
	case errors.As(err, &world):
		return &refusal{http.StatusBadRequest, err.Error(), "mend the world, or mind where the clock of the account stands; nothing has changed"}
	}
	return nil
}

func scenarioRefusal(err error) *refusal {
	var nameless *scenario.UnknownError
	var broken *scenario.BrokenError
	var taken *scenario.TakenError
	switch {
	case errors.As(err, &nameless):
		return &refusal{http.StatusNotFound, err.Error(), "GET " + base + "/scenarios lists those there are; a documented error code is a name too"}
	case errors.As(err, &broken):
		return &refusal{http.StatusConflict, err.Error(), "mend its file"}
	case errors.As(err, &taken):
		return &refusal{http.StatusConflict, err.Error(), "a scenario of your own needs a name of its own"}
	}
	return nil
}

func shopRefusal(err error) *refusal {
	var problem *commerce.Problem
	var move *commerce.TransitionError
	switch {
	case errors.As(err, &move) && len(move.Legal) > 0:
		return &refusal{http.StatusConflict, err.Error(), "legal is: " + strings.Join(move.Legal, ", ")}
	case errors.As(err, &move):
		return &refusal{http.StatusConflict, err.Error(), "no transition is legal here"}
	case !errors.As(err, &problem):
		return nil
	case problem.Code == catalog.OrderNotFound:
		return &refusal{http.StatusNotFound, err.Error(), "it must be " + problem.Expected}
	}
	texts := []string{problem.Message}
	for _, more := range problem.More {
		texts = append(texts, more.Message)
	}
	return &refusal{http.StatusBadRequest, strings.Join(texts, "; "), "correct what is named"}
}
