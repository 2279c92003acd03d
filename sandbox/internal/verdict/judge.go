package verdict

import (
	"context"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
)

// Judge judges accounts without expectations.
type Judge struct {
	Wall clock.Wall
}

// Verdict returns the verdict of an account, after its calls under way had a time to end.
func (j Judge) Verdict(a *account.Account, within time.Duration) (client.Verdict, error) {
	outcome, err := verify.Verifier{Wall: j.Wall, AwaitAll: true}.All(context.Background(), a.Ring, client.Expectations{Within: within}, 0)
	if err != nil {
		return client.Verdict{}, err
	}
	session := Of(a, client.VerdictRequest{}, outcome)
	session.Time = j.Wall()
	return session.Verdict(), nil
}
