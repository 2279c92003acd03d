package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// EndedError reports that an account was reset or deleted since the caller found it.
type EndedError struct {
	Code string
	How  string // WasReset or WasDeleted
}

// How an account ends.
const (
	WasReset   = "reset"
	WasDeleted = "deleted"
)

// Error says how the account ended.
func (e *EndedError) Error() string {
	return fmt.Sprintf("the account %s was %s meanwhile", e.Code, e.How)
}

// Life returns a context that is done once the account is reset or deleted. The cause is an
// *EndedError then.
func (a *Account) Life() context.Context { return a.ended }

// EndedBy returns how the account ended during a request that failed with err, nil if it did
// not, or err is nil. The store knows of the end a moment before the account does. The wait for
// it is bounded, because err may be about another account.
func (a *Account) EndedBy(ctx context.Context, err error) (ended *EndedError) {
	if errors.Is(err, ErrUnknown) || errors.Is(err, ErrEnded) {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		select {
		case <-a.ended.Done():
		case <-ctx.Done():
		}
	}
	if err != nil {
		errors.As(context.Cause(a.ended), &ended)
	}
	return ended
}

// newGeneration returns what lasts as an account without records.
func (l *lasting) newGeneration() *Account {
	a := &Account{lasting: l}
	a.ended, a.end = context.WithCancelCause(context.Background())
	return a
}

// findRecords gives the account the present records of the store. why says why it begins.
func (a *Account) findRecords(why string) {
	a.records = watched{a.registry.store.Account(a.Code), a}
	a.Shop = commerce.NewShop(a.Code, a.records)
	a.begin(why)
}

// finish ends the account, and whatever waits in it.
func (a *Account) finish(how string) {
	a.history.end(&a.registry.handBytes)
	a.end(&EndedError{a.Code, how})
}

// hold keeps other changes of the account out until release. The error is ErrBusy, the
// context's, or an *EndedError.
func (a *Account) hold(ctx context.Context) (release func(), err error) {
	release, err = a.registry.changing.Alone(ctx, a.Code)
	if err != nil {
		return nil, err
	}
	if err := context.Cause(a.ended); err != nil {
		release()
		return nil, err
	}
	return release, nil
}
