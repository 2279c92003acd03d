package commerce

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"
)

// ReadSubscription returns a stored subscription. It needs a sixth of the time of a
// decoder, because lists read tens of thousands.
func ReadSubscription(stored []byte) (Subscription, error) {
	var s Subscription
	for name, value := range members(stored) {
		if !s.read(name, value) {
			var decoded Subscription
			return decoded, json.Unmarshal(stored, &decoded)
		}
	}
	return s, nil
}

// read reads the value of a field. It returns false when only a decoder can.
func (s *Subscription) read(name, value []byte) bool {
	if string(value) == "null" {
		return false
	}
	var err error
	switch string(name) {
	case "reference":
		s.Reference = scalar(value)
	case "customer":
		s.Customer, err = strconv.ParseInt(string(value), 10, 64)
	case "partner":
		s.Partner = scalar(value)
	case "order":
		s.Order = scalar(value)
	case "product":
		s.Product = scalar(value)
	case "quantity":
		s.Quantity, err = strconv.Atoi(string(value))
	case "pricing_options":
		s.PricingOptions = listed(value)
	case "upgradable":
		s.Upgradable, err = strconv.ParseBool(string(value))
	case "upgrade_needs_approval":
		s.NeedsApproval, err = strconv.ParseBool(string(value))
	case "start_date":
		err = s.StartDate.UnmarshalJSON(value)
	case "expiration_date":
		err = s.ExpirationDate.UnmarshalJSON(value)
	case "enabled":
		s.Enabled, err = strconv.ParseBool(string(value))
	case "lifetime":
		s.Lifetime, err = strconv.ParseBool(string(value))
	case "trial":
		s.Trial, err = strconv.ParseBool(string(value))
	case "previous_orders":
		s.PreviousOrders = listed(value)
	case "upgrade_order":
		s.UpgradeOrder = scalar(value)
	default:
		return false
	}
	return err == nil
}

// listed returns the texts of a JSON array.
func listed(array []byte) []string {
	texts := []string{}
	for value := range elements(array) {
		texts = append(texts, scalar(value))
	}
	return texts
}

// StoredSubscription is a subscription as it is stored. It reads a field when it is
// needed, because lists read one or two of tens of thousands of subscriptions.
type StoredSubscription []byte

// field returns what begins with the JSON of a field, whose name is given with quotes and
// colon; nil for none. What is stored has no blanks and no objects within it, and a text
// has a backslash before each quote, so that only the field has this name.
func (s StoredSubscription) field(name string) []byte {
	at := bytes.Index(s, []byte(name))
	if at < 0 {
		return nil
	}
	return s[at+len(name):]
}

func (s StoredSubscription) text(field string) string { return text(s.field(field)) }

func (s StoredSubscription) number(field string) int64 {
	value := s.field(field)
	n, _ := strconv.ParseInt(string(value[:bareEnd(value)]), 10, 64)
	return n
}

func (s StoredSubscription) flag(field string) bool {
	return bytes.HasPrefix(s.field(field), []byte("true"))
}

func (s StoredSubscription) moment(field string) (m Moment) {
	value := s.field(field)
	_ = m.UnmarshalJSON(value[:valueEnd(value)])
	return m
}

// Reference returns the reference of the subscription.
func (s StoredSubscription) Reference() string { return s.text(`"reference":`) }

// Customer returns the reference of the customer, 0 for none.
func (s StoredSubscription) Customer() int64 { return s.number(`"customer":`) }

// Partner returns the code of the partner, "" for none.
func (s StoredSubscription) Partner() string { return s.text(`"partner":`) }

// Order returns the reference of the latest order.
func (s StoredSubscription) Order() string { return s.text(`"order":`) }

// Product returns the code of the product.
func (s StoredSubscription) Product() string { return s.text(`"product":`) }

// Quantity returns the units.
func (s StoredSubscription) Quantity() int { return int(s.number(`"quantity":`)) }

// Start returns when the subscription begins.
func (s StoredSubscription) Start() Moment { return s.moment(`"start_date":`) }

// Expiration returns when the subscription ends.
func (s StoredSubscription) Expiration() Moment { return s.moment(`"expiration_date":`) }

// Enabled reports whether the subscription is enabled.
func (s StoredSubscription) Enabled() bool { return s.flag(`"enabled":`) }

// ExpiredAt reports whether the subscription has ended at a moment.
func (s StoredSubscription) ExpiredAt(t time.Time) bool {
	return !t.Before(s.Expiration().Time) && !s.flag(`"lifetime":`)
}
