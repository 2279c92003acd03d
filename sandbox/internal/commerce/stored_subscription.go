package commerce

import (
	"encoding/json"
	"strconv"
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
