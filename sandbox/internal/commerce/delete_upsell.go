package commerce

// DeleteUpsell removes a campaign (section 4.8).
func (s *Shop) DeleteUpsell(_ Terms, code string) ([]Change, error) {
	return s.store.Update(func(tx Tx) error {
		known, err := findCampaign(tx, code)
		if err != nil {
			return err
		}
		return tx.Campaigns().Delete(known)
	})
}
