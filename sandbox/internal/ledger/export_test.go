package ledger

// Rules returns every rule, those of orders first.
func Rules() []Rule {
	var all []Rule
	for _, r := range orderRules {
		all = append(all, r.Rule)
	}
	for _, r := range subscriptionRules {
		all = append(all, r.Rule)
	}
	for _, r := range campaignRules {
		all = append(all, r.Rule)
	}
	return append(all, orderNumberRule, handleRule)
}
