package boltstore

import (
	"fmt"
	"iter"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

type campaignStore struct{ tx *tx }

// codeLimit limits the bytes of a campaign's code. Codes are keys as they are, so
// they sort by creation.
const codeLimit = textLimit

// settingsID is the id of the only record of settings.
const settingsID = "upsell"

func (c campaignStore) Body(code string) ([]byte, bool) {
	stored, ok := c.tx.load(campaigns, code)
	return stored.body, ok
}

func (c campaignStore) Get(code string) (record.Campaign, bool, error) {
	stored, ok := c.tx.load(campaigns, code)
	if !ok {
		return record.Campaign{}, false, nil
	}
	campaign, err := decodeCampaign(stored)
	if err != nil {
		return campaign, false, fmt.Errorf("cannot read stored campaign %s: %w", code, err)
	}
	return campaign, true, nil
}

func (c campaignStore) Put(campaign record.Campaign) error {
	if err := c.tx.room(); err != nil {
		return err
	}
	code := campaign.Code
	if code == "" || len(code) > codeLimit {
		return fmt.Errorf("the code of a campaign must have 1 to %d bytes, got %d", codeLimit, len(code))
	}
	body, verbatim, err := campaign.Body()
	if err != nil {
		return fmt.Errorf("campaign %s: %w", code, err)
	}
	facts := campaign.Facts()
	return c.replace(code, campaignEntries(facts), headed{packCampaignFacts(facts, verbatim), body})
}

// Delete removes a campaign. It is no error when there is none.
func (c campaignStore) Delete(code string) error { return c.replace(code, nil, headed{}) }

// replace writes a campaign with its entries in place of the one before, or removes it.
func (c campaignStore) replace(code string, entries []entry, now headed) error {
	return c.tx.replaceIndexed(campaigns, code, func(before headed) ([]entry, error) {
		return campaignEntries(unpackCampaignFacts(code, before.head)), nil
	}, entries, now)
}

func (c campaignStore) Newest() iter.Seq2[record.CampaignFacts, []byte] {
	return func(yield func(record.CampaignFacts, []byte) bool) {
		for key, value := range c.tx.table(campaigns).scanPrefix(nil) {
			stored, _ := parseHeaded(value)
			if !yield(unpackCampaignFacts(string(key), stored.head), stored.body) {
				return
			}
		}
	}
}

func (c campaignStore) Of(role commerce.Role, products []string) iter.Seq2[record.CampaignFacts, []byte] {
	return func(yield func(record.CampaignFacts, []byte) bool) {
		for code := range c.codesOf(role, products) {
			stored, _ := c.tx.load(campaigns, code)
			if !yield(unpackCampaignFacts(code, stored.head), stored.body) {
				return
			}
		}
	}
}

// codesOf yields the codes of the campaigns of products, the latest first. It sorts those of
// several products; no code comes twice, because a campaign has one product in a role.
func (c campaignStore) codesOf(role commerce.Role, products []string) iter.Seq[string] {
	index := c.tx.table(primary)
	if role == commerce.RecommendedRole {
		index = c.tx.table(recommended)
	}
	return func(yield func(string) bool) {
		var all []string
		several := slices.Compact(slices.Sorted(slices.Values(products)))
		for _, product := range several {
			for key := range index.scanPrefix(textKey(product)) {
				code := string(key[1+int(key[0]):])
				if len(several) > 1 {
					all = append(all, code)
				} else if !yield(code) {
					return
				}
			}
		}
		slices.Sort(all)
		for _, code := range slices.Backward(all) {
			if !yield(code) {
				return
			}
		}
	}
}

func (c campaignStore) Settings() (record.UpsellSettings, error) {
	s, _, err := getJSON[record.UpsellSettings](c.tx, settings, settingsID)
	return s, err
}

func (c campaignStore) PutSettings(s record.UpsellSettings) error {
	return c.tx.putJSON(settings, settingsID, s)
}

func decodeCampaign(s headed) (c record.Campaign, err error) {
	err = decodeBody(s.head, s.body, &c, &c.Text)
	return c, err
}

func campaignEntries(f record.CampaignFacts) []entry {
	return []entry{
		{primary, append(textKey(f.Primary), f.Code...), present},
		{recommended, append(textKey(f.Recommended), f.Code...), present},
	}
}
