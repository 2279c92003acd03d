package account

import (
	"maps"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// Baseline has the start flags' decisions for every account. An account's own
// decision wins.
type Baseline struct {
	Secret        string // the sandbox's secret
	World         string
	Seed          int64
	Orders        int        // how many orders a world gets; 0 for the world's own number
	Clock         *time.Time // the time of frozen clocks; nil for running ones
	Scenarios     []string   // active scenarios, in the order of their activation
	Features      map[catalog.Feature]bool
	Answers       map[catalog.QuestionID]string
	DiscardWrites bool // calls store nothing
}

// Settings apply to the calls of an account: its own decisions, then the
// baseline's, then the catalogue's defaults, and everything derived from them. They
// never change: a call uses its first Settings to the end.
type Settings struct {
	Secret        string
	Epoch         uint64
	Features      map[catalog.Feature]bool
	Answers       catalog.Answers
	DiscardWrites bool // calls are answered as usual, and store nothing

	Terms     commerce.Terms       // without Now
	Algorithm credential.Algorithm // open question rest-hash
	Skew      time.Duration        // open question rest-skew
	Life      time.Duration        // of a session, open question session-life
}

// settings returns the settings of an account with the document. The error reports
// an unknown question or answer.
func (b Baseline) settings(d Document) (*Settings, error) {
	s := &Settings{Secret: b.Secret, Epoch: d.Epoch, Features: map[catalog.Feature]bool{}, DiscardWrites: b.DiscardWrites}
	if d.DiscardWrites != nil {
		s.DiscardWrites = *d.DiscardWrites
	}
	if d.Secret != "" {
		s.Secret = d.Secret
	}
	for _, f := range catalog.Features() {
		s.Features[f.Feature] = f.Default
	}
	maps.Copy(s.Features, b.Features)
	maps.Copy(s.Features, d.Features)
	chosen := maps.Collect(maps.All(b.Answers))
	maps.Copy(chosen, d.Answers)
	return s, s.choose(chosen)
}

// With returns the settings with a scenario's features and answers for one call.
func (s *Settings) With(features map[catalog.Feature]bool, answers map[catalog.QuestionID]string) (*Settings, error) {
	changed := *s
	changed.Features = maps.Clone(s.Features)
	maps.Copy(changed.Features, features)
	return &changed, changed.choose(answers)
}

// WithDefaults returns the settings with the default features and answers of the
// catalogue.
func (s *Settings) WithDefaults() *Settings {
	unchanged, _ := Baseline{Secret: s.Secret, DiscardWrites: s.DiscardWrites}.settings(Document{Epoch: s.Epoch}) // without an answer, none is wrong
	return unchanged
}

// choose changes answers and everything derived from them.
func (s *Settings) choose(chosen map[catalog.QuestionID]string) error {
	for id, answer := range chosen {
		answers, err := s.Answers.With(id, answer)
		if err != nil {
			return err
		}
		s.Answers = answers
	}
	s.Terms = commerce.TermsOf(s.Answers)
	s.Algorithm = ""
	if answer := s.Answers.Get(catalog.RESTHash); answer != "any" {
		s.Algorithm = credential.Algorithm(answer)
	}
	s.Skew = credential.AnyDate
	if skew, ok := s.Answers.Duration(catalog.RESTSkew); ok {
		s.Skew = skew
	}
	s.Life, _ = s.Answers.Duration(catalog.SessionLife)
	return nil
}
