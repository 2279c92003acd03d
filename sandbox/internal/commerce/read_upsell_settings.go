package commerce

import (
	"cmp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// UpsellSettings returns the settings of the account's campaigns (section
// 4.8).
func (s *Shop) UpsellSettings(_ Terms) (record.UpsellSettings, error) {
	var settings record.UpsellSettings
	err := s.store.View(func(tx Tx) (err error) {
		settings, err = tx.Campaigns().Settings()
		return err
	})
	settings.UpsellingDisplayType = cmp.Or(settings.UpsellingDisplayType, catalog.OverlayDisplay)
	return settings, err
}
