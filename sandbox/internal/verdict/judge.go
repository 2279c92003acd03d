package verdict

import (
	"context"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
)

// Judge judges accounts without expectations.
type Judge struct {
	Wall    clock.Wall
	Headers []string // names of the credential header, for masking
}

// Verdict returns the verdict of an account.
func (j Judge) Verdict(a *account.Account) (client.Verdict, error) {
	outcome, err := verify.Verifier{Wall: j.Wall}.All(context.Background(), a.Ring, client.Expectations{}, 0)
	if err != nil {
		return client.Verdict{}, err
	}
	session := Of(a, client.VerdictRequest{}, outcome)
	session.Time = j.Wall()
	session.Line = func(e *journal.Entry) client.EntryLine { return e.MaskedLine(j.Headers...) }
	return session.Verdict(), nil
}
