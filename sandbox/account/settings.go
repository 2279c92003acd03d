package account

import (
	"maps"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/credential"
)

// Baseline is what the start flags decide for every account that does not
// decide otherwise.
type Baseline struct {
	Secret    string // the sandbox's secret
	World     string
	Seed      int64
	Orders    int        // orders to generate, 0 for the world's own number
	Clock     *time.Time // where clocks stand, nil for the wall's time
	Scenarios []string   // scenarios in force, the latest last
	Features  map[catalog.Feature]bool
	Answers   map[catalog.QuestionID]string
}

// Settings is how an account stands: what it decided, completed by the
// baseline and the defaults of the catalogue, and what follows from that. It
// never changes; a call works with the one it met.
type Settings struct {
	Secret   string
	Epoch    uint64
	Features map[catalog.Feature]bool
	Answers  catalog.Answers

	Terms     commerce.Terms       // without a moment
	Algorithm credential.Algorithm // open question rest-hash
	Skew      time.Duration        // open question rest-skew
	Life      time.Duration        // open question session-life
}

// settings completes a document by the baseline and the defaults.
func (b Baseline) settings(d Document) (*Settings, error) {
	s := &Settings{Secret: b.Secret, Epoch: d.Epoch, Features: map[catalog.Feature]bool{}}
	if d.Secret != "" {
		s.Secret = d.Secret
	}
	for _, f := range catalog.Features() {
		s.Features[f.Feature] = f.Default
	}
	maps.Copy(s.Features, b.Features)
	maps.Copy(s.Features, d.Features)
	chosen := maps.Clone(b.Answers)
	if chosen == nil {
		chosen = map[catalog.QuestionID]string{}
	}
	maps.Copy(chosen, d.Answers)
	return s, s.choose(chosen)
}

// With returns the settlement under further features and answers, as a
// scenario asks for them.
func (s *Settings) With(features map[catalog.Feature]bool, answers map[catalog.QuestionID]string) (*Settings, error) {
	bent := *s
	bent.Features = maps.Clone(s.Features)
	maps.Copy(bent.Features, features)
	return &bent, bent.choose(answers)
}

// choose changes answers and works out what follows from them.
func (s *Settings) choose(chosen map[catalog.QuestionID]string) error {
	for id, token := range chosen {
		answers, err := s.Answers.With(id, token)
		if err != nil {
			return err
		}
		s.Answers = answers
	}
	s.Terms = terms(s.Answers)
	s.Algorithm = ""
	if token := s.Answers.Get(catalog.RESTHash); token != "any" {
		s.Algorithm = credential.Algorithm(token)
	}
	s.Skew = credential.AnyDate
	if skew, ok := s.Answers.Duration(catalog.RESTSkew); ok {
		s.Skew = skew
	}
	s.Life, _ = s.Answers.Duration(catalog.SessionLife)
	return nil
}

func terms(a catalog.Answers) commerce.Terms {
	t := commerce.Terms{
		CountAll:         a.Is(catalog.PageCount, "all"),
		MergeUpdates:     a.Is(catalog.CampaignUpdate, "merge"),
		EnabledCampaigns: a.Is(catalog.CampaignStatuses, "enabled"),
	}
	if a.Is(catalog.PageDepth, "200") {
		t.PageDepth = 200
	}
	switch a.Get(catalog.PageStability) {
	case "grows":
		t.PageShift = -1
	case "shrinks":
		t.PageShift = 1
	}
	return t
}
