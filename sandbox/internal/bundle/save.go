package bundle

import (
	"encoding/json"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// SaveRequest says what to save.
type SaveRequest struct {
	Account     *account.Account
	Scenarios   []scenario.Text // not shipped
	Version     string          // of the program
	AuthHeaders []string        // names of the credential header
	Secret      bool            // with the secret and the credentials of the calls
}

// Save writes a bundle to w. When it fails, w may have a part of the bundle.
func Save(w io.Writer, r SaveRequest) error {
	return r.Account.Shop.View(func(tx commerce.Tx) error {
		entries := r.Account.Ring.Entries()
		state, err := r.state(tx, entries)
		if err != nil {
			return err
		}
		return r.write(newWriter(w), state, entries, tx)
	})
}

func (r SaveRequest) write(w *writer, state State, entries []*journal.Entry, tx commerce.Tx) error {
	info := client.BundleInfo{
		Format: Format, Version: r.Version, Account: r.Account.Code, Secret: r.Secret, PersonalData: state.Document.PersonalData,
		WallTime: state.Wall, AccountTime: state.Now, Dropped: r.Account.Ring.Counts().Dropped, Records: map[client.Kind]int{},
	}
	w.text(readmeName, readme(info))
	w.json(stateName, state)
	bodies := map[string]string{}
	for _, own := range r.Scenarios {
		w.text(scenariosDir+own.Name+".yaml", own.YAML)
		maps.Copy(bodies, own.Bodies)
	}
	for _, name := range slices.Sorted(maps.Keys(bodies)) {
		w.text(bodiesDir+name, bodies[name])
	}
	w.file(callsName, func(to io.Writer) error {
		lines := json.NewEncoder(to)
		lines.SetEscapeHTML(false)
		for _, e := range entries {
			if e.IsCall() {
				info.Calls++
			}
			if err := lines.Encode(r.call(e)); err != nil {
				return err
			}
		}
		return nil
	})
	for _, list := range transfer.Lists(tx) {
		info.Records[client.Kind(list.Kind)] = w.records(list)
	}
	return w.close(info)
}

// call returns an entry as the bundle has it: without its credentials, unless the bundle
// has the secret.
func (r SaveRequest) call(e *journal.Entry) client.Entry {
	if !r.Secret {
		return *e.View()
	}
	call := e.Entry
	call.Explain, call.Curl = nil, ""
	return call
}

// state returns the state of the account. Features and answers are the account's own then,
// because another sandbox has other start flags.
func (r SaveRequest) state(tx commerce.Tx, entries []*journal.Entry) (State, error) {
	a, settings, wall := r.Account, r.Account.Settings(), r.lastWall(entries)
	s := State{Wall: wall, Clock: a.Clock.State(), Document: r.document(settings), Scenarios: a.Director.State(), Sequences: map[commerce.Sequence]uint64{}, AuthHeaders: r.AuthHeaders}
	c := clock.New(func() time.Time { return wall })
	_ = c.Restore(s.Clock) // a clock had this state
	s.Now = c.Now()
	for _, sequence := range commerce.AllSequences() {
		s.Sequences[sequence] = tx.Last(sequence)
	}
	var err error
	if s.Upsell, err = tx.Campaigns().Settings(); err != nil {
		return s, err
	}
	s.Handles, err = tx.Handles().All()
	return s, err
}

// document returns the account's document, with the settings as the account's own.
func (r SaveRequest) document(settings *account.Settings) account.Document {
	d := r.Account.Document()
	d.Secret, d.Clock, d.Given = "", nil, account.Given{}
	if r.Secret {
		d.Secret = settings.Secret
	}
	d.Features, d.Answers, d.DiscardWrites = maps.Clone(settings.Features), settings.Answers.Choices(), &settings.DiscardWrites
	return d
}

// lastWall returns when the last thing happened, so that a bundle saved later is the
// same.
func (r SaveRequest) lastWall(entries []*journal.Entry) time.Time {
	last, _ := r.Account.Began()
	hands, _ := r.Account.ManualChanges()
	for _, h := range hands {
		if h.Wall.After(last) {
			last = h.Wall
		}
	}
	for _, e := range entries {
		if end := e.WallTime.Add(e.Duration); end.After(last) {
			last = end
		}
	}
	return last.UTC()
}
