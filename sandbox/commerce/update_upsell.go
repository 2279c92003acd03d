package commerce

import (
	"encoding/json"
	"strings"
)

// UpdateUpsell replaces a campaign, or, when the account's answer to
// campaign-update says so, changes the fields that the draft has (section
// 4.8). Objects and lists are taken whole either way.
func (s *Shop) UpdateUpsell(t Terms, code string, d CampaignDraft) (StoredCampaign, []Change, error) {
	whole := newCampaign()
	faults := d.checkCode(code)
	if !t.MergeUpdates {
		faults = append(faults, d.checkRequired()...)
	}
	faults = append(faults, d.applyTo(&whole)...)
	if err := joined(faults); err != nil {
		return StoredCampaign{}, nil, err
	}
	var kept StoredCampaign
	changes, err := s.store.Update(func(tx Tx) error {
		known, body, err := findCampaign(tx, code)
		if err != nil {
			return err
		}
		updated := whole
		if t.MergeUpdates {
			if updated, err = d.mergedWith(body); err != nil {
				return err
			}
		}
		updated.Code = known
		kept, err = keep(tx, updated)
		return err
	})
	return kept, changes, err
}

// mergedWith applies the draft to a stored campaign. Only then can its dates be
// seen to cross those that stay.
func (d CampaignDraft) mergedWith(body []byte) (Campaign, error) {
	var c Campaign
	if err := json.Unmarshal(body, &c); err != nil {
		return c, err
	}
	return c, joined(d.applyTo(&c))
}

// checkCode allows the code of the path in the body (open question
// campaign-code).
func (d CampaignDraft) checkCode(path string) campaignFaults {
	var f campaignFaults
	if d.Code != nil && !strings.EqualFold(*d.Code, path) {
		f.wrong("Code", *d.Code, "absent or "+abbreviated(path)+", the code in the path")
	}
	return f
}

// findCampaign returns the code of a campaign as it is stored and its stored
// bytes. Text that is not a UUID is the code of none.
func findCampaign(tx Tx, code string) (string, []byte, error) {
	canonical, ok := CanonicalCode(code)
	if !ok {
		return "", nil, unknownCampaign(code)
	}
	body, known := tx.Campaigns().Body(canonical)
	if !known {
		return "", nil, unknownCampaign(code)
	}
	return canonical, body, nil
}
