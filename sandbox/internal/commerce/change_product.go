package commerce

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// ProductChange is a change of a product. Nil fields change nothing.
type ProductChange struct {
	Name, ShortDescription *string
	Prices                 map[string]record.Money // in place of all
	Months                 *int                    // of subscriptions that begin later, 0 for none
	UpgradeProducts        []string                // in place of all
}

// The bounds of products, wherever they come from.
const (
	MaxPrice  = 100_000_000 // of one piece, in any currency
	MaxMonths = 1200        // of a subscription, to keep dates within four digits of a year
)

// ChangeProduct changes a product by hand. Items already sold stay as they were. The
// error is an *UnknownRecordError, or a *Problem about the values.
func (s *Shop) ChangeProduct(code string, change ProductChange) ([]Change, error) {
	return s.store.Update(func(tx Tx) error {
		product, known, err := tx.Products().Product(code)
		if err := checkKnown(record.Name{Kind: record.ProductKind, ID: code}, known, err); err != nil {
			return err
		}
		if err := change.check(tx); err != nil {
			return err
		}
		change.apply(&product)
		return tx.Products().PutProduct(product)
	})
}

// replace replaces a value if there is another one.
func replace[T any](value, by *T) {
	if by != nil {
		*value = *by
	}
}

func (c ProductChange) apply(p *record.Product) {
	replace(&p.Name, c.Name)
	replace(&p.ShortDescription, c.ShortDescription)
	replace(&p.Months, c.Months)
	if c.Prices != nil {
		p.Prices = c.Prices
	}
	if c.UpgradeProducts != nil {
		p.UpgradeProducts = c.UpgradeProducts
	}
}

// check returns all problems of the values together.
func (c ProductChange) check(tx Tx) error {
	var problems []Problem
	wrong := func(field, given, expected string) {
		problems = append(problems, *invalid(catalog.InvalidParameter, field, shorten(given), expected))
	}
	if c.Name != nil && !isProductName(*c.Name) {
		wrong("name", *c.Name, fmt.Sprintf("1 to %d characters without control characters", maxShortText))
	}
	if c.ShortDescription != nil && !isShortText(*c.ShortDescription) {
		wrong("short_description", *c.ShortDescription, shortTextRule)
	}
	if c.Prices != nil && len(c.Prices) == 0 {
		wrong("prices", "{}", "a price in at least one currency")
	}
	for _, currency := range slices.Sorted(maps.Keys(c.Prices)) {
		if !record.IsCurrency(currency) {
			wrong("prices", currency, "amounts by the three upper-case letters of a currency")
		} else if price := c.Prices[currency]; !isPrice(price) {
			wrong("prices."+currency, price.String(), fmt.Sprintf("an amount from 0 to %d with at most two decimals", MaxPrice))
		}
	}
	if c.Months != nil && (*c.Months < 0 || *c.Months > MaxMonths) {
		wrong("months", strconv.Itoa(*c.Months), fmt.Sprintf("a whole number from 0 to %d", MaxMonths))
	}
	unknown, err := unknownProducts(tx, c.UpgradeProducts)
	if err != nil {
		return err
	}
	for _, code := range unknown {
		wrong("upgrade_products", code, "codes of products that the shop sells")
	}
	return joinProblems(problems)
}

func unknownProducts(tx Tx, codes []string) (unknown []string, err error) {
	for _, code := range codes {
		_, known, err := tx.Products().Product(code)
		if err != nil {
			return nil, err
		}
		if !known {
			unknown = append(unknown, code)
		}
	}
	return unknown, nil
}

func isProductName(s string) bool { return strings.TrimSpace(s) != "" && isShortText(s) }

func isPrice(m record.Money) bool {
	return !m.Less(record.Money{}) && !record.Cents(MaxPrice*100).Less(m) && m.Equal(m.Round())
}
