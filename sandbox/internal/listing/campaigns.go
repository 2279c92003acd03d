package listing

import (
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// aCampaign is a campaign as a list reads it.
type aCampaign struct {
	reader *Reader
	body   []byte
	record.Campaign
}

func (c *aCampaign) state() record.CampaignState {
	return c.Facts().State(c.reader.Today())
}

func (c *aCampaign) warnings() (kinds []string) {
	around, err := c.reader.Surroundings(&c.Campaign)
	if err != nil {
		return nil
	}
	for _, warning := range commerce.Warnings(&c.Campaign, around) {
		kinds = append(kinds, warning.Kind)
	}
	return kinds
}

func (c *aCampaign) languages() (codes []string) {
	for _, text := range c.Description {
		codes = append(codes, text.Language)
	}
	return codes
}

// discount returns the discount as a table shows it.
func (c *aCampaign) discount() string {
	d := c.Discount
	if d.Value != nil {
		return d.Value.String() + " %"
	}
	for _, amount := range d.Values {
		if amount.Currency == d.DefaultCurrency {
			return amount.Amount.StringFixed() + " " + amount.Currency
		}
	}
	return string(d.Type)
}

func (c *aCampaign) line() any {
	return client.CampaignLine{
		Code: c.Code, Name: c.Name, Standing: client.Standing(c.state()), Start: day(c.StartDate), End: day(c.EndDate),
		Discount: c.discount(), Primary: c.PrimaryProduct.Code, Recommended: c.RecommendedProduct.Code,
		Texts: len(c.Description), Warnings: len(c.warnings()), Handles: c.reader.names(Campaign, c.Code),
	}.Short()
}

// day returns a day, "" for none.
func day(d *record.Day) string {
	if d == nil {
		return ""
	}
	return d.String()
}

// moment returns the beginning of a day, false for none.
func moment(d *record.Day) (time.Time, bool) {
	if d == nil {
		return time.Time{}, false
	}
	return d.Time, true
}

// Campaigns are the campaigns of an account, the latest created first.
func Campaigns() Kind {
	return source[*aCampaign]{
		kind:   Campaign,
		walk:   walkingIDs(commerce.CampaignIDs, readCampaign),
		before: func(a, b *aCampaign) int { return strings.Compare(b.Code, a.Code) },
		read:   readCampaign,
		id:     func(c *aCampaign) string { return c.Code },
		fields: campaignFields(),
		line:   (*aCampaign).line,
		sorts: map[string]func(*aCampaign) key{
			"code":        func(c *aCampaign) key { return key{text: c.Code} },
			"name":        func(c *aCampaign) key { return key{text: strings.ToLower(c.Name)} },
			"standing":    func(c *aCampaign) key { return key{text: string(c.state())} },
			"start":       func(c *aCampaign) key { return key{text: day(c.StartDate)} },
			"end":         func(c *aCampaign) key { return key{text: day(c.EndDate)} },
			"primary":     func(c *aCampaign) key { return key{text: c.PrimaryProduct.Code} },
			"recommended": func(c *aCampaign) key { return key{text: c.RecommendedProduct.Code} },
		},
	}.asKind()
}

func campaignFields() query.Fields[*aCampaign] {
	return query.Fields[*aCampaign]{
		query.Word("code", "code of the campaign", func(c *aCampaign) string { return c.Code }).Names(Campaign),
		query.Word("name", "title", func(c *aCampaign) string { return c.Name }).Example("name:*office*"),
		query.Word("standing", "where it is on the account's clock", func(c *aCampaign) string { return string(c.state()) }).
			OneOf(string(record.DisabledCampaign), string(record.UpcomingCampaign), string(record.RunningCampaign), string(record.ExpiredCampaign)).Example("standing:running"),
		query.Flag("enabled", "whether it is enabled", func(c *aCampaign) bool { return c.Enabled }),
		query.Flag("renewals", "whether it is shown for manual renewals", func(c *aCampaign) bool { return c.DisplayForManualRenewals }),
		query.Moment("start", "first day", func(c *aCampaign) (time.Time, bool) { return moment(c.StartDate) }),
		query.Moment("end", "last day", func(c *aCampaign) (time.Time, bool) { return moment(c.EndDate) }).Example("end:<+7d"),
		query.Word("primary", "code of the primary product", func(c *aCampaign) string { return c.PrimaryProduct.Code }).Names(Product),
		query.Word("recommended", "code of the recommended product", func(c *aCampaign) string { return c.RecommendedProduct.Code }).Names(Product),
		query.Words("product", "code of either product", func(c *aCampaign) []string { return []string{c.PrimaryProduct.Code, c.RecommendedProduct.Code} }).Names(Product),
		query.Words("language", "languages of its texts", (*aCampaign).languages),
		query.Words("warning", "what a merchant may not have meant", (*aCampaign).warnings).Example("warning:*"),
		query.Words("handle", "names that the world gives it", func(c *aCampaign) []string { return c.reader.names(Campaign, c.Code) }),
		query.Text("text", "any text of the campaign", (*aCampaign).search),
	}
}

func readCampaign(r *Reader, id string) (*aCampaign, bool, error) {
	body, known := r.Tx.Campaigns().Body(id)
	if !known {
		return nil, false, nil
	}
	c := &aCampaign{reader: r, body: body}
	return c, true, record.DecodeText(body, &c.Campaign)
}
