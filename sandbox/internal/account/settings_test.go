package account_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// Every answer reaches the shop's rules or the credentials if they depend on it.
func TestSettingsFollowFromAnswers(t *testing.T) {
	t.Parallel()
	defaults := newEnvironment(t).start(t, account.Baseline{}).DefaultSettings()
	answer := func(id catalog.QuestionID, answer string) *account.Settings {
		s, err := defaults.With(nil, map[catalog.QuestionID]string{id: answer})
		must(t, err)
		return s
	}
	tests := []struct {
		name      string
		got, want any
	}{
		{"defaults", defaults.Terms, commerce.Terms{}},
		{"page-count", answer(catalog.PageCount, "all").Terms, commerce.Terms{CountAll: true}},
		{"campaign-update", answer(catalog.CampaignUpdate, "merge").Terms, commerce.Terms{MergeUpdates: true}},
		{"campaign-statuses", answer(catalog.CampaignStatuses, "enabled").Terms, commerce.Terms{EnabledCampaigns: true}},
		{"page-depth", answer(catalog.PageDepth, "200").Terms, commerce.Terms{PageDepth: 200}},
		{"page-stability grows", answer(catalog.PageStability, "grows").Terms, commerce.Terms{PageShift: -1}},
		{"page-stability shrinks", answer(catalog.PageStability, "shrinks").Terms, commerce.Terms{PageShift: 1}},
		{"rest-hash", answer(catalog.RESTHash, "md5").Algorithm, credential.Algorithm("md5")},
		{"rest-hash any", answer(catalog.RESTHash, "any").Algorithm, credential.Algorithm("")},
		{"rest-skew", answer(catalog.RESTSkew, "2m").Skew, 2 * time.Minute},
		{"rest-skew off", answer(catalog.RESTSkew, "off").Skew, time.Duration(credential.AnyDate)},
		{"session-life", answer(catalog.SessionLife, "1d12h").Life, 36 * time.Hour},
	}
	for _, test := range tests {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("%s: got %+v, want %+v", test.name, test.got, test.want)
		}
	}
}

// Settings and documents read by a call do not change under it.
func TestReadSettingsDoNotChange(t *testing.T) {
	t.Parallel()
	a := find(t, newEnvironment(t).start(t, account.Baseline{}), "DEMO")
	must(t, a.Change(t.Context(), feature(catalog.GetCustomerOrders, false)), a.Change(t.Context(), answering(catalog.Nulls, "omitted")))
	document, settings := a.Document(), a.Settings()
	must(t, a.Change(t.Context(), feature(catalog.GetCustomerOrders, true)), a.Change(t.Context(), answering(catalog.Nulls, "shown")))
	want := account.Document{
		Seed: document.Seed, SeededAt: noon, Epoch: uint64(noon.UnixMicro()),
		Features: map[catalog.Feature]bool{catalog.GetCustomerOrders: false}, Answers: map[catalog.QuestionID]string{catalog.Nulls: "omitted"},
	}
	if !reflect.DeepEqual(document, want) {
		t.Errorf("got %+v, want %+v", document, want)
	}
	if settings.Features[catalog.GetCustomerOrders] || settings.Answers.Get(catalog.Nulls) != "omitted" {
		t.Errorf("got %+v, want the settings of the time they were read", settings)
	}
}

// feature returns the change of a feature flag.
func feature(flag catalog.Feature, on bool) account.Change {
	return account.Change{Features: map[catalog.Feature]bool{flag: on}}
}

// answering returns the change of an answer to an open question.
func answering(id catalog.QuestionID, answer string) account.Change {
	return account.Change{Answers: map[catalog.QuestionID]*string{id: &answer}}
}
