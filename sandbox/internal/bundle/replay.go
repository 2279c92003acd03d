package bundle

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/difference"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// Player repeats the calls of a bundle in a sandbox whose only account is as it was
// before them.
type Player struct {
	Bundle  *Bundle
	Account *account.Account
	Handler http.Handler      // of the sandbox
	SetWall func(time.Time)   // sets its wall clock
	Library *scenario.Library // of the sandbox
	Journal *journal.Journal  // of the sandbox
	Headers []string          // names of the credential header
	Login   LoginFunc

	due  []Change // of the clock, since the latest call or change by hand
	held []Step   // changes that scenarios made before the next call
}

// Play repeats all steps in their order and calls done with each call. The error is
// that of ctx or of the bundle.
func (p *Player) Play(ctx context.Context, done func(client.ReplayedCall)) (notes []string, err error) {
	for s, err := range p.Bundle.Steps() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return notes, err
		}
		if s.Call != nil && !s.Call.IsCall() {
			p.due = append(p.due, s.Changes...)
			continue
		}
		notes = append(notes, p.checkDue()...)
		if s.Hand != nil && s.Hand.Moved == account.MovedBefore {
			p.held = append(p.held, s)
			continue
		}
		if s.Hand == nil {
			done(p.call(ctx, s))
			notes = append(notes, p.repeatHeld(ctx)...)
			continue
		}
		if err := p.repeat(ctx, s); err != nil {
			notes = append(notes, fmt.Sprintf("%s could not be made again: %v", s.name(), err))
		}
	}
	return append(notes, p.checkDue()...), nil
}

// checkDue verifies that the clock, which was moved again, changed what it changed
// when the bundle was recorded. Otherwise it makes the recorded changes and says so.
func (p *Player) checkDue() (notes []string) {
	latest := map[string]Change{}
	for _, c := range p.due {
		if !c.Truncated {
			latest[c.Kind+" "+c.ID] = c
		}
	}
	p.due = nil
	var otherwise []commerce.Change
	err := p.Account.PreviewRecords(func(tx commerce.Tx) error {
		for _, name := range slices.Sorted(maps.Keys(latest)) {
			c := latest[name]
			image, err := tx.Image(c.Kind, c.ID)
			if err != nil {
				return err
			}
			if !sameImage(image, c.After) {
				notes = append(notes, "the clock did not change "+name+" as it did before")
				otherwise = append(otherwise, commerce.Change{Kind: c.Kind, ID: c.ID, After: c.After})
			}
		}
		return nil
	})
	if err == nil && otherwise != nil {
		_, err = p.Account.Rewrite(otherwise, func(c commerce.Change) []byte { return c.After })
	}
	if err != nil {
		notes = append(notes, fmt.Sprintf("the changes of the clock could not be made: %v", err))
	}
	return notes
}

// repeatHeld makes the changes again that scenarios made before a call. The call has let
// them happen in their place, because its conditions must see the shop as it was; now they
// are as they were recorded.
func (p *Player) repeatHeld(ctx context.Context) (notes []string) {
	for _, s := range p.held {
		if err := p.repeat(ctx, s); err != nil {
			notes = append(notes, fmt.Sprintf("%s could not be made again: %v", s.name(), err))
		}
	}
	p.held = nil
	return notes
}

// repeat makes a change by hand again.
func (p *Player) repeat(ctx context.Context, s Step) error {
	hand := *s.Hand
	p.SetWall(hand.Wall)
	if hand.Kind != client.EventLibrary {
		hand.Changes = s.changes()
		return p.Account.Repeat(ctx, hand)
	}
	return ApplyLibrary(p.Library, hand)
}

// ApplyLibrary makes a change of a library of scenarios again.
func ApplyLibrary(l *scenario.Library, hand account.Hand) error {
	if hand.Value == "" {
		var unknown *scenario.UnknownError
		if err := l.Delete(hand.Name); !errors.As(err, &unknown) {
			return err
		}
		return nil
	}
	_, err := l.Put(hand.Name, []byte(hand.Value))
	return err
}

// call repeats a call and compares the answers.
func (p *Player) call(ctx context.Context, s Step) client.ReplayedCall {
	result := client.ReplayedCall{EntrySummary: difference.Summary(*s.Call), Result: client.ReplaySkipped}
	if result.Why = cannotRepeat(s); result.Why == "" {
		entry, err := p.send(ctx, s)
		if err == nil {
			p.compare(s, entry, &result)
			return result
		}
		result.Why = err.Error()
	}
	if _, err := p.Account.Rewrite(s.changes(), func(c commerce.Change) []byte { return c.After }); err != nil {
		result.Why += fmt.Sprintf("; and its changes could not be made: %v", err)
	}
	return result
}

// cannotRepeat returns why a call cannot be repeated, "" when it can.
func cannotRepeat(s Step) string {
	call := s.Call
	switch in := call.Request; {
	case !call.IsCall():
		return "the clock changed the records, not a call"
	case call.Protocol == "":
		return "what arrived was no request"
	case in.Truncated && len(in.Body) == 0:
		return fmt.Sprintf("the journal had no room for its body of %d bytes", in.BodySize)
	case in.Truncated:
		return fmt.Sprintf("the journal kept only %d of the %d bytes of its body", len(in.Body), in.BodySize)
	}
	for _, c := range s.Credentials {
		if c.Kind == isSession && call.Operation == string(catalog.Login) {
			continue // the answer has it, of which a scenario may have withheld all or a part
		}
		if !strings.Contains(textOf(*call), c.Marker) && c.Kind != isSecret && !strings.Contains(string(call.Response.Body), c.Marker) {
			return fmt.Sprintf("its %s is hidden with the text around it; save the bundle with the secret", c.Kind)
		}
	}
	return ""
}

// send repeats a call at the time that its account had, and returns its entry.
func (p *Player) send(ctx context.Context, s Step) (*journal.Entry, error) {
	call := p.keys().fresh(s, p.Account.Code)
	r, err := requestOf(ctx, call)
	if err != nil {
		return nil, fmt.Errorf("it cannot be made again: %w", err)
	}
	p.setTime(call)
	ring := p.Account.Ring
	ring.Skip(call.Number - 1)
	mark, elsewhere := ring.Mark(), p.Journal.Ring(journal.None).Mark()
	func() {
		defer func() {
			if cut := recover(); cut != nil && cut != http.ErrAbortHandler { //nolint:errorlint // it is the value of a panic
				panic(cut)
			}
		}()
		p.Handler.ServeHTTP(discarded{http.Header{}}, r)
	}()
	for _, at := range []struct {
		ring *journal.Ring
		mark journal.Mark
	}{{ring, mark}, {p.Journal.Ring(journal.None), elsewhere}} {
		if entries, _ := at.ring.Since(at.mark); len(entries) > 0 {
			return entries[len(entries)-1].Entry, nil
		}
	}
	return nil, errors.New("the sandbox recorded no call")
}

// closest is how far the account's time may be from what the wall clock says, because
// a call reads both clocks one after the other.
const closest = time.Minute

// setTime sets the wall clock so that the account's clock shows the time of a call.
func (p *Player) setTime(call client.Entry) {
	p.SetWall(call.WallTime)
	movesClock := func(s Step) bool { return s.Hand.Kind == client.EventClock }
	if call.AccountTime.IsZero() || p.Account.Clock.State().Mode == clock.Frozen || slices.ContainsFunc(p.held, movesClock) {
		return
	}
	if later := call.AccountTime.Sub(p.Account.Clock.Now()); later.Abs() <= closest {
		p.SetWall(call.WallTime.Add(later))
	}
}

func (p *Player) keys() keys {
	return keys{secret: p.Account.Settings().Secret, headers: p.Headers, login: p.Login}
}

// compare compares the recorded answer with that of an entry.
func (p *Player) compare(s Step, entry *journal.Entry, result *client.ReplayedCall) {
	recorded, again := s.entry(), entry.Entry
	if !p.Bundle.Manifest.Secret {
		again, _, _ = p.keys().marked(entry)
	}
	if recorded.ID != again.ID {
		swap(&again, strings.NewReplacer(again.ID, recorded.ID))
	}
	found := difference.Answers(recorded, again)
	same := found.Same || sameKept(found, recorded.Response, again.Response)
	result.Changes = changedOtherwise(s.Changes, entry.Changes)
	result.Result = client.ReplaySame
	if !same {
		result.Result, result.Difference = client.ReplayDifferent, &found
		return
	}
	if len(result.Changes) > 0 {
		result.Result, result.Why = client.ReplayDifferent, "the answer is the same, and the records differ"
	}
}

// sameKept reports whether two answers are the same as far as the journals keep them.
func sameKept(c client.Comparison, a, b client.Response) bool {
	if c.Status.A != c.Status.B || c.Code.A != c.Code.B || len(c.Header) > 0 || a.BodySize != b.BodySize {
		return false
	}
	n := min(len(a.Body), len(b.Body))
	return (a.Truncated || b.Truncated) && bytes.Equal(a.Body[:n], b.Body[:n])
}

// changedOtherwise returns the records that the repeated call left otherwise.
func changedOtherwise(recorded []Change, again []client.Change) []string {
	var names []string
	name := func(kind, id string) string { return kind + " " + id }
	images := map[string]client.Change{}
	for _, c := range again {
		images[name(c.Kind, c.ID)] = c
	}
	for _, c := range recorded {
		of := name(c.Kind, c.ID)
		other, changed := images[of]
		delete(images, of)
		if !changed || !c.Truncated && !other.Truncated && !sameImage(c.After, other.After) {
			names = append(names, of)
		}
	}
	for of := range images {
		names = append(names, of)
	}
	slices.Sort(names)
	return names
}
