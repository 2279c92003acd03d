package listing

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// aProduct is a product as a list reads it.
type aProduct struct {
	reader *Reader
	record.Product
}

func (p *aProduct) currencies() []string { return slices.Sorted(maps.Keys(p.Prices)) }

func (p *aProduct) line() any {
	var prices []string
	for _, currency := range p.currencies() {
		prices = append(prices, p.Prices[currency].StringFixed()+" "+currency)
	}
	return client.ProductLine{
		Code: p.Code, Name: p.Name, Prices: strings.Join(prices, ", "), Months: p.Months, Tangible: p.Tangible,
		Upgrades: len(p.UpgradeProducts), Handles: p.reader.names(Product, p.Code),
	}.Short()
}

// Products are the products of an account, shorter codes first.
func Products() Kind {
	return source[*aProduct]{
		kind:   Product,
		walk:   walkingIDs(commerce.ProductIDs, readProduct),
		before: func(a, b *aProduct) int { return byLength(a.Code, b.Code) },
		read:   readProduct,
		id:     func(p *aProduct) string { return p.Code },
		fields: query.Fields[*aProduct]{
			query.Word("code", "code of the product", func(p *aProduct) string { return p.Code }).Names(Product).Example("code:STUDIO-*"),
			query.Word("name", "name", func(p *aProduct) string { return p.Name }),
			query.Number("months", "length of a subscription, 0 for none", func(p *aProduct) (float64, bool) { return float64(p.Months), true }),
			query.Flag("tangible", "whether it is shipped", func(p *aProduct) bool { return p.Tangible }),
			query.Words("currency", "currencies of its prices", (*aProduct).currencies),
			query.Words("upgrade", "codes of the products that it can be upgraded to", func(p *aProduct) []string { return p.UpgradeProducts }).Names(Product),
			query.Words("handle", "names that the world gives it", func(p *aProduct) []string { return p.reader.names(Product, p.Code) }),
			query.Text("text", "any text of the record", (*aProduct).search),
		},
		line: (*aProduct).line,
		sorts: map[string]func(*aProduct) key{
			"code":   func(p *aProduct) key { return key{text: p.Code} },
			"name":   func(p *aProduct) key { return key{text: strings.ToLower(p.Name)} },
			"months": func(p *aProduct) key { return key{number: float64(p.Months)} },
		},
	}.asKind()
}

func readProduct(r *Reader, id string) (*aProduct, bool, error) {
	p, known, err := r.Tx.Products().Product(id)
	return &aProduct{r, p}, known, err
}

// aPartner is a partner as a list reads it.
type aPartner struct {
	reader *Reader
	record.Partner
}

func (p *aPartner) margin() float64 {
	margin, _ := strconv.ParseFloat(p.MarginPercent.String(), 64)
	return margin
}

func (p *aPartner) line() any {
	return client.PartnerLine{
		Code: p.Code, Name: p.Name, Currency: p.Currency, Margin: p.MarginPercent.String(), Handles: p.reader.names(Partner, p.Code),
	}.Short()
}

// Partners are the partners of an account, shorter codes first.
func Partners() Kind {
	return source[*aPartner]{
		kind:   Partner,
		walk:   walkingIDs(commerce.PartnerIDs, readPartner),
		before: func(a, b *aPartner) int { return byLength(a.Code, b.Code) },
		read:   readPartner,
		id:     func(p *aPartner) string { return p.Code },
		fields: query.Fields[*aPartner]{
			query.Word("code", "code of the partner", func(p *aPartner) string { return p.Code }).Names(Partner),
			query.Word("name", "name", func(p *aPartner) string { return p.Name }),
			query.Word("currency", "what the partner is invoiced in", func(p *aPartner) string { return p.Currency }),
			query.Number("margin", "percent of the net price", func(p *aPartner) (float64, bool) { return p.margin(), true }),
			query.Words("handle", "names that the world gives it", func(p *aPartner) []string { return p.reader.names(Partner, p.Code) }),
			query.Text("text", "any text of the record", (*aPartner).search),
		},
		line: (*aPartner).line,
		sorts: map[string]func(*aPartner) key{
			"code":     func(p *aPartner) key { return key{text: p.Code} },
			"name":     func(p *aPartner) key { return key{text: strings.ToLower(p.Name)} },
			"currency": func(p *aPartner) key { return key{text: p.Currency} },
			"margin":   func(p *aPartner) key { return key{number: p.margin()} },
		},
	}.asKind()
}

func readPartner(r *Reader, id string) (*aPartner, bool, error) {
	p, known, err := r.Tx.Products().Partner(id)
	return &aPartner{r, p}, known, err
}
