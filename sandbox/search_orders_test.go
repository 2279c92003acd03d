package sandbox_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// searched is the part of an order that the filters of section 4.1 read.
type searched struct {
	RefNo, Status, ApproveStatus, OrderDate string
	ExternalReference, PartnerCode          *string
	TestOrder                               bool
}

type searchPage struct {
	Items      []searched
	Pagination struct{ Page, Limit, Count int }
}

// TestSearchOrdersAnyFilter searches with random combinations of all filters and
// compares the answers with a plain filter over all orders, which compares dates
// as texts.
func TestSearchOrdersAnyFilter(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Orders = 100 })
	addEdges(t, s)
	all := everyOrder(t, s)
	random := rand.New(rand.NewPCG(4, 1))
	found := 0
	for range 300 {
		asked := randomSearch(random, all)
		want, valid := filtered(all, asked, s.Now())
		answer := s.Get("/orders/?" + asked.Encode())
		if !valid {
			if answer.Status != 400 {
				t.Errorf("%s: got %d, want 400", asked.Encode(), answer.Status)
			}
			continue
		}
		var got searchPage
		if err := json.Unmarshal([]byte(answer.Body), &got); err != nil || answer.Status != 201 {
			t.Fatalf("%s: got %d %s", asked.Encode(), answer.Status, answer.Body)
		}
		page, limit := number(asked, "Page", 1), number(asked, "Limit", 10)
		first := min((page-1)*limit, len(want))
		shown := refNos(want[first:min(first+limit, len(want))])
		if !slices.Equal(refNos(got.Items), shown) || got.Pagination.Count != len(want) {
			t.Errorf("%s: got %v of %d, want %v of %d", asked.Encode(), refNos(got.Items), got.Pagination.Count, shown, len(want))
		}
		found += min(1, len(shown))
	}
	if found < 50 {
		t.Errorf("only %d questions found something", found)
	}
}

// addEdges adds orders of the first and of the last second of a day.
func addEdges(t *testing.T, s *sandboxtest.Running) {
	t.Helper()
	var world strings.Builder
	world.WriteString("orders:\n")
	for _, date := range []string{"2026-10-07 00:00:00", "2026-10-07 23:59:59", "2026-10-08 00:00:00"} {
		for range 20 {
			fmt.Fprintf(&world, "  - {customer: customer-regular, date: %q, lines: [{product: FONT-PACK}]}\n", date)
		}
	}
	must(t, controlled(s).AddWorld(t.Context(), world.String()))
}

func everyOrder(t *testing.T, s *sandboxtest.Running) []searched {
	t.Helper()
	var all []searched
	for n := 1; ; n++ {
		var page searchPage
		answer := s.Get("/orders/?Newer=0&PartnerOrders=1&IncludeTestOrders=YES&Limit=200&Page=" + strconv.Itoa(n))
		must(t, json.Unmarshal([]byte(answer.Body), &page))
		if len(page.Items) == 0 {
			return all
		}
		all = append(all, page.Items...)
	}
}

// randomSearch returns a search with some of the filters, most of which match.
func randomSearch(random *rand.Rand, all []searched) url.Values {
	asked := url.Values{}
	one := func(name string, of ...string) {
		if random.IntN(3) == 0 {
			asked.Set(name, of[random.IntN(len(of))])
		}
	}
	order := all[random.IntN(len(all))]
	date, _ := time.Parse(time.DateTime, order.OrderDate)
	near := date.Add(time.Duration(random.IntN(3)-1) * time.Second)
	other := all[random.IntN(len(all))].OrderDate[:10]
	one("Status", "COMPLETE", "PENDING", "CANCELED", "REFUND", "")
	one("ApproveStatus", "WAITING", "OK", "FRAUD", "INVALIDDATA", "")
	one("Newer", "0", near.Format(time.DateTime), near.Format(time.DateOnly), strconv.FormatInt(near.Unix(), 10))
	one("StartDate", order.OrderDate[:10], "2020-01-01", "")
	one("EndDate", order.OrderDate[:10], other, "9999-12-31")
	one("PartnerOrders", "true", "false", "1", "0", "YES", "no", "")
	one("IncludeTestOrders", "YES", "NO", "ONLY", "")
	one("Page", "1", "2", "3", "")
	one("Limit", "1", "7", "50", "")
	if order.ExternalReference != nil && random.IntN(8) == 0 {
		asked.Set("ExternalRefNo", *order.ExternalReference)
	}
	return asked
}

// filtered returns the orders that match, newest first. It reports false if the
// search is invalid.
func filtered(all []searched, asked url.Values, now time.Time) (match []searched, valid bool) {
	from, to := now.Add(-7*24*time.Hour).Format(time.DateTime), "9999-12-31 23:59:59"
	if newer := asked.Get("Newer"); len(newer) == len(time.DateOnly) && newer[4] == '-' {
		from = newer + " 00:00:00"
	} else if len(newer) == len(time.DateTime) {
		from = newer
	} else if newer != "" {
		from = time.Unix(int64(number(asked, "Newer", 0)), 0).UTC().Format(time.DateTime)
	}
	start, end := asked.Get("StartDate"), asked.Get("EndDate")
	if start != "" {
		from = start + " 00:00:00"
	}
	if end != "" {
		to = end + " 23:59:59"
	}
	if start != "" && end != "" && start > end {
		return nil, false
	}
	tests := cmp.Or(asked.Get("IncludeTestOrders"), "NO")
	partners := slices.Contains([]string{"true", "1", "YES"}, asked.Get("PartnerOrders"))
	for _, o := range all {
		ok := o.OrderDate >= from && o.OrderDate <= to &&
			cmp.Or(asked.Get("Status"), o.Status) == o.Status &&
			cmp.Or(asked.Get("ApproveStatus"), o.ApproveStatus) == o.ApproveStatus &&
			(o.PartnerCode == nil || partners) && (tests == "YES" || o.TestOrder == (tests == "ONLY"))
		if external := asked.Get("ExternalRefNo"); external != "" {
			ok = ok && o.ExternalReference != nil && *o.ExternalReference == external
		}
		if ok {
			match = append(match, o)
		}
	}
	slices.SortFunc(match, func(a, b searched) int {
		return cmp.Or(-cmp.Compare(a.OrderDate, b.OrderDate), -cmp.Compare(len(a.RefNo), len(b.RefNo)), -cmp.Compare(a.RefNo, b.RefNo))
	})
	return match, true
}

func number(asked url.Values, name string, absent int) int {
	if n, err := strconv.Atoi(asked.Get(name)); err == nil {
		return n
	}
	return absent
}

func refNos(orders []searched) []string {
	refs := []string{}
	for _, o := range orders {
		refs = append(refs, o.RefNo)
	}
	return refs
}
