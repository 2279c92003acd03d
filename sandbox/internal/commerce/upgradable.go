package commerce

import (
	"fmt"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// WhyNotUpgradable returns why every upgrade of the subscription alone fails at a
// moment, "" if it can be upgraded to some product (open question soap-upgrade).
func WhyNotUpgradable(s *record.Subscription, products ProductReader, now time.Time) (string, error) {
	why, err := whyNotSold(s, products, now)
	if why != "" || err != nil {
		return why, err
	}
	partner, _, err := products.Partner(s.Partner)
	if err != nil {
		return "", err
	}
	product, known, err := products.Product(s.Product)
	if err != nil || !known {
		return fmt.Sprintf("has the product %s, which the account does not have", s.Product), err
	}
	for _, code := range product.UpgradeProducts {
		target, _, err := products.Product(code)
		if err != nil {
			return "", err
		}
		if _, priced := target.Prices[partner.Currency]; priced {
			return "", nil
		}
	}
	return fmt.Sprintf("has the product %s, which has no upgrade with a price in %s, the currency of partner %s",
		s.Product, partner.Currency, partner.Code), nil
}

// whyNotSold returns why the subscription cannot be upgraded to any product, ""
// when it depends on the product.
func whyNotSold(s *record.Subscription, products ProductReader, now time.Time) (string, error) {
	switch {
	case s.Partner == "":
		return "was not sold by a partner", nil
	case !s.Enabled:
		return "is disabled", nil
	case s.ExpiredAt(now):
		return "expired " + s.ExpirationDate.Format(record.MomentFormat), nil
	case s.UpgradeOrder != "":
		return fmt.Sprintf("is upgraded by order %s, which is not complete", s.UpgradeOrder), nil
	case !s.Upgradable:
		return "cannot be upgraded; its product is " + s.Product, nil
	}
	if _, known, err := products.Partner(s.Partner); err != nil || !known {
		return fmt.Sprintf("was sold by partner %s, whom the account does not have", s.Partner), err
	}
	return "", nil
}
