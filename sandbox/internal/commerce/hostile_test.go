package commerce_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestHostileValues calls every method of a shop with values that no protocol would let
// through. Each call returns a problem or a sound answer: never a panic, and never an
// error of the sandbox itself.
func TestHostileValues(t *testing.T) {
	t.Parallel()
	methods := reflect.TypeFor[*commerce.Shop]()
	for i := range methods.NumMethod() {
		name := methods.Method(i).Name
		call, known := hostileCalls[name]
		if name == "View" || name == "Count" || name == "Preview" || name == "Discarding" || name == "Before" {
			continue // take no value
		}
		if !known {
			t.Errorf("no hostile call of %s", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := upgradeShop(t, upgradeProducts(), sold("SUB-1"), sold("SUB-2"))
			h := hostile{rand.New(rand.NewPCG(1, uint64(i)))}
			for range 250 {
				tryHostile(t, shop, h, call)
			}
		})
	}
}

// isByHand reports whether an error belongs to a change by hand.
func isByHand(err error) bool {
	switch err.(type) {
	case *commerce.UnknownRecordError, *commerce.UsedError, *commerce.TakenError, *commerce.TooManyError:
		return true
	}
	return false
}

// tryHostile makes one call. Its values are in the message of a failure, because
// the calls of a method are the same in every run.
func tryHostile(t *testing.T, shop *commerce.Shop, h hostile, call hostileCall) {
	t.Helper()
	var asked any
	defer func() {
		if fault := recover(); fault != nil {
			t.Errorf("%#v: panic: %v\n%s", asked, fault, debug.Stack())
		}
	}()
	err := call(h, shop, h.terms(), &asked)
	var problem *commerce.Problem
	var transition *commerce.TransitionError
	switch {
	case err == nil, errors.As(err, &transition), isByHand(err):
	case !errors.As(err, &problem):
		t.Errorf("%#v: got %v, want a problem", asked, err)
	case problem.Code == "" || problem.Message == "" || problem.Field == "" || problem.Expected == "":
		t.Errorf("%#v: got the problem %+v, want every field", asked, problem)
	}
}

// hostile draws values that no protocol would let through, and some good ones between
// them, because every check must be reached.
type hostile struct{ *rand.Rand }

func oneOf[T any](h hostile, from ...T) T { return from[h.IntN(len(from))] }

// maybe returns nil in one of three cases.
func maybe[T any](h hostile, value T) *T {
	if h.IntN(3) == 0 {
		return nil
	}
	return &value
}

func (h hostile) text() string {
	return oneOf(h, "", " ", "\x00", "\xff\xfe", "-1", "0", "007", "9223372036854775808", "../x", "%s%d", "PRO", "SUB-1", "1000001",
		"<!--{RECOMMENDED_PRODUCT_NAME}-->", "ǅ\U0001F600", strings.Repeat("é", 700), "1e999999999", "2026-10-02", "+5")
}

func (h hostile) number() int64 {
	return oneOf[int64](h, math.MinInt64, -3, -1, 0, 1, 7, 99_999, 100_000, math.MaxInt64)
}

func (h hostile) money() record.Money { return record.Cents(h.number()) }

func (h hostile) time() time.Time {
	return oneOf(h, time.Time{}, time.Unix(math.MaxInt64, 0), time.Unix(math.MinInt64, 0), time.Unix(-1<<50, 0), noon,
		time.Date(-400, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC))
}

func (h hostile) day() *record.Day { return maybe(h, record.Day{Time: h.time()}) }

func (h hostile) paging() commerce.Paging {
	return commerce.Paging{
		Page:  oneOf(h, math.MinInt, -3, 0, 1, 2, math.MaxInt-1, math.MaxInt),
		Limit: oneOf(h, math.MinInt, -1, 0, 1, 200, 201, 5000, math.MaxInt),
	}
}

// terms are those of an account. They come from the catalogue and a clock, and so are
// never hostile.
func (h hostile) terms() commerce.Terms {
	return commerce.Terms{
		Now: oneOf(h, noon, time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)), CountAll: h.IntN(2) == 0,
		PageDepth: oneOf(h, 0, 200), PageShift: oneOf(h, -1, 0, 1),
		MergeUpdates: h.IntN(2) == 0, EnabledCampaigns: h.IntN(2) == 0,
	}
}

// words returns a list of hostile texts, nil among them.
func (h hostile) words() []string {
	var list []string
	for range h.IntN(3) {
		list = append(list, h.text())
	}
	return list
}

// valueOf returns a hostile text or a value of the closed set.
func valueOf[T catalog.ClosedSet[T]](h hostile) T {
	var none T
	return oneOf(h, T(h.text()), T(strings.ToLower(h.text())), "", oneOf(h, none.Values()...), oneOf(h, none.Values()...))
}

func (h hostile) campaign() commerce.CampaignDraft {
	d := commerce.CampaignDraft{
		Code: maybe(h, h.text()), Name: maybe(h, h.text()), StartDate: h.draftDay(), EndDate: h.draftDay(),
		DisplayForManualRenewals: maybe(h, true), Enabled: maybe(h, false),
		PrimaryProduct: h.product(), RecommendedProduct: h.product(),
		Discount: maybe(h, commerce.DiscountDraft{
			Type: maybe(h, string(valueOf[catalog.DiscountType](h))), Value: maybe(h, h.money()), DefaultCurrency: maybe(h, oneOf(h, "USD", h.text())),
			Values: []commerce.AmountDraft{{Currency: maybe(h, oneOf(h, "USD", h.text())), Amount: maybe(h, h.money())}},
		}),
	}
	for range h.IntN(3) {
		d.Description = append(d.Description, commerce.LocalizedDraft{Language: maybe(h, oneOf(h, "en", h.text())), Text: maybe(h, h.text())})
	}
	return d
}

func (h hostile) draftDay() *commerce.DraftDay {
	return maybe(h, commerce.DraftDay{Null: h.IntN(4) == 0, Text: h.text()})
}

func (h hostile) product() *commerce.ProductDraft {
	return maybe(h, commerce.ProductDraft{
		Code: maybe(h, h.text()), Quantity: maybe(h, int(h.number())),
		PriceOptions: []commerce.PriceOptionDraft{{Code: maybe(h, h.text()), Options: []commerce.OptionDraft{{Code: maybe(h, h.text()), Value: maybe(h, int(h.number()))}}}},
	})
}

func (h hostile) extra() *commerce.Extra {
	return maybe(h, commerce.Extra{Value: oneOf(h, "0", "5.5", "100.01", h.text()), Type: valueOf[catalog.DiscountType](h)})
}

func (h hostile) upgrade() commerce.Upgrade {
	u := commerce.Upgrade{
		ExtraDiscount: h.extra(), ExtraMargin: h.extra(),
		ExternalReferenceNumber: maybe(h, h.text()), Comment: maybe(h, h.text()),
	}
	for range h.IntN(3) {
		u.Items = append(u.Items, item(oneOf(h, "SUB-1", "SUB-2", h.text()), oneOf(h, "PRO", "TEAM", h.text()), oneOf(h, "1", h.text()), h.words()...))
	}
	return u
}
