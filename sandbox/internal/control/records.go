package control

import (
	"errors"
	"math"
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/listing"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
)

// resource is one kind of record of an account.
type resource struct {
	commerce.Kind
	row  any // zero value of the result of show
	line any // zero value of its lines
	list listing.Kind
	show showFunc
}

// showFunc returns a record as an answer has it.
type showFunc func(r *listing.Reader, id string) (record any, known bool, err error)

// The kinds of records. Orders, campaigns and customers have the names of the
// interface.
var (
	orderResource        = resource{commerce.KindOf(listing.Order), orderRecord{}, client.OrderLine{}, listing.Orders(), showing(listing.Order, orderNotes)}
	campaignResource     = resource{commerce.KindOf(listing.Campaign), campaignRecord{}, client.CampaignLine{}, listing.Campaigns(), showing(listing.Campaign, campaignNotes)}
	customerResource     = resource{commerce.KindOf(listing.Customer), customerRecord{}, client.CustomerLine{}, listing.Customers(), showCustomer}
	subscriptionResource = resource{commerce.KindOf(listing.Subscription), client.Subscription{}, client.SubscriptionLine{}, listing.Subscriptions(), showSubscription}
	productResource      = resource{commerce.KindOf(listing.Product), productRecord{}, client.ProductLine{}, listing.Products(), showing(listing.Product, handleNotes(listing.Product))}
	partnerResource      = resource{commerce.KindOf(listing.Partner), partnerRecord{}, client.PartnerLine{}, listing.Partners(), showing(listing.Partner, handleNotes(listing.Partner))}
)

// resources returns all kinds.
func resources() []resource {
	return []resource{orderResource, campaignResource, customerResource, subscriptionResource, productResource, partnerResource}
}

// listing returns a handler for a page of the records of an account.
func (api *API) listing(of resource) accountHandler {
	return func(c *gin.Context, a *account.Account) (answer, error) {
		asked, err := readRecordsRequest(c, of, a.Clock.Now())
		if err != nil {
			return answer{}, err
		}
		lines, err := asksForLines(c)
		if err != nil {
			return answer{}, err
		}
		show := of.show
		if lines {
			show = of.list.Line
		}
		reader := listing.NewReader(a.Shop, a.Clock.Now())
		page, err := of.list.List(c.Request.Context(), reader, asked)
		if err != nil {
			return answer{}, err
		}
		rows, err := showAll(reader, page.IDs, show)
		if err != nil {
			return answer{}, err
		}
		return ok(map[string]any{of.Plural: rows, "total": page.Total}), nil
	}
}

func showAll(reader *listing.Reader, ids []string, show showFunc) (rows []any, err error) {
	rows = []any{}
	err = reader.View(func() error {
		for _, id := range ids {
			record, known, err := show(reader, id)
			if err != nil {
				return err
			}
			if known { // nobody has deleted it since
				rows = append(rows, record)
			}
		}
		return nil
	})
	return rows, err
}

// record returns a handler for one record of an account.
func (api *API) record(of resource) accountHandler {
	return func(c *gin.Context, a *account.Account) (answer, error) {
		_, record, err := of.find(a, c.Param("id"))
		if err != nil {
			return answer{}, err
		}
		return ok(record), nil
	}
}

// find returns the record named by its id or a handle, with its id. The error has the
// nearest ids.
func (of resource) find(a *account.Account, named string) (id string, record any, err error) {
	reader := listing.NewReader(a.Shop, a.Clock.Now())
	err = reader.View(func() error {
		if id, err = resolve(reader, of, named); err != nil {
			return err
		}
		found, known, err := of.show(reader, id)
		if err == nil && !known {
			err = of.unknownID(reader.Tx, id)
		}
		record = found
		return err
	})
	return id, record, err
}

// maxCompared is how many ids an unknown one is compared with at most.
const maxCompared = 1000

// unknownID returns the error for an unknown id. It suggests a handle with the name,
// otherwise the nearest ids.
func (of resource) unknownID(tx commerce.Tx, id string) error {
	if _, isHandle, _ := tx.Handles().Get(id); isHandle {
		return problem(http.StatusNotFound, "did you mean "+handlePrefix+id+"?", "unknown %s %q", of.Name, id)
	}
	var ids []string
	for known := range of.IDs(tx) {
		if len(ids) == maxCompared {
			break
		}
		ids = append(ids, known)
	}
	return unknownName(of.Name, id, ids)
}

// readRecordsRequest reads the request for a list of records.
func readRecordsRequest(c *gin.Context, of resource, now time.Time) (listing.Request, error) {
	p := listing.Request{Sort: c.Query("sort")}
	var err error
	if p.Query, err = readRecordsQuery(c, of, now); err != nil {
		return p, err
	}
	if p.Limit, err = readCount(c, "limit", defaultRows, maxRecords); err != nil {
		return p, err
	}
	p.Offset, err = readCount(c, "offset", 0, math.MaxInt32)
	return p, err
}

// readRecordsQuery returns the query of a list: q, and a term for each field in a name of its
// own, as in ?status=REFUND for ?q=status:REFUND.
func readRecordsQuery(c *gin.Context, of resource, now time.Time) (string, error) {
	terms := []string{c.Query("q")}
	for _, field := range of.list.Fields() {
		value, given := c.GetQuery(field.Name)
		if !given {
			continue
		}
		if value == "" || strings.ContainsFunc(value, unicode.IsSpace) && !strings.Contains(value, `"`) {
			value = `"` + strings.ReplaceAll(value, `\`, `\\`) + `"`
		}
		term := field.Name + ":" + value
		var wrong *query.Error
		if err := of.list.Check(term, now); errors.As(err, &wrong) {
			return "", &query.Error{Message: wrong.Message, Hint: wrong.Hint} // the client did not write the query, so no place in it
		}
		terms = append(terms, term)
	}
	return strings.TrimSpace(strings.Join(terms, " ")), nil
}

// maxRecords is the longest list of records, because the answer is in memory as a
// whole: 10,000 orders are 40 MB.
const maxRecords = 10_000
