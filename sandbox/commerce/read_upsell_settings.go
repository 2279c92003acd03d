package commerce

// The values of UpsellingDisplayType (section 2.3, open question
// display-types).
const (
	OverlayDisplay      = "overlay" // the default
	InterstitialDisplay = "interstitial"
)

// UpsellSettings returns the settings of the account's campaigns (section
// 4.8).
func (s *Shop) UpsellSettings(_ Terms) (UpsellSettings, error) {
	var settings UpsellSettings
	err := s.store.View(func(tx Tx) (err error) {
		settings, err = tx.Campaigns().Settings()
		return err
	})
	if settings.UpsellingDisplayType == "" {
		settings.UpsellingDisplayType = OverlayDisplay
	}
	return settings, err
}
