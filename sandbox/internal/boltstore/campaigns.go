package boltstore

import (
	"bytes"
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

// settingsKey is the only key of the table of settings.
const settingsKey = "upsell"

func (c campaignStore) load(code string) (headed, bool) {
	return parseHeaded(c.tx.table(campaigns).get([]byte(code)))
}

func (c campaignStore) Body(code string) ([]byte, bool) {
	stored, ok := c.load(code)
	return stored.body, ok
}

func (c campaignStore) Get(code string) (record.Campaign, bool, error) {
	stored, ok := c.load(code)
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
	before, known := c.load(code)
	var had []entry
	if known {
		had = campaignEntries(unpackCampaignFacts(code, before.head))
	}
	facts := campaign.Facts()
	if err := c.tx.reindex(had, campaignEntries(facts)); err != nil {
		return fmt.Errorf("campaign %s: %w", code, err)
	}
	c.tx.addChange("campaign", code, before.body, body)
	return c.tx.table(campaigns).put([]byte(code), headed{packCampaignFacts(facts, verbatim), body}.encode())
}

// Delete removes a campaign. It is no error when there is none.
func (c campaignStore) Delete(code string) error {
	stored, ok := c.load(code)
	if !ok {
		return nil
	}
	if err := c.tx.reindex(campaignEntries(unpackCampaignFacts(code, stored.head)), nil); err != nil {
		return fmt.Errorf("campaign %s: %w", code, err)
	}
	c.tx.addChange("campaign", code, stored.body, nil)
	return c.tx.table(campaigns).remove([]byte(code))
}

func (c campaignStore) Newest() iter.Seq2[record.CampaignFacts, []byte] {
	return func(yield func(record.CampaignFacts, []byte) bool) {
		for key, value := range c.tx.table(campaigns).scanPrefix(nil).all() {
			stored, _ := parseHeaded(value)
			if !yield(unpackCampaignFacts(string(key), stored.head), stored.body) {
				return
			}
		}
	}
}

func (c campaignStore) Of(role commerce.Role, products []string) iter.Seq2[record.CampaignFacts, []byte] {
	return func(yield func(record.CampaignFacts, []byte) bool) {
		index := c.tx.table(primary)
		if role == commerce.RecommendedRole {
			index = c.tx.table(recommended)
		}
		for code := range mergedCodes(index, distinct(products)) {
			stored, _ := c.load(string(code))
			if !yield(unpackCampaignFacts(string(code), stored.head), stored.body) {
				return
			}
		}
	}
}

func distinct(list []string) []string {
	sorted := slices.Sorted(slices.Values(list))
	return slices.Compact(sorted)
}

// mergedCodes yields the codes of the campaigns of several products, the latest
// first. No code comes twice, because a campaign has one product in a role.
func mergedCodes(index *table, products []string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		scans := make([]*scan, len(products))
		heads := make([][]byte, len(products)) // nil where a scan has ended
		advance := func(i int) {
			heads[i] = nil
			if key, _ := scans[i].next(); key != nil {
				heads[i] = key[1+int(key[0]):]
			}
		}
		for i, product := range products {
			scans[i] = index.scanPrefix(textKey(product))
			advance(i)
		}
		for latest := indexOfGreatest(heads); latest >= 0; latest = indexOfGreatest(heads) {
			if !yield(heads[latest]) {
				return
			}
			advance(latest)
		}
	}
}

// indexOfGreatest returns the index of the greatest head, -1 when all are nil.
func indexOfGreatest(heads [][]byte) int {
	at := -1
	for i, head := range heads {
		if head != nil && (at < 0 || bytes.Compare(head, heads[at]) > 0) {
			at = i
		}
	}
	return at
}

func (c campaignStore) Settings() (record.UpsellSettings, error) {
	s, _, err := getJSON[record.UpsellSettings](c.tx.table(settings), textKey(settingsKey))
	return s, err
}

func (c campaignStore) PutSettings(s record.UpsellSettings) error {
	return c.tx.putJSON(settings, textKey(settingsKey), "settings", settingsKey, s)
}

func decodeCampaign(s headed) (record.Campaign, error) {
	var c record.Campaign
	if !isVerbatim(s.head) {
		return c, record.Decode(s.body, &c)
	}
	c.Text = string(s.body)
	return c, record.DecodeText(s.body, &c)
}

func campaignEntries(f record.CampaignFacts) []entry {
	return []entry{
		{primary, append(textKey(f.Primary), f.Code...), present},
		{recommended, append(textKey(f.Recommended), f.Code...), present},
	}
}
