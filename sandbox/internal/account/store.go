package account

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Errors about accounts and snapshots.
var (
	// ErrTaken is returned for an existing code.
	ErrTaken = errors.New("the vendor code is taken")
	// ErrUnknown is returned for a code without an account, or with a deleted one.
	ErrUnknown = errors.New("unknown account")
	// ErrEnded is returned for a write of an earlier generation: the account was reset, or
	// deleted and opened again, since the writer found it.
	ErrEnded = errors.New("the account was reset or opened again meanwhile")
	// ErrTooLarge is returned for a world too large to preview.
	ErrTooLarge = errors.New("the world of a new account is too large for a preview")
	// ErrBusy is returned when the records of the account are being replaced or copied
	// for longer than Patience.
	ErrBusy = errors.New("the records of the account are being opened, reset or copied")
	// ErrUnknownSnapshot is returned for a name without a snapshot.
	ErrUnknownSnapshot = errors.New("unknown snapshot")
)

// TooManyError reports a reached limit of a sandbox or of an account.
type TooManyError struct {
	What string // in the plural, such as accounts
	Max  int
	Flag string // to raise the limit, "" for none
}

// Error says how many there are.
func (e *TooManyError) Error() string {
	return fmt.Sprintf("no further %s are possible, because their limit of %d is reached", e.What, e.Max)
}

// Hint returns the caller's remedy.
func (e *TooManyError) Hint() string {
	if e.Flag == "" {
		return "delete or end one first"
	}
	return "delete one, or start the sandbox with a higher " + e.Flag
}

// NoSpaceError reports a full disk.
type NoSpaceError struct {
	Folder string // of the data file
	Err    error
}

// Error names the folder.
func (e *NoSpaceError) Error() string {
	return fmt.Sprintf("no space is left for the data file in %s", e.Folder)
}

// Hint returns the operator's remedy.
func (e *NoSpaceError) Hint() string {
	return "free some, delete accounts, or mount a larger folder, such as docker run --tmpfs /tmp for an ephemeral sandbox"
}

// Unwrap returns the error of the system.
func (e *NoSpaceError) Unwrap() error { return e.Err }

// WriteError reports a failed write of the data file, which has nothing of it.
type WriteError struct {
	Path string // of the data file
	Err  error
}

// Error names the file and the reason of the system.
func (e *WriteError) Error() string {
	return fmt.Sprintf("cannot write the data file %s: %v", e.Path, e.Err)
}

// Hint returns the operator's remedy.
func (e *WriteError) Hint() string { return "nothing was changed; look at the disk, and send it again" }

// Unwrap returns the error of the system.
func (e *WriteError) Unwrap() error { return e.Err }

// DamageError reports an unreadable part of the data file.
type DamageError struct {
	Path string // of the data file
	What string // is damaged, such as a record

	Unreadable bool   // whether pages of the file cannot be read, or it is another one
	Remedy     string // the operator's remedy, "" for the usual
}

// Error names the file and the damaged part.
func (e *DamageError) Error() string {
	return fmt.Sprintf("the data file %s is damaged: %s", e.Path, phrase.Line(e.What, phrase.MaxLine))
}

// Hint returns the operator's remedy.
func (e *DamageError) Hint() string {
	return cmp.Or(e.Remedy, "stop the sandbox and run: commerce-sandbox check "+e.Path)
}

// Record is an account as it is stored: its code and its encoded document.
type Record struct {
	Code     string
	Document []byte
}

// Store keeps accounts and their records. A writing method returns when the write
// is stored; while it waits for other writes, it ends with its context and has then
// written nothing.
type Store interface {
	Accounts() ([]Record, error)
	// CreateAccount stores a new account and the records written by seed, or nothing. It
	// begins a generation, as ReplaceAccount and Snapshots.RestoreSnapshot do.
	// The error is ErrTaken when the account exists.
	CreateAccount(ctx context.Context, r Record, seed func(commerce.Tx) error) error
	// SaveAccount replaces the document of an account.
	SaveAccount(ctx context.Context, r Record) error
	// ReplaceAccount replaces the document of an account, and its records by those of
	// seed, or nothing.
	ReplaceAccount(ctx context.Context, r Record, seed func(commerce.Tx) error) error
	DeleteAccount(ctx context.Context, code string) error
	// PreviewAccount returns the records of an account that does not exist, as seed
	// writes them. It stores nothing. The error is ErrTooLarge for a world without
	// room in memory, or seed's own.
	PreviewAccount(seed func(commerce.Tx) error) (commerce.Store, error)
	// Account returns the records of an account in its present generation: after its next
	// opening, reset or restore their writes return ErrEnded, and when the account is
	// deleted, their methods return ErrUnknown.
	Account(code string) commerce.Store
}

// Snapshots keeps copies of an account's records for resets. An unknown name gives
// ErrUnknownSnapshot.
type Snapshots interface {
	Snapshots(code string) ([]Snapshot, error)
	// SaveSnapshot returns the snapshot with its counts.
	SaveSnapshot(ctx context.Context, code string, s Snapshot) (Snapshot, error)
	DeleteSnapshot(ctx context.Context, code, name string) error
	// RestoreSnapshot replaces the document of an account, and its records by
	// those of the snapshot, or nothing.
	RestoreSnapshot(ctx context.Context, r Record, name string) error
	// ViewSnapshot calls fn with the records of a snapshot.
	ViewSnapshot(ctx context.Context, code, name string, fn func(commerce.Tx) error) error
}
