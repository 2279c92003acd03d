package commerce

import (
	"bytes"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// StoredCampaign is a campaign as it was stored.
type StoredCampaign struct {
	Code string
	Body []byte // JSON of Campaign
}

// CreateUpsell stores a new campaign under a code of its own (section 4.8).
func (s *Shop) CreateUpsell(t Terms, d CampaignDraft) (StoredCampaign, []Change, error) {
	campaign, err := d.newCampaign()
	if err != nil {
		return StoredCampaign{}, nil, err
	}
	var kept StoredCampaign
	changes, err := s.store.Update(func(tx Tx) error {
		creation, err := tx.Next(Creations)
		if err != nil {
			return err
		}
		named := campaign
		named.Code = NewCampaignCode(t.Now, LatestCampaignCode(tx.Campaigns()), creation)
		kept, err = keep(tx, named)
		return err
	})
	return kept, changes, err
}

// newCampaign returns the campaign of the draft, without a code, or all problems together (open
// questions campaign-errors, campaign-required and campaign-code).
func (d CampaignDraft) newCampaign() (record.Campaign, error) {
	var faults campaignFaults
	if d.Code != nil {
		faults.surplus("Code", *d.Code, "the service makes it")
	}
	campaign := emptyCampaign()
	faults = slices.Concat(faults, d.checkRequired(), d.applyTo(&campaign))
	return campaign, faults.join()
}

// keep stores a campaign and returns its stored bytes.
func keep(tx Tx, c record.Campaign) (StoredCampaign, error) {
	if err := tx.Campaigns().Put(c); err != nil {
		return StoredCampaign{}, err
	}
	body, _ := tx.Campaigns().Body(c.Code)
	return StoredCampaign{Code: c.Code, Body: bytes.Clone(body)}, nil
}
