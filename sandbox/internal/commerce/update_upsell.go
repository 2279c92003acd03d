package commerce

import (
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// UpdateUpsell replaces a campaign, or changes only the fields of the draft,
// according to the account's answer to campaign-update (section 4.8). Both replace
// objects and lists as a whole.
func (s *Shop) UpdateUpsell(t Terms, code string, d CampaignDraft) (StoredCampaign, []Change, error) {
	whole, err := d.updatedCampaign(t, code)
	if err != nil {
		return StoredCampaign{}, nil, err
	}
	var kept StoredCampaign
	changes, err := s.store.Update(func(tx Tx) error {
		known, err := findCampaign(tx, code)
		if err != nil {
			return err
		}
		stored, _, err := tx.Campaigns().Get(known)
		if err != nil {
			return err
		}
		updated := whole
		if t.MergeUpdates { // only the merge shows whether a new date crosses a stored one
			updated = stored
			if err := d.applyTo(&updated).join(); err != nil {
				return err
			}
		}
		updated.Code, updated.Text = known, stored.Text
		kept, err = keep(tx, updated)
		return err
	})
	return kept, changes, err
}

// updatedCampaign returns the campaign of the draft alone, without a code, or all problems
// together (open questions campaign-errors, campaign-required, campaign-code and
// campaign-update).
func (d CampaignDraft) updatedCampaign(t Terms, code string) (record.Campaign, error) {
	var faults campaignFaults
	if d.Code != nil && !strings.EqualFold(*d.Code, code) {
		faults.wrong("Code", *d.Code, "absent or "+shorten(code)+", the code in the path")
	}
	if !t.MergeUpdates {
		faults = append(faults, d.checkRequired()...)
	}
	campaign := emptyCampaign()
	faults = append(faults, d.applyTo(&campaign)...)
	return campaign, faults.join()
}

// findCampaign returns the stored code of a campaign. A text that is not a UUID is
// an unknown code.
func findCampaign(tx Tx, code string) (string, error) {
	if canonical, ok := canonicalCode(code); ok {
		if _, known := tx.Campaigns().Body(canonical); known {
			return canonical, nil
		}
	}
	return "", Problemf(catalog.UpsellCampaignNotFound, "No campaign has the code %q%s", shorten(code), placeholderHint(code)).
		Of("upsellCode", shorten(code), "the Code of a campaign of this account")
}
