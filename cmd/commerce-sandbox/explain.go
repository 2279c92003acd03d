package main

import (
	"errors"
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// latest selects the last call. No id is equal to it.
const latest = "latest"

func explainVerb() verb {
	return verb{
		use: "explain ID|" + latest, short: "Explain one call: its request, checks, answer and changes",
		examples: []string{"explain DEMO-3", "explain " + latest + " --account DEMO"},
		needs:    "the id of a call, which the header X-Sandbox-Request of its answer has, or " + latest, args: []flag{{name: "id"}},
		account: firstAccount, fetch: explainCall, answer: client.Entry{}, text: `{{in "text"}}`,
	}
}

// explainCall returns a call, and for a text the words of the sandbox.
func explainCall(r *request) (any, error) {
	id := r.args[0]
	if id == latest {
		account, err := r.account()
		if err != nil {
			return nil, err
		}
		call, err := account.Latest(r.ctx)
		if err := errors.Join(err, r.reportLater(call)); err != nil {
			return nil, err
		}
		id = call.ID
	}
	if r.format != client.AsText {
		return r.client().Request(r.ctx, id)
	}
	text, err := r.client().Explain(r.ctx, id)
	r.words["text"] = text
	return client.Entry{}, err
}

// reportLater reports a call without an account if it is later than the account's
// last one, because the user may mean it.
func (r *request) reportLater(last client.Entry) error {
	others, err := r.client().Account(client.NoAccount).Requests(r.ctx, client.Filter{Limit: 1})
	if err != nil || len(others.Requests) == 0 || !others.Requests[0].WallTime.After(last.WallTime) {
		return err
	}
	other := others.Requests[0]
	_, err = fmt.Fprintf(r.program.stderr, "A later call belongs to no account: %s explain %s shows it\n", name, other.ID)
	return err
}
