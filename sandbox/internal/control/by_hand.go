package control

import (
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/listing"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/strictjson"
)

// terms returns the terms of an account with the present moment on its clock.
func terms(a *account.Account) commerce.Terms {
	t := a.Settings().Terms
	t.Now = a.Clock.Now()
	return t
}

// changing returns a handler that changes a record of an account and shows it. required is the
// text of the error for a change without a field.
func changing[C any](api *API, of resource, required string, change func(a *account.Account, id string, asked C) error) accountHandler {
	return func(c *gin.Context, a *account.Account) (answer, error) {
		var asked C
		if err := decode(c, &asked); err != nil {
			return answer{}, err
		}
		if reflect.ValueOf(asked).IsZero() {
			return answer{}, badRequest("send what is to change", "%s", required)
		}
		id, _, err := of.find(a, c.Param("id"))
		if err != nil {
			return answer{}, err
		}
		if err := change(a, id, asked); err != nil {
			return answer{}, err
		}
		return api.record(of)(c, a)
	}
}

func changeSubscription(a *account.Account, reference string, asked client.SubscriptionChange) error {
	t := terms(a)
	change := commerce.SubscriptionChange{Enabled: asked.Enabled, Upgradable: asked.Upgradable, NeedsApproval: asked.NeedsApproval}
	if asked.ExpirationDate != "" {
		end, err := momentFrom(asked.ExpirationDate, t.Now)
		if err != nil {
			return badRequest("such as 2026-11-30 or +30d", "expiration_date: %v", err)
		}
		change.ExpirationDate = &end
	}
	return a.ByHand(func(s *commerce.Shop) ([]commerce.Change, error) { return s.ChangeSubscription(t, reference, change) })
}

// momentFrom parses a moment, or a duration from now that begins with + or -.
func momentFrom(text string, now time.Time) (time.Time, error) {
	if !strings.HasPrefix(text, "+") && !strings.HasPrefix(text, "-") {
		return clock.ParseMoment(text)
	}
	d, err := clock.ParseDuration(text)
	return now.Add(d), err
}

// customerChange is client.CustomerChange with null for the optional fields of a
// customer.
type customerChange struct {
	client.CustomerChange
	ExternalReference strictjson.Optional[string] `json:"ExternalCustomerReference"`
	Company           strictjson.Optional[string] `json:"Company"`
	FiscalCode        strictjson.Optional[string] `json:"FiscalCode"`
	Address2          strictjson.Optional[string] `json:"Address2"`
	State             strictjson.Optional[string] `json:"State"`
	Phone             strictjson.Optional[string] `json:"Phone"`
	Fax               strictjson.Optional[string] `json:"Fax"`
}

// apply changes a customer. An empty text removes a field that may be absent.
func (c *customerChange) apply(to *record.Customer) {
	for _, text := range []struct{ now, to *string }{
		{c.FirstName, &to.FirstName}, {c.LastName, &to.LastName}, {c.Address1, &to.Address1}, {c.City, &to.City}, {c.Zip, &to.Zip},
		{c.CountryCode, &to.CountryCode}, {c.Email, &to.Email}, {c.Language, &to.Language},
	} {
		*text.to = valueOr(text.now, *text.to)
	}
	for _, text := range []struct {
		now strictjson.Optional[string]
		to  **string
	}{
		{c.ExternalReference, &to.ExternalReference}, {c.Company, &to.Company}, {c.FiscalCode, &to.FiscalCode},
		{c.Address2, &to.Address2}, {c.State, &to.State}, {c.Phone, &to.Phone}, {c.Fax, &to.Fax},
	} {
		switch {
		case !text.now.Given:
		case valueOr(text.now.Value, "") == "":
			*text.to = nil
		default:
			*text.to = text.now.Value
		}
	}
	to.Enabled, to.Trial = valueOr(c.Enabled, to.Enabled), valueOr(c.Trial, to.Trial)
}

func changeCustomer(a *account.Account, id string, asked customerChange) error {
	reference, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return unknownName(listing.Customer, id, nil)
	}
	return a.ByHand(func(s *commerce.Shop) ([]commerce.Change, error) { return s.ChangeCustomer(reference, asked.apply) })
}

func changeCampaign(a *account.Account, code string, draft commerce.CampaignDraft) error {
	t := terms(a)
	t.MergeUpdates = true // the draft gives what changes, whatever the account answers to campaign-update
	return a.ByHand(func(s *commerce.Shop) ([]commerce.Change, error) {
		_, changes, err := s.UpdateUpsell(t, code, draft)
		return changes, err
	})
}

// productChange is client.ProductChange with exact amounts.
type productChange struct {
	client.ProductChange
	Prices map[string]record.Money `json:"prices"`
}

func changeProduct(a *account.Account, code string, asked productChange) error {
	change := commerce.ProductChange{Name: asked.Name, ShortDescription: asked.ShortDescription,
		Prices: asked.Prices, Months: asked.Months, UpgradeProducts: asked.UpgradeProducts}
	return a.ByHand(func(s *commerce.Shop) ([]commerce.Change, error) { return s.ChangeProduct(code, change) })
}

// deleteRecord returns a handler to delete a record, or with dry_run to show the effects.
func (api *API) deleteRecord(of resource) accountHandler {
	return func(c *gin.Context, a *account.Account) (answer, error) {
		dry, err := queryFlag(c, "dry_run", false)
		if err != nil {
			return answer{}, err
		}
		id, _, err := of.find(a, c.Param("id"))
		if err != nil {
			return answer{}, err
		}
		name := record.Name{Kind: of.Name, ID: id}
		var deletion commerce.Deletion
		if dry {
			end, busy := api.reading.take(c.Request.Context())
			if busy != nil {
				return answer{}, busy
			}
			defer end()
			deletion, _, err = a.Shop.Preview().DeleteRecord(name)
		} else {
			err = a.ByHand(func(s *commerce.Shop) (changes []commerce.Change, err error) {
				deletion, changes, err = s.DeleteRecord(name)
				return changes, err
			})
		}
		if err != nil {
			return answer{}, err
		}
		return ok(client.Deletion{Removed: recordNames(deletion.Removed), Changed: recordNames(deletion.Changed), Forms: deletion.Forms, DryRun: dry}), nil
	}
}

func recordNames(names []record.Name) []client.RecordName {
	shown := []client.RecordName{}
	for _, name := range names {
		shown = append(shown, client.RecordName(name))
	}
	return shown
}
