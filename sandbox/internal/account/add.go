package account

import (
	"context"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// Fragment is further records for an account.
type Fragment interface {
	// Check returns the fault of the fragment in the account of tx, with the clock at
	// now.
	Check(tx commerce.Tx, now time.Time) error
	// Write writes the records beside the present ones. Its errors include those of
	// Check, as a *WorldError, because the account may have changed meanwhile. It may
	// run more than once.
	Write(tx commerce.Tx, request SeedRequest) error
	// Personal returns whether the file declares its records to have personal data.
	Personal() Personal
}

// Add writes a fragment of any size into the account, or nothing, and returns the
// changes, without bytes if they are many. A wrong fragment makes no other write wait.
// The error of the fragment is a *WorldError. When the records have personal data, the
// account says so from then on.
func (a *Account) Add(ctx context.Context, f Fragment) ([]commerce.Change, error) {
	request := a.Document().seedRequest(a.Code)
	request.Now = a.Clock.Now()
	return a.extend(ctx, f.Personal(), 0, func(tx commerce.Tx) error { return f.Write(tx, request) })
}

// Personal says whether records have the personal data of people.
type Personal bool

// Import stores the records written by write, about bytes of them, or nothing. write
// gets the time of the account's clock, and may run more than once. When the records
// have personal data, the account says so from then on.
func (a *Account) Import(ctx context.Context, personal Personal, bytes int, write func(tx commerce.Tx, now time.Time) error) error {
	now := a.Clock.Now()
	_, err := a.extend(ctx, personal, bytes, func(tx commerce.Tx) error { return write(tx, now) })
	return err
}

// extend writes records, marks the account when they have personal data, and returns
// the changes.
func (a *Account) extend(ctx context.Context, personal Personal, bytes int, write func(tx commerce.Tx) error) ([]commerce.Change, error) {
	if personal { // one after the other, because a failed one takes its mark back
		release, err := a.registry.personal.Alone(ctx, a.Code)
		if err != nil {
			return nil, err
		}
		defer release()
	}
	marked := bool(personal) && !a.Document().PersonalData
	if marked { // before the records, so no end of the process loses the mark
		if err := a.markPersonal(ctx, true); err != nil {
			return nil, err
		}
	}
	changes, err := a.records.Extend(ctx, bytes, write)
	if err != nil && marked {
		_ = a.markPersonal(context.WithoutCancel(ctx), false) // a mark too many warns once too often
	}
	a.publishRecords(changes)
	return changes, err
}

func (a *Account) markPersonal(ctx context.Context, personal bool) error {
	return a.change(ctx, func(d *Document) error {
		d.PersonalData = personal
		return nil
	}, func() {})
}

// Check returns the fault of a fragment in the account, a *WorldError. It changes
// nothing.
func (a *Account) Check(f Fragment) error {
	now := a.Clock.Now()
	return a.records.View(func(tx commerce.Tx) error { return worldError(f.Check(tx, now)) })
}
