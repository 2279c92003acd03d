package commerce

import (
	"bytes"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// StoredCampaign is a campaign as it was stored.
type StoredCampaign struct {
	Code string
	Body []byte // JSON of Campaign
}

// CreateUpsell keeps a new campaign under a code of its own (section 4.8).
func (s *Shop) CreateUpsell(t Terms, d CampaignDraft) (StoredCampaign, []Change, error) {
	campaign := newCampaign()
	var faults campaignFaults
	if d.Code != nil {
		faults.surplus("Code", *d.Code, "the service makes it")
	}
	faults = append(faults, d.checkRequired()...)
	faults = append(faults, d.applyTo(&campaign)...)
	if err := joined(faults); err != nil {
		return StoredCampaign{}, nil, err
	}
	var kept StoredCampaign
	changes, err := s.store.Update(func(tx Tx) (err error) {
		named := campaign
		if named.Code, err = nextCode(t, tx); err != nil {
			return err
		}
		kept, err = keep(tx, named)
		return err
	})
	return kept, changes, err
}

// nextCode returns a code above every code of the account.
func nextCode(t Terms, tx Tx) (string, error) {
	creation, err := tx.Next(Creations)
	if err != nil {
		return "", err
	}
	return NewCampaignCode(t.Now, LatestCampaignCode(tx.Campaigns()), creation), nil
}

// keep stores a campaign and returns the bytes that will be served.
func keep(tx Tx, c Campaign) (StoredCampaign, error) {
	if err := tx.Campaigns().Put(c); err != nil {
		return StoredCampaign{}, err
	}
	body, _ := tx.Campaigns().Body(c.Code)
	return StoredCampaign{Code: c.Code, Body: bytes.Clone(body)}, nil
}

func unknownCampaign(code string) error {
	return Problemf(catalog.UpsellCampaignNotFound, "No campaign has the code %q", abbreviated(code)).
		Of("upsellCode", abbreviated(code), "the Code of a campaign of this account")
}
