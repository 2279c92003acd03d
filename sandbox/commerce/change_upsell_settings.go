package commerce

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"

// ChangeUpsellSettings keeps the settings of the account's campaigns (section
// 4.8).
func (s *Shop) ChangeUpsellSettings(_ Terms, settings UpsellSettings) ([]Change, error) {
	if err := settings.check(); err != nil {
		return nil, err
	}
	return s.store.Update(func(tx Tx) error { return tx.Campaigns().PutSettings(settings) })
}

func (s UpsellSettings) check() error {
	const field, rule = "UpsellingDisplayType", OverlayDisplay + " or " + InterstitialDisplay
	switch given := s.UpsellingDisplayType; given {
	case OverlayDisplay, InterstitialDisplay:
		return nil
	case "":
		return Problemf(catalog.InvalidUpsellSettings, "%s is required: %s", field, rule).Of(field, given, rule)
	default:
		return Problemf(catalog.InvalidUpsellSettings, "%s must be %s, got %q", field, rule, abbreviated(given)).
			Of(field, abbreviated(given), rule)
	}
}
