package commerce

import (
	"bytes"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// RecommendedUpsell returns the stored bytes of the enabled campaign running for a
// primary product, the latest created of several (section 4.8, open question
// recommended-match).
func (s *Shop) RecommendedUpsell(t Terms, product string) ([]byte, error) {
	if product == "" {
		return nil, Problemf(catalog.InvalidParameter, "ProductCode is required").
			Of("ProductCode", "", "the code of a primary product")
	}
	var campaign []byte
	today := record.DayOf(t.Now)
	err := s.store.View(func(tx Tx) error {
		if campaign = t.RecommendedCampaign(tx, product); campaign != nil {
			return nil
		}
		return Problemf(catalog.UpsellCampaignNotFound, "No enabled campaign for the primary product %q runs on %s", shorten(product), today).
			Of("ProductCode", shorten(product), "the primary product of an enabled campaign within its dates")
	})
	return campaign, err
}

// RecommendedCampaign returns a copy of the stored bytes of the campaign of RecommendedUpsell,
// nil for none.
func (t Terms) RecommendedCampaign(tx Tx, product string) []byte {
	today := record.DayOf(t.Now)
	for facts, body := range tx.Campaigns().Of(PrimaryRole, []string{product}) {
		if facts.Enabled && facts.Covers(today) {
			return bytes.Clone(body)
		}
	}
	return nil
}
