package catalog

import "slices"

// Feature is a flag an account has or lacks.
type Feature string

// GetCustomerOrders is required for the customer order list (section 4.2, rule 4).
const GetCustomerOrders Feature = "API_GET_CUSTOMER_ORDERS"

// FeatureInfo describes a feature flag.
type FeatureInfo struct {
	Feature Feature
	Default bool // whether a new account has it (open question features)
	Section string
	Summary string
}

// Features returns every feature flag the interface names.
func Features() []FeatureInfo { return slices.Clone(features) }

// FindFeature returns the description of a feature flag, false when it is unknown.
func FindFeature(feature Feature) (FeatureInfo, bool) {
	i := slices.IndexFunc(features, func(f FeatureInfo) bool { return f.Feature == feature })
	if i < 0 {
		return FeatureInfo{}, false
	}
	return features[i], true
}

var features = []FeatureInfo{
	{Feature: GetCustomerOrders, Default: true, Section: "4.2", Summary: "The account may list the orders of one customer."},
}
