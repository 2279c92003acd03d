package commerce

import (
	"context"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Store has the records of one account. Bytes from a transaction are valid only
// within it.
type Store interface {
	// View runs fn once against one consistent state.
	View(fn func(Tx) error) error
	// Update runs fn and stores everything it wrote, or nothing if fn returns an
	// error. It returns the changes when they are synced. fn may run more than once
	// and must do the same each time: it may set a variable outside, but never add to
	// one.
	Update(fn func(Tx) error) ([]Change, error)
	// Extend stores everything fn writes, whatever its size, or nothing. It runs fn as
	// Update does. bytes is the approximate size of fn's writes, 0 if it is unknown:
	// then it runs fn first without storing anything. Of many records the changes have
	// no bytes: Before and After are nil, or empty.
	Extend(ctx context.Context, bytes int, fn func(Tx) error) ([]Change, error)
	// Preview runs fn once as Update would, against one consistent state, and stores
	// nothing. It does not wait for other updates. It returns the changes Update would
	// make.
	Preview(fn func(Tx) error) ([]Change, error)
}

// Change is one record written by an update: Before is nil for a new record, After
// is nil for a removed one. Both are JSON.
type Change struct {
	Kind   string // order, campaign, settings, subscription, …
	ID     string
	Before []byte
	After  []byte
	Others int    // further records changed likewise, when they are many
	Update uint64 // number of the update among all of the process, in the order of writing; 0 where nothing is stored
}

// Tx is one transaction over an account's records.
type Tx interface {
	Orders() Orders
	Customers() Customers
	Subscriptions() Subscriptions
	Products() Products
	Campaigns() Campaigns
	Handles() Handles
	Sequences
	Images
	Lists() Lists
}

// Images are the records of an account as Change shows them, whatever their kind.
type Images interface {
	// Image returns a record, nil when there is none. The error reports an unknown
	// kind.
	Image(kind, id string) ([]byte, error)
	// Restore writes a record from its image, or removes it when the image is nil.
	// It keeps the forms of an order as far as the order lists them.
	Restore(kind, id string, image []byte) error
}

// Sequences are the running numbers of an account.
type Sequences interface {
	// Next returns the next number of a sequence, above every number it ever
	// returned.
	Next(Sequence) (uint64, error)
	// Last returns the latest number of a sequence, 0 for none.
	Last(Sequence) uint64
	// Raise makes a sequence continue above a number.
	Raise(Sequence, uint64) error
}

// Sequence names a running number of an account.
type Sequence string

// AllSequences returns every sequence of an account.
func AllSequences() []Sequence {
	return []Sequence{OrderReferences, OrderNumbers, Sales, Invoices, Proformas, Creations}
}

// The running numbers of an account.
const (
	OrderReferences Sequence = "order-references" // RefNo
	OrderNumbers    Sequence = "order-numbers"    // OrderNo of finished orders
	Sales           Sequence = "sales"            // SaleId
	Invoices        Sequence = "invoices"         // digits of InvoiceId
	Proformas       Sequence = "proformas"        // ProformaNumber of section 4.9
	Creations       Sequence = "creations"        // campaigns made, latest created first
)

// MaxNumber bounds the numbers that records bring into sequences, so they never run out.
const MaxNumber = 999_999_999_999_999

// ReadNumber returns the number from the digits of an invoice or a proforma. It returns 0, which
// continues no sequence, when there are no digits or when their number is above MaxNumber.
func ReadNumber(id string) uint64 {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, id)
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || n > MaxNumber {
		return 0
	}
	return n
}

// Orders are the orders of an account.
type Orders interface {
	// Body returns the stored bytes of an order, false when there is none.
	Body(ref string) ([]byte, bool)
	// Get returns an order decoded; false when there is none.
	Get(ref string) (record.StoredOrder, bool, error)
	// Internals returns the internal fields of an order; false when there is no order.
	Internals(ref string) (record.OrderInternals, bool, error)
	// Put writes an order with its brief and its indexes. It encodes the order, once.
	// It also writes forms with their content, and removes the order's former forms.
	Put(record.StoredOrder) error
	// Form returns the stored bytes of form n (from 0) of an order, false when
	// there are none.
	Form(ref string, n int) ([]byte, bool)
	// Delete removes an order, its indexes and its forms. Its subscriptions must be
	// removed before. It is no error when there is no order.
	Delete(ref string) error
	OrderIndexes
}

// OrderIndexes find orders.
type OrderIndexes interface {
	// BySale and ByInvoice return the reference of the order, false when there is
	// none.
	BySale(sale int64) (ref string, ok bool)
	ByInvoice(invoice string) (ref string, ok bool)
	// Between yields the facts of the orders dated from from to to, both included, newest
	// first and then by descending reference, each with a function returning the brief of the
	// order. It is valid until the next order.
	Between(from, to time.Time) iter.Seq2[record.OrderFacts, func() record.OrderBrief]
	// WithReference yields those of them with an external reference.
	WithReference(external string, from, to time.Time) iter.Seq[record.OrderFacts]
	// OfCustomer yields the references of the orders with a customer's
	// CustomerDetails, in descending order.
	OfCustomer(customer int64) iter.Seq[string]
	// HasLater reports whether an order is dated later than a moment.
	HasLater(than time.Time) bool
	// Invoices yields the invoices with the references of their orders. A very long
	// invoice is "".
	Invoices() iter.Seq2[string, string]
}

// Lists reads the store's facts about records, and no record itself.
type Lists interface {
	// CountOf returns how many records of a kind there are. The store keeps the number.
	CountOf(kind string) int
	// Tally returns how many orders of each class are dated from from to to, both
	// included.
	Tally(from, to time.Time) map[record.OrderClass]int
	// Page counts the orders of an accepted class among them, and returns the numbers of
	// rows first up to, without, end, in the order of Orders.Between.
	Page(from, to time.Time, accepts func(record.OrderClass) bool, first, end int) (numbers []uint64, count int)
	// Order returns the facts and the brief of an order, false when there is none.
	Order(ref string) (record.OrderFacts, record.OrderBrief, bool)
	// Customers yields the briefs of the customers behind a reference in ascending order,
	// all of them for nil.
	Customers(after *int64) iter.Seq[record.CustomerBrief]
	// Subscriptions yields the briefs of the subscriptions after a reference, of all for
	// "", shorter references first.
	Subscriptions(after string) iter.Seq[record.SubscriptionBrief]
}

// Customers are the customers of an account.
type Customers interface {
	Get(reference int64) (record.Customer, bool, error)
	// Has reports whether there is a customer, without decoding it.
	Has(reference int64) bool
	ByExternal(external string) (reference int64, ok bool)
	Put(record.Customer) error
	// Orders yields the references of the orders that the customer's
	// subscriptions were bought with, each once, newest order first and then
	// by descending reference (section 4.2, rule 2). It leaves out orders later
	// than a moment.
	Orders(reference int64, until time.Time) iter.Seq[string]
	// References yields the reference of every customer, in ascending order.
	References() iter.Seq[int64]
	// Delete removes a customer. It is no error when there is none.
	Delete(reference int64) error
}

// Subscriptions are the subscriptions of an account. Put needs the order of the
// subscription to be there already.
type Subscriptions interface {
	Get(reference string) (record.Subscription, bool, error)
	Put(record.Subscription) error
	// References yields the reference of every subscription, the shorter ones
	// first.
	References() iter.Seq[string]
	// OfOrder yields the references of the subscriptions with an order as one of theirs,
	// or as their pending upgrade.
	OfOrder(ref string) iter.Seq[string]
	// Of yields the references of a customer's subscriptions, latest orders first. It
	// may yield one more than once.
	Of(customer int64) iter.Seq[string]
	// Delete removes a subscription. It is no error when there is none.
	Delete(reference string) error
}

// ProductReader reads products and the partners selling them: the result is false when
// there is none.
type ProductReader interface {
	Product(code string) (record.Product, bool, error)
	Partner(code string) (record.Partner, bool, error)
}

// Products are the products of an account and the partners selling them.
type Products interface {
	ProductReader
	PutProduct(record.Product) error
	// DeleteProduct removes a product. It is no error when there is none.
	DeleteProduct(code string) error
	// ProductCodes yields all codes, the shorter ones first.
	ProductCodes() iter.Seq[string]
	Partners
}

// Partners are the partners selling the products.
type Partners interface {
	PutPartner(record.Partner) error
	// DeletePartner removes a partner. It is no error when there is none.
	DeletePartner(code string) error
	// PartnerCodes yields all codes, the shorter ones first.
	PartnerCodes() iter.Seq[string]
}

// Campaigns are the upsell campaigns of an account and their settings.
type Campaigns interface {
	// Body returns the stored bytes of a campaign, false when there is none.
	Body(code string) ([]byte, bool)
	// Get returns a campaign decoded; false when there is none.
	Get(code string) (record.Campaign, bool, error)
	Put(record.Campaign) error
	Delete(code string) error
	CampaignIndexes
	Settings() (record.UpsellSettings, error)
	PutSettings(record.UpsellSettings) error
}

// CampaignIndexes find campaigns.
type CampaignIndexes interface {
	// Newest yields all campaigns and their stored bytes by descending code, latest
	// created first, because codes are time-ordered.
	Newest() iter.Seq2[record.CampaignFacts, []byte]
	// Of yields the campaigns with one of the products in the role and their
	// stored bytes, each once and latest created first.
	Of(role Role, products []string) iter.Seq2[record.CampaignFacts, []byte]
}

// Role is the place of a product in a campaign.
type Role string

// The roles of a product in a campaign.
const (
	PrimaryRole     Role = "primary"
	RecommendedRole Role = "recommended"
)

// Handles are names of records promised by a world.
type Handles interface {
	Put(name string, h record.Handle) error
	Get(name string) (record.Handle, bool, error)
	All() (map[string]record.Handle, error)
	// Delete removes a handle. It is no error when there is none.
	Delete(name string) error
}
