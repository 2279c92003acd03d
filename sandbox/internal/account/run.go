package account

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// Runs keeps the runs of a process.
type Runs interface {
	// RecordOpening records the opening of an account. No lock of the registry is held.
	RecordOpening(a *Account)
	// RecordVerdict records the result of an account whose verdict was asked for.
	RecordVerdict(a *Account)
	// RecordClear records the result of the calls that an account has made, and calls leave to
	// take them out of its journal.
	RecordClear(a *Account, leave func())
	// RecordDeletion records the deletion of an account, and calls remove to take it out of
	// the registry. So a reader of a run finds the account either there or here.
	RecordDeletion(a *Account, remove func())
}

// noRuns keeps nothing.
type noRuns struct{}

func (noRuns) RecordOpening(*Account)               {}
func (noRuns) RecordVerdict(*Account)               {}
func (noRuns) RecordClear(_ *Account, do func())    { do() }
func (noRuns) RecordDeletion(_ *Account, do func()) { do() }

// Judgement is a verdict on an account, made on request.
type Judgement struct {
	Verdict client.RunVerdict
	Refused []client.Refusal // the refused calls
	Calls   int64            // of the account then
}

// Judge keeps the latest requested verdict on the account.
func (a *Account) Judge(v client.Verdict) {
	short := v.Short()
	short.Asked = true
	a.judged.Store(&Judgement{Verdict: short, Refused: v.Refused, Calls: a.Ring.Counts().Total})
	a.registry.runs.RecordVerdict(a)
}

// Judgement returns the latest requested verdict on the calls in the journal of the account,
// nil for none.
func (a *Account) Judgement() *Judgement { return a.judged.Load() }

// OpenedAt returns when the account was opened, on the machine's clock.
func (d Document) OpenedAt() time.Time { return time.UnixMicro(int64(d.Epoch - d.Resets)).UTC() }

// clear calls leave to take the calls out of the journal, and keeps what others still need of
// them: a port the calls themselves, the run their result.
func (a *Account) clear(leave func()) {
	a.clearing.Lock()
	defer a.clearing.Unlock()
	a.keepCleared()
	a.registry.runs.RecordClear(a, func() {
		a.judged.Store(nil)
		leave()
	})
}

// maxLabel is how many bytes a label may have.
const maxLabel = 64

// CheckLabel checks a label, and returns nil when it is valid.
func CheckLabel(label string) error {
	switch {
	case len(label) > maxLabel:
		return fmt.Errorf("a label has at most %d bytes, got %d", maxLabel, len(label))
	case !utf8.ValidString(label) || strings.ContainsFunc(label, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("a label is printable text without line breaks, got %q", label)
	}
	return nil
}

// CheckRun checks the name of a run, and returns nil when it is valid. Names with a
// meaning in paths are not.
func CheckRun(name string) error {
	if !codePattern.MatchString(name) || name == "." || name == ".." {
		return fmt.Errorf("a run has 1 to 64 of the characters A-Z a-z 0-9 . _ -, and is not . or .., got %.80q", name)
	}
	return nil
}
