package control

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/strictjson"
)

// maskedSecret is shown instead of a secret.
const maskedSecret = "***"

// state returns an account as it is shown, its secret masked.
func (api *API) state(c *gin.Context, a *account.Account) client.AccountState {
	s, d, origin := a.Settings(), a.Document(), api.originOf(c, a)
	state := client.AccountState{
		VendorCode: a.Code, First: a.Code == api.first(c), Owner: d.Owner, Port: api.PortOrigin(c.Request, a.Code), Label: d.Label, Run: d.Run, Secret: maskedSecret, World: d.World, Seed: d.Seed, SeededAt: d.SeededAt, Clock: a.ShownClock(),
		Features: byText(s.Features), Answers: byText(s.Answers.Choices()), Scenarios: activeNames(a), Own: sortedKeys(d.Own),
		DiscardWrites: s.DiscardWrites, Personal: d.PersonalData, RESTURL: origin + api.REST, SOAPURL: origin + api.SOAP, WSDLURL: origin + api.SOAP + "?wsdl",
	}
	if d.TTL != 0 {
		state.TTL = d.TTL.String()
	}
	calls := a.Ring.Counts()
	state.Calls, state.Refused = calls.Total, calls.Refused
	if last, called := a.Ring.Latest(); called {
		state.LastCall = new(last.View().Line())
	}
	return state
}

func (api *API) showAccount(c *gin.Context, a *account.Account) (answer, error) {
	records, err := a.Shop.Count()
	if err != nil {
		return answer{}, err
	}
	snapshots, err := a.Snapshots()
	state := api.state(c, a)
	state.Counts = &client.AccountCounts{Records: client.RecordCounts(records), Snapshots: len(snapshots)}
	return ok(state), err
}

// openAccount opens an account, with its port if it is to have one, and shows its secret,
// here only.
func (api *API) openAccount(c *gin.Context) (answer, error) {
	var asked newAccount
	if err := decode(c, &asked); err != nil {
		return answer{}, err
	}
	open, err := api.openRequest(asked)
	if err != nil {
		return answer{}, err
	}
	ctx := c.Request.Context()
	open.Owner = conn.AccountOfPort(ctx)
	if asked.Port && open.Owner != "" {
		return answer{}, badRequest("open it at the address of the sandbox", "port: an account that is opened at the port of %s shares that port", open.Owner)
	}
	a, err := api.Registry.Open(ctx, open)
	if err != nil {
		return answer{}, err
	}
	if asked.Port {
		if err := api.OpenPort(a.Code); err != nil {
			_, undone := api.Registry.Delete(ctx, a.Code)
			if many := (*account.TooManyError)(nil); !errors.As(err, &many) {
				err = conflict("open the account without a port of its own", "port: %v", err)
			}
			return answer{}, errors.Join(err, undone)
		}
	}
	state := api.state(c, a)
	state.Secret = a.Settings().Secret
	return answer{status: http.StatusCreated, body: state}, nil
}

// accountChange is client.AccountChange with answers as a person may spell them.
type accountChange struct {
	client.AccountChange
	Answers map[catalog.QuestionID]strictjson.Optional[choice] `json:"assume"`
}

// changeAccount changes settings of an account, all of them or none.
func (api *API) changeAccount(c *gin.Context, a *account.Account) (answer, error) {
	var asked accountChange
	if err := decode(c, &asked); err != nil {
		return answer{}, err
	}
	if reflect.ValueOf(asked).IsZero() {
		return answer{}, badRequest(`send {"discard_writes": true}, {"features": {"FLAG": false}}, {"assume": {"search-status": "200"}}, {"run": "ci-17"} or {"label": "test_refund"}`, "nothing to change is given")
	}
	change, err := asked.parse()
	if err != nil {
		return answer{}, err
	}
	if err := a.Change(c.Request.Context(), change); err != nil {
		return answer{}, err
	}
	return api.showAccount(c, a)
}

// parse returns the change. The error names every wrong field.
func (asked accountChange) parse() (account.Change, error) {
	change := account.Change{Run: asked.Run, Label: asked.Label, DiscardWrites: asked.DiscardWrites, Answers: map[catalog.QuestionID]*string{}}
	var bad faults
	checkPlace(valueOr(asked.Run, ""), valueOr(asked.Label, ""), &bad)
	change.Features = featuresOf(asked.Features, &bad)
	for _, id := range sortedKeys(asked.Answers) {
		if bad.enough() {
			break
		}
		change.Answers[id] = (*string)(asked.Answers[id].Value)
		bad.check("assume", checkAnswer(id, change.Answers[id]))
	}
	return change, bad.err()
}

func (api *API) deleteAccount(c *gin.Context, a *account.Account) (answer, error) {
	deleted, err := a.Delete(c.Request.Context())
	if err == nil && !deleted {
		err = account.ErrUnknown
	}
	return answer{}, err
}

// newAccount is client.NewAccount as a person may spell it.
type newAccount struct {
	client.NewAccount
	Answers map[catalog.QuestionID]choice `json:"assume"`
	Clock   string                        `json:"clock"`
	Step    *string                       `json:"clock_step"`
	TTL     *string                       `json:"ttl"`
}

// openRequest returns the request of the body. The error names every wrong field.
func (api *API) openRequest(asked newAccount) (account.OpenRequest, error) {
	var bad faults
	open := account.OpenRequest{Code: asked.VendorCode, Scenarios: asked.Scenarios, Own: asked.Own}
	if open.Code == "" {
		open.Code = account.NewCode()
	}
	bad.check("vendor_code", account.CheckCode(open.Code))
	checkPlace(asked.Run, asked.Label, &bad)
	open.Document = api.buildDocument(asked, &bad)
	for _, name := range asked.Scenarios {
		_, err := api.Scenarios.Find(name)
		bad.check("scenarios", err)
	}
	api.checkOwn(asked.Own, &bad)
	return open, bad.err()
}

// buildDocument returns the decisions of the body about the new account, and records their
// faults.
func (api *API) buildDocument(asked newAccount, bad *faults) account.Document {
	d := account.Document{Secret: asked.Secret, World: asked.World, DiscardWrites: asked.DiscardWrites, Label: asked.Label, Run: asked.Run, Port: asked.Port}
	if asked.TTL != nil {
		d.TTL = ttlOf(*asked.TTL, bad)
	}
	if asked.World != "" {
		bad.check("world", api.checkWorld(asked.World))
	}
	d.Features = featuresOf(asked.Features, bad)
	d.Answers = answersOf(asked.Answers, bad)
	if asked.Clock != "" {
		t, err := clock.ParseMoment(asked.Clock)
		bad.check("clock", err)
		d.Clock = &clock.State{Mode: clock.Frozen, At: t}
	}
	if asked.Step != nil {
		setStep(d.Clock, *asked.Step, bad)
	}
	return d
}

// valueOr returns the value behind a pointer, or other for nil.
func valueOr[T any](p *T, other T) T {
	if p == nil {
		return other
	}
	return *p
}

// checkPlace records faults of the run, "" for none, and the label of an account.
func checkPlace(run, label string, bad *faults) {
	bad.check("label", account.CheckLabel(label))
	if run != "" {
		bad.check("run", account.CheckRun(run))
	}
}

// ttlOf returns how long an account stays without a call, and records a fault of the
// text.
func ttlOf(text string, bad *faults) time.Duration {
	d, err := clock.ParseDuration(text)
	bad.check("ttl", err)
	if err == nil && d <= 0 {
		bad.add("ttl", "must be more than 0, such as 1h, got %q", text)
	}
	return d
}

// maxStep is how far a call may move a clock on.
const maxStep = 24 * time.Hour

// setStep sets how far each call moves a frozen clock on, and records faults of the step.
func setStep(frozen *clock.State, text string, bad *faults) {
	step, err := clock.ParseDuration(text)
	bad.check("clock_step", err)
	switch {
	case err != nil:
	case frozen == nil:
		bad.add("clock_step", "needs clock, the moment at which the clock is frozen")
	case step <= 0 || step > maxStep:
		bad.add("clock_step", "must be more than 0s and at most 24h, such as 1s, got %q", text)
	default:
		frozen.Step = step
	}
}

// featuresOf returns the feature flags of a body and records unknown ones.
func featuresOf(asked map[string]bool, bad *faults) map[catalog.Feature]bool {
	features := map[catalog.Feature]bool{}
	for _, flag := range sortedKeys(asked) {
		if bad.enough() {
			break
		}
		if _, known := catalog.FindFeature(catalog.Feature(flag)); !known {
			bad.check("features", unknownName("feature", flag, featureNames()))
		}
		features[catalog.Feature(flag)] = asked[flag]
	}
	return features
}

func featureNames() []string {
	var names []string
	for _, f := range catalog.Features() {
		names = append(names, string(f.Feature))
	}
	return names
}

// answersOf returns the answers of a body and records their faults.
func answersOf(asked map[catalog.QuestionID]choice, bad *faults) map[catalog.QuestionID]string {
	if len(asked) == 0 {
		return nil
	}
	answers := map[catalog.QuestionID]string{}
	for _, id := range sortedKeys(asked) {
		if bad.enough() {
			break
		}
		answers[id] = string(asked[id])
		_, err := catalog.Defaults().With(id, answers[id])
		bad.check("assume", err)
	}
	return answers
}

// checkWorld accepts the shipped worlds and the world of the start flags, because
// otherwise a client could read any file of the sandbox's machine.
func (api *API) checkWorld(name string) error {
	if name == api.Registry.Baseline().World || slices.Contains(api.Worlds, name) {
		return nil
	}
	return unknownName("world", name, api.Worlds)
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
