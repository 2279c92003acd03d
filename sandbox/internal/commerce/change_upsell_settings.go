package commerce

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// ChangeUpsellSettings stores the settings of the account's campaigns (section
// 4.8).
func (s *Shop) ChangeUpsellSettings(_ Terms, settings record.UpsellSettings) ([]Change, error) {
	if err := ValidateSettings(settings); err != nil {
		return nil, err
	}
	return s.store.Update(func(tx Tx) error { return tx.Campaigns().PutSettings(settings) })
}

// ValidateSettings checks the required display type (open question display-types).
func ValidateSettings(s record.UpsellSettings) error {
	const field = "UpsellingDisplayType"
	given := s.UpsellingDisplayType
	if given == "" {
		rule := anyOf(given.Values())
		return Problemf(catalog.InvalidUpsellSettings, "%s is required: %s", field, rule).Of(field, "", rule)
	}
	return checkValue(catalog.InvalidUpsellSettings, field, given, given.Values())
}
