package catalog

import (
	"fmt"
	"slices"
	"time"
)

// Page sizes and numbers (sections 4.2 and 8; elsewhere open question
// search-paging).
const (
	MinPage         = 1
	DefaultPage     = 1
	MinPageSize     = 1
	MaxPageSize     = 200
	DefaultPageSize = 10
)

// Lengths, in characters.
const (
	MaxCampaignName      = 500 // section 8
	MaxExternalReference = 100 // section 8
	MaxFileName          = 255 // open question upload-errors
)

// MaxReference is the largest number of a customer or a sale. Sequences go on behind it for
// ever.
const MaxReference = 999_999_999_999_999

// DefaultSearchWindow is how far order search looks back when neither Newer
// nor StartDate is given (sections 4.1 and 8, open question search-window).
const DefaultSearchWindow = 168 * time.Hour

// The largest request bodies, in bytes. Of a larger body the sandbox reads up to
// MaxDiscarded bytes and discards them, because otherwise the client could not
// read its 413.
const (
	MaxJSONBody   = 1 << 20
	MaxUploadBody = 16 << 20
	MaxSOAPBody   = 4 << 20
	MaxDiscarded  = 32 << 20
)

// Limit is the description of one limit.
type Limit struct {
	Name      string
	AppliesTo string
	Value     string
	Section   string // "" when the interface states no such limit
}

// Limits returns every limit of the interface and of the sandbox.
func Limits() []Limit { return slices.Clone(limits) }

var (
	pageSizes   = fmt.Sprintf("%d to %d, default %d", MinPageSize, MaxPageSize, DefaultPageSize)
	pageNumbers = fmt.Sprintf("at least %d, default %d", MinPage, DefaultPage)
)

func atMost(n int, unit string) string { return fmt.Sprintf("at most %d %s", n, unit) }

var limits = []Limit{
	{Name: "Limit (page size)", AppliesTo: "customer order list", Value: pageSizes, Section: "8"},
	{Name: "Page", AppliesTo: "customer order list", Value: pageNumbers, Section: "8"},
	{Name: "Limit (page size)", AppliesTo: "order search and campaign search", Value: pageSizes},
	{Name: "Page", AppliesTo: "order search and campaign search", Value: pageNumbers},
	{Name: "Name length", AppliesTo: "upsell campaign", Value: atMost(MaxCampaignName, "characters"), Section: "8"},
	{Name: "ExternalReferenceNumber length", AppliesTo: "partner upgrade", Value: atMost(MaxExternalReference, "characters"), Section: "8"},
	{Name: "Default time window", AppliesTo: "order search without Newer and StartDate", Value: fmt.Sprintf("the last %d days", DefaultSearchWindow/(24*time.Hour)), Section: "8"},
	{Name: "FileName length", AppliesTo: "order form upload", Value: "not empty, " + atMost(MaxFileName, "characters")},
	{Name: "Request body", AppliesTo: "JSON bodies except the order form", Value: atMost(MaxJSONBody>>20, "MiB")},
	{Name: "Request body", AppliesTo: "order form upload", Value: atMost(MaxUploadBody>>20, "MiB")},
	{Name: "Request body", AppliesTo: "SOAP envelopes", Value: atMost(MaxSOAPBody>>20, "MiB")},
	{Name: "Bytes read beyond a limit", AppliesTo: "every body", Value: atMost(MaxDiscarded>>20, "MiB") + ", discarded"},
	{Name: "Rate limit", AppliesTo: "every operation", Value: "none"},
}
