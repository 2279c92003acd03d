package control

import (
	"cmp"
	"crypto/rand"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/gate"
)

// maskedSecret stands in place of a secret.
const maskedSecret = "***"

// accountView is an account as lists show it. Assume has the answers that are
// not the default.
type accountView struct {
	VendorCode string                        `json:"vendor_code"`
	First      bool                          `json:"first"` // the one that the sandbox was started with
	Secret     string                        `json:"secret"`
	World      string                        `json:"world"`
	Clock      clockView                     `json:"clock"`
	Features   map[catalog.Feature]bool      `json:"features"`
	Assume     map[catalog.QuestionID]string `json:"assume"`
	Scenarios  []string                      `json:"scenarios"` // in force, the latest first
	RESTURL    string                        `json:"rest_url"`
	SOAPURL    string                        `json:"soap_url"`
	WSDLURL    string                        `json:"wsdl_url"`
}

func (i *API) view(r *request, a *account.Account) accountView {
	s, origin := a.Settings(), gate.Origin(r.Request)
	v := accountView{
		VendorCode: a.Code, First: a.Code == i.First, Secret: maskedSecret, World: a.Document().World, Clock: viewClock(a), Features: s.Features,
		Assume: map[catalog.QuestionID]string{}, Scenarios: namesInForce(a),
		RESTURL: origin + i.REST, SOAPURL: origin + i.SOAP, WSDLURL: origin + i.SOAP + "?wsdl",
	}
	for _, q := range catalog.Questions() {
		if token := s.Answers.Get(q.ID); token != q.Default {
			v.Assume[q.ID] = token
		}
	}
	return v
}

func (i *API) listAccounts(r *request) (answer, error) {
	var rows []accountView
	for _, a := range i.Registry.All() {
		rows = append(rows, i.view(r, a))
	}
	return list("accounts", rows), nil
}

func (i *API) showAccount(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	return ok(i.view(r, a)), nil
}

// openAccount opens an account as the body asks and shows its secret, this once.
func (i *API) openAccount(r *request) (answer, error) {
	var asked accountDraft
	if err := r.decode(&asked); err != nil {
		return answer{}, err
	}
	draft, err := i.read(asked)
	if err != nil {
		return answer{}, err
	}
	a, err := i.Registry.Open(r.Context(), draft)
	if err != nil {
		return answer{}, err
	}
	v := i.view(r, a)
	v.Secret = a.Settings().Secret
	return answer{status: http.StatusCreated, body: v}, nil
}

func (i *API) deleteAccount(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	deleted, err := i.Registry.Delete(r.Context(), a.Code)
	if err == nil && !deleted {
		err = account.ErrUnknown
	}
	return answer{}, err
}

// accountDraft is the body that opens an account. What it leaves out is as the
// start flags say.
type accountDraft struct {
	VendorCode string                       `json:"vendor_code"`
	Secret     string                       `json:"secret"`
	World      string                       `json:"world"` // one that ships, or that of the start flags
	Features   map[catalog.Feature]*bool    `json:"features"`
	Assume     map[catalog.QuestionID]token `json:"assume"`
	Clock      string                       `json:"clock"`     // a moment at which the clock stands
	Scenarios  []string                     `json:"scenarios"` // in force, the latest last
}

// read turns the body into a draft, or names every field that is wrong.
func (i *API) read(asked accountDraft) (account.OpenRequest, error) {
	var bad faults
	d := account.OpenRequest{Code: asked.VendorCode, Scenarios: asked.Scenarios}
	d.Document = account.Document{Secret: asked.Secret, World: asked.World}
	if d.Code == "" {
		d.Code = "acct-" + strings.ToLower(rand.Text()[:10])
	}
	bad.check("vendor_code", account.CheckCode(d.Code))
	if d.Document.World != "" {
		bad.check("world", i.checkWorld(d.Document.World))
	}
	d.Document.Features = asked.features(&bad)
	answers := catalog.Defaults()
	for _, id := range sortedKeys(asked.Assume) {
		if d.Document.Answers == nil {
			d.Document.Answers = map[catalog.QuestionID]string{}
		}
		d.Document.Answers[id] = string(asked.Assume[id])
		_, err := answers.With(id, string(asked.Assume[id]))
		bad.check("assume", err)
	}
	if asked.Clock != "" {
		t, err := clock.ParseMoment(asked.Clock)
		bad.check("clock", err)
		d.Document.Clock = &clock.State{Mode: clock.Frozen, At: t}
	}
	for _, name := range asked.Scenarios {
		_, err := i.Scenarios.Find(name)
		bad.check("scenarios", err)
	}
	return d, bad.refusal()
}

// features reads the flags and notes what is wrong with them.
func (asked accountDraft) features(bad *faults) map[catalog.Feature]bool {
	features := map[catalog.Feature]bool{}
	for _, flag := range sortedKeys(asked.Features) {
		switch _, known := catalog.FindFeature(flag); {
		case !known:
			bad.check("features", unknown("feature", string(flag), featureNames()))
		case asked.Features[flag] == nil:
			bad.add("features", "%s is true or false, not null", flag)
		default:
			features[flag] = *asked.Features[flag]
		}
	}
	return features
}

// checkWorld admits the worlds that ship and that of the start flags: a caller
// may not have any file of the sandbox's machine read.
func (i *API) checkWorld(name string) error {
	if name == i.Registry.Baseline().World || slices.Contains(i.Worlds, name) {
		return nil
	}
	return unknown("world", name, i.Worlds)
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
