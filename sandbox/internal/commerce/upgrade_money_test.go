package commerce_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// halfUp divides amounts of hundredths, none negative, by integers alone, to check the
// work of decimals.
func halfUp(n, by int64) int64 { return (2*n + by) / (2 * by) }

// priced is an upgrade of random lines and extras, as integers.
type priced struct {
	units      []int64 // hundredths, one piece
	quantities []int64
	discount   int64 // in hundredths, or in hundredths of a percent
	margin     int64
	percent    bool // of both
}

func drawPriced(r *rand.Rand) priced {
	p := priced{percent: r.IntN(2) == 0}
	for range 1 + r.IntN(12) {
		p.units = append(p.units, r.Int64N([]int64{2, 5, 1_000, 10_000_000}[r.IntN(4)]))
		p.quantities = append(p.quantities, 1+r.Int64N([]int64{1, 9, 99_999}[r.IntN(3)]))
	}
	left := p.net()
	if p.percent {
		p.discount, p.margin = r.Int64N(10_001), r.Int64N(7_400)
		return p
	}
	p.discount = r.Int64N(left + 1)
	p.margin = r.Int64N(left - p.discount - halfUp((left-p.discount)*25, 100) + 1)
	return p
}

func (p priced) net() (sum int64) {
	for i, unit := range p.units {
		sum += unit * p.quantities[i]
	}
	return sum
}

// amounts returns the discount, the partner's margin of 25 percent and the
// extra margin.
func (p priced) amounts() (discount, margin, extra int64) {
	discount, extra = p.discount, p.margin
	if p.percent {
		discount = halfUp(p.net()*p.discount, 10_000)
		extra = halfUp((p.net()-discount)*p.margin, 10_000)
	}
	return discount, halfUp((p.net()-discount)*25, 100), extra
}

// upgrade is the request to the shop, and its records.
func (p priced) upgrade() ([]record.Product, []record.Subscription, commerce.Upgrade) {
	extra := func(n int64) *commerce.Extra {
		e := commerce.Extra{Value: record.Cents(n).StringFixed(), Type: catalog.FixedDiscount}
		if p.percent {
			e.Type = catalog.PercentDiscount
		}
		return &e
	}
	u := commerce.Upgrade{ExtraDiscount: extra(p.discount), ExtraMargin: extra(p.margin)}
	basic := record.Product{Code: "BASIC", Name: "Basic"}
	var products []record.Product
	var subscriptions []record.Subscription
	for i, unit := range p.units {
		target, reference := fmt.Sprintf("TARGET%d", i), fmt.Sprintf("S%d", i)
		basic.UpgradeProducts = append(basic.UpgradeProducts, target)
		products = append(products, record.Product{Code: target, Prices: map[string]record.Money{"EUR": record.Cents(unit)}})
		subscriptions = append(subscriptions, sold(reference))
		u.Items = append(u.Items, item(reference, target, strconv.FormatInt(p.quantities[i], 10)))
	}
	return append(products, basic), subscriptions, u
}

// TestUpgradeMoney computes every sum of random upgrades exactly: no drift, no cent lost
// between the lines, nothing below nothing.
func TestUpgradeMoney(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 80 {
		p := drawPriced(r)
		products, subscriptions, u := p.upgrade()
		shop := upgradeShop(t, products, subscriptions...)
		result, _, err := shop.UpgradePartnerSubscriptions(commerce.Terms{Now: noon}, u)
		if err != nil {
			t.Fatalf("%d: %+v: %v", n, p, err)
		}
		o := orderIn(t, retrieved(t, shop, result.RefNo))
		checkSums(t, p, o, result)
		checkShares(t, p, o)
	}
}

func checkSums(t *testing.T, p priced, o record.Order, result commerce.UpgradeResult) {
	t.Helper()
	discount, margin, extra := p.amounts()
	net := p.net()
	for _, c := range []struct {
		name string
		got  record.Money
		want int64
	}{
		{"NetPrice", o.NetPrice, net}, {"GrossPrice", o.GrossPrice, net}, {"Discount", o.Discount, discount},
		{"NetDiscountedPrice", o.NetDiscountedPrice, net - discount}, {"GrossDiscountedPrice", o.GrossDiscountedPrice, net - discount},
		{"VAT", o.VAT, 0}, {"ExtraDiscount", *o.ExtraDiscount, discount},
		{"PartnerMargin", *o.PartnerMargin, margin}, {"ExtraMargin", *o.ExtraMargin, extra},
		{"TotalAmount", result.TotalAmount, net - discount - margin - extra},
	} {
		if !c.got.Equal(record.Cents(c.want)) || c.want < 0 {
			t.Errorf("%+v: %s: got %s, want %s", p, c.name, c.got, record.Cents(c.want).StringFixed())
		}
	}
}

// checkShares checks that the lines add up to the order, and no line gets more discount
// than its price, or less than none.
func checkShares(t *testing.T, p priced, o record.Order) {
	t.Helper()
	var sum record.Totals
	for i, line := range o.Items {
		sum = sum.Plus(line.Price.Totals)
		if want := record.Cents(p.units[i] * p.quantities[i]); !line.Price.NetPrice.Equal(want) {
			t.Errorf("%+v: line %d: got %s, want %s", p, i, line.Price.NetPrice, want)
		}
		if share := line.Price.Discount; share.Less(record.Money{}) || line.Price.NetPrice.Less(share) || !share.Equal(share.Round()) {
			t.Errorf("%+v: line %d of %s has a discount of %s", p, i, line.Price.NetPrice, share)
		}
		if !line.Price.NetDiscountedPrice.Plus(line.Price.Discount).Equal(line.Price.NetPrice) {
			t.Errorf("%+v: line %d does not add up: %+v", p, i, line.Price)
		}
	}
	if !sum.NetPrice.Equal(o.NetPrice) || !sum.Discount.Equal(o.Discount) || !sum.NetDiscountedPrice.Equal(o.NetDiscountedPrice) {
		t.Errorf("%+v: the lines add up to %+v, the order is %+v", p, sum, o.Totals)
	}
}

// TestUpgradeRounding holds the rounding itself to examples.
func TestUpgradeRounding(t *testing.T) {
	t.Parallel()
	tests := []struct {
		price, quantity  string
		discount, margin *commerce.Extra
		want             string // TotalAmount
		amounts          string // discount, margin and extra margin
		percents         string // of the extras
	}{
		{"100", "1", nil, nil, "75.00", "0 25 0", "0 0"},
		{"0.10", "1", nil, nil, "0.07", "0 0.03 0", "0 0"}, // 0.025 up
		{"33.33", "3", &commerce.Extra{Value: "33.333", Type: "PERCENT"}, nil, "49.99", "33.33 16.67 0", "33.333 0"},
		{"100", "1", &commerce.Extra{Value: "10.005", Type: "FIXED"}, nil, "67.49", "10.01 22.5 0", "0 0"},
		{"100", "1", &commerce.Extra{Value: "100", Type: "PERCENT"}, &commerce.Extra{Value: "50", Type: "PERCENT"}, "0.00", "100 0 0", "100 50"},
		{"100", "1", nil, &commerce.Extra{Value: "75", Type: "PERCENT"}, "0.00", "0 25 75", "0 75"},
		{"100", "1", &commerce.Extra{Value: "0", Type: "FIXED"}, &commerce.Extra{Value: "0.00", Type: "PERCENT"}, "75.00", "0 25 0", "0 0"},
		{"0", "5", &commerce.Extra{Value: "0", Type: "FIXED"}, &commerce.Extra{Value: "10", Type: "PERCENT"}, "0.00", "0 0 0", "0 10"},
		{"12345678.99", "99999", nil, nil, "925916664990.76", "0 308638888330.25 0", "0 0"},
	}
	for _, test := range tests {
		price, err := record.ParseMoney(test.price)
		must(t, err)
		products := []record.Product{{Code: "BASIC", UpgradeProducts: []string{"T"}},
			{Code: "T", Prices: map[string]record.Money{"EUR": price}}}
		shop := upgradeShop(t, products, sold("S1"))
		result, _, err := shop.UpgradePartnerSubscriptions(commerce.Terms{Now: noon},
			commerce.Upgrade{Items: []commerce.UpgradeItem{item("S1", "T", test.quantity)}, ExtraDiscount: test.discount, ExtraMargin: test.margin})
		if err != nil {
			t.Errorf("%+v: %v", test, err)
			continue
		}
		o := orderIn(t, retrieved(t, shop, result.RefNo))
		amounts := fmt.Sprint(*o.ExtraDiscount, *o.PartnerMargin, *o.ExtraMargin)
		percents := fmt.Sprint(*o.ExtraDiscountPercent, *o.ExtraMarginPercent)
		if got := result.TotalAmount.StringFixed(); got != test.want || amounts != test.amounts || percents != test.percents {
			t.Errorf("%s x %s, %+v, %+v: got %s, %s and %s percent, want %s, %s and %s", test.quantity, test.price, test.discount, test.margin,
				got, amounts, percents, test.want, test.amounts, test.percents)
		}
	}
}
