package bundle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// SaveRequest says what to save.
type SaveRequest struct {
	Account  *account.Account
	Version  string // of the program
	Headers  []string
	Login    LoginFunc
	Options  Options
	Snapshot string // to begin at, "" for the first mark that has everything
	Secret   bool   // with the secret and the credentials of the calls
}

// Save writes a bundle to w and returns what it has. The error is a *LostError when
// the calls cannot be repeated from any mark of the account, account.ErrUnknownSnapshot,
// or that of w; w may then have a part of the bundle.
func Save(ctx context.Context, w io.Writer, r SaveRequest) (client.BundleInfo, error) {
	marks, err := r.marks()
	if err != nil {
		return client.BundleInfo{}, err
	}
	var first error
	for _, m := range marks {
		info, err := r.saveFrom(ctx, w, m)
		var missing *LostError
		if !errors.As(err, &missing) {
			return info, err
		}
		if first == nil {
			first = err
		}
	}
	return client.BundleInfo{}, first
}

// marks returns the marks from which the calls may be repeated.
func (r SaveRequest) marks() ([]account.Mark, error) {
	all := r.Account.Marks()
	if r.Snapshot == "" && len(all) == 0 {
		return nil, lost("the numbers of account %s could not be read when it was opened", r.Account.Code)
	}
	if r.Snapshot == "" {
		return all, nil
	}
	for _, m := range all {
		if m.Snapshot == r.Snapshot {
			return []account.Mark{m}, nil
		}
	}
	saved, err := r.Account.Snapshots()
	if err != nil {
		return nil, err
	}
	for _, s := range saved {
		if s.Name == r.Snapshot {
			return nil, lost("the calls since snapshot %s are not known, because the account was reset, its calls were deleted or the sandbox was started after it", s.Name)
		}
	}
	return nil, fmt.Errorf("%w %q", account.ErrUnknownSnapshot, r.Snapshot)
}

// slice is the calls since a mark, with the changes by hand between them.
type slice struct {
	mark    account.Mark
	entries []journal.Placed
	hands   []account.Hand
}

// sliceOf returns what happened since a mark.
func (r SaveRequest) sliceOf(m account.Mark) (slice, error) {
	s := slice{mark: m}
	var dropped int64
	if s.entries, dropped = r.Account.Ring.Since(m.Ring); dropped > 0 {
		return s, lost("%d of the calls since %s are not in the journal any more", dropped, m.Name())
	}
	var missing int
	if s.hands, missing = r.Account.Hands(m.Ring.Place); missing > 0 {
		return s, lost("%d of the changes by hand since %s found no room", missing, m.Name())
	}
	return s, nil
}

// attempts limits how often a bundle begins again because a call ended meanwhile.
const attempts = 20

// ErrBusy says that calls ended again and again while a bundle was begun.
var ErrBusy = errors.New("calls ended while the bundle was begun, again and again")

// saveFrom saves what happened since a mark.
func (r SaveRequest) saveFrom(ctx context.Context, w io.Writer, m account.Mark) (info client.BundleInfo, err error) {
	for range attempts {
		var s slice
		if s, err = r.sliceOf(m); err != nil {
			return info, err
		}
		b := newWriter(w)
		err = r.Account.PreviewRecords(func(tx commerce.Tx) error {
			now := r.Account.MarkIn(tx)
			if again, _ := r.Account.Ring.Since(m.Ring); len(again) != len(s.entries) {
				return ErrBusy
			}
			info, err = r.write(b, s, now, tx)
			return err
		})
		if err == nil && m.Snapshot != "" {
			err = r.Account.ViewSnapshot(ctx, m.Snapshot, func(tx commerce.Tx) error { return b.records(before, tx, &info.Before) })
		}
		if err == nil {
			err = b.close(info)
		}
		if ctx.Err() != nil || !errors.Is(err, ErrBusy) && !r.endedSince(err, s) {
			return info, err
		}
	}
	return info, err
}

// endedSince reports whether calls ended meanwhile whose changes were missing among
// those of a slice, so that a record seemed to have changed by itself.
func (r SaveRequest) endedSince(err error, s slice) bool {
	var missing *LostError
	if !errors.As(err, &missing) {
		return false
	}
	again, _ := r.Account.Ring.Since(s.mark.Ring)
	return len(again) != len(s.entries)
}

// write writes the bundle of a slice, without the records of a snapshot and the
// manifest. tx has the records after it, and may be changed.
func (r SaveRequest) write(b *writer, s slice, now account.Mark, tx commerce.Tx) (client.BundleInfo, error) {
	info := client.BundleInfo{Format: Format, Version: r.Version, Account: r.Account.Code, Secret: r.Secret, Since: s.mark.Name(),
		PersonalData: s.mark.Document.PersonalData || now.Document.PersonalData}
	steps := s.steps(func(e *journal.Entry) Step { return r.step(e, &info) })
	undo, err := undone(tx, steps)
	if err != nil && s.mark.Snapshot == "" {
		return info, err
	}
	steps = inOrder(steps)
	for _, step := range steps {
		switch {
		case step.Hand != nil:
			info.ByHand++
		case step.Call.IsCall():
			info.Calls++
		}
	}
	first, last := r.stateOf(s.mark, s.mark.Wall), r.stateOf(now, s.lastWall())
	info.First, info.Last = client.BundleMoment{Wall: first.Wall, Account: first.Now}, client.BundleMoment{Wall: last.Wall, Account: last.Now}
	for _, write := range []func() error{
		func() error { return b.text(readmeName, readme(info)) },
		func() error { return b.json(optionsName, r.Options) },
		func() error { return b.scenarios(s.mark, now) },
		func() error { return b.json(before+stateName, first) },
		func() error { return b.json(after+stateName, last) },
		func() error { return b.steps(steps) },
		func() error { return b.records(after, tx, &info.After) },
	} {
		if err := write(); err != nil {
			return info, err
		}
	}
	if s.mark.Snapshot != "" {
		return info, nil
	}
	return info, b.recordsBefore(tx, undo, &info)
}

// recordsBefore writes the records before the calls. A kind that they did not change
// is in the bundle once.
func (w *writer) recordsBefore(tx commerce.Tx, undo []commerce.Change, info *client.BundleInfo) error {
	if err := account.Rewrite(tx, undo, func(c commerce.Change) []byte { return c.Before }); err != nil {
		return err
	}
	changed := map[string]bool{}
	for _, c := range undo {
		changed[c.Kind] = true
	}
	for _, k := range recordKinds() {
		if changed[k.kind] {
			if err := w.kind(before, k, tx, &info.Before); err != nil {
				return err
			}
			continue
		}
		w.same(before+k.file, after+k.file)
		if k.count != nil {
			*k.count(&info.Before) = *k.count(&info.After)
		}
	}
	return nil
}

// scenarios writes the scenarios that do not ship: those before the calls, because
// changes of the library are among the steps, and those that are only there after.
func (w *writer) scenarios(marks ...account.Mark) error {
	written := map[string]bool{}
	for _, m := range marks {
		for _, text := range scenario.Texts(m.Library) {
			if written[text.Name] {
				continue
			}
			written[text.Name] = true
			if err := w.text(scenariosDir+text.Name+".yaml", text.YAML); err != nil {
				return err
			}
		}
	}
	return nil
}

// step returns the step of a call, without its credentials unless the bundle has the
// secret.
func (r SaveRequest) step(e *journal.Entry, info *client.BundleInfo) Step {
	if r.Secret {
		s := callStep(e.Entry)
		s.update = e.Update
		return s
	}
	k := keys{secret: r.Account.Settings().Secret, headers: r.Headers, login: r.Login}
	call, credentials, notes := k.marked(e)
	info.Notes = append(info.Notes, notes...)
	s := callStep(call)
	s.Credentials, s.update = credentials, e.Update
	return s
}

// steps returns calls and changes by hand in their order.
func (s slice) steps(step func(*journal.Entry) Step) []Step {
	var all []Step
	hands := s.hands
	for _, e := range s.entries {
		for len(hands) > 0 && hands[0].Place < e.Place {
			all = append(all, handStep(hands[0]))
			hands = hands[1:]
		}
		all = append(all, step(e.Entry))
	}
	for _, h := range hands {
		all = append(all, handStep(h))
	}
	return all
}

// lastWall returns when the last thing happened, so that a bundle that is saved later
// is the same.
func (s slice) lastWall() time.Time {
	last := s.mark.Wall
	for _, e := range s.entries {
		if end := e.Entry.WallTime.Add(e.Entry.Duration); end.After(last) {
			last = end
		}
	}
	for _, h := range s.hands {
		if h.Wall.After(last) {
			last = h.Wall
		}
	}
	return last
}

// stateOf returns the state of a mark at a moment of the wall clock. Features and
// answers are the account's own then, because another sandbox has other start flags.
func (r SaveRequest) stateOf(m account.Mark, wall time.Time) State {
	c := clock.New(func() time.Time { return wall })
	_ = c.Restore(m.Clock) // a clock had this state
	d := m.Document
	d.Secret, d.Clock = "", nil
	if r.Secret {
		d.Secret = m.Settings.Secret
	}
	d.Features = maps.Clone(m.Settings.Features)
	d.DiscardWrites = &m.Settings.DiscardWrites
	d.Answers = changedAnswers(m.Settings.Answers)
	return State{Wall: wall.UTC(), Now: c.Now(), Clock: m.Clock, Document: d, Scenarios: m.Scenarios, Sequences: m.Sequences}
}

// changedAnswers returns the answers that are not those of the catalogue.
func changedAnswers(a catalog.Answers) map[catalog.QuestionID]string {
	changed, usual := map[catalog.QuestionID]string{}, catalog.Defaults()
	for _, q := range catalog.Questions() {
		if answer := a.Get(q.ID); answer != usual.Get(q.ID) {
			changed[q.ID] = answer
		}
	}
	return changed
}
