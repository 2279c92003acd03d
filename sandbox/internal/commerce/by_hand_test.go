package commerce_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commercetest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

const upgradedSubscription, purchaseOrder = "ZZZZZZZZZZ", "1000003"

// usedWorld is a sound world of records that use each other: the subscription was bought
// with the first order and upgraded with the second, and both show it.
func usedWorld() commerce.World {
	w, partner := commercetest.NewSoundWorld(moved), "NORTH"
	w.Other.Order.CustomerDetails = &record.Customer{Reference: 8}
	bare := record.StoredOrder{Order: w.Other.Order}
	bare.Order.RefNo, bare.Order.CustomerDetails, bare.Order.PartnerCode = purchaseOrder, nil, &partner
	bare.Order.Items = nil
	bare.PurchaseOrder = &record.PurchaseOrder{State: catalog.Confirmed, Forms: []record.Form{{FileName: "a.pdf", Content: []byte("A")}, {FileName: "b.pdf", Content: []byte("B")}}}
	w.Other.Order.Items[0].ProductDetails.Subscriptions = slices.Clone(w.Order.Order.Items[0].ProductDetails.Subscriptions)
	w.Subscription.PreviousOrders = []string{w.Other.Order.RefNo}
	upgraded := record.Subscription{Reference: upgradedSubscription, Customer: 8, Partner: "SOUTH", Order: w.Other.Order.RefNo, Product: "SHOWN", UpgradeOrder: w.Order.Order.RefNo}
	external := "CRM-7"
	return commerce.World{
		Products: []record.Product{
			{Code: "YEARLY", UpgradeProducts: []string{"YEARLY"}}, {Code: "BOOK"}, {Code: "NEXT", UpgradeProducts: []string{"BOOK"}}, {Code: "SHOWN"}, {Code: "UNUSED", UpgradeProducts: []string{"UNUSED"}},
		},
		Partners:  []record.Partner{{Code: "NORTH"}, {Code: "SOUTH"}, {Code: "WEST"}},
		Customers: slices.Values([]record.Customer{{Reference: 7, ExternalReference: &external}, {Reference: 8}}),
		Orders:    slices.Values([]record.StoredOrder{w.Other, w.Order, bare}), Subscriptions: slices.Values([]record.Subscription{w.Subscription, upgraded}),
		Campaigns: []record.Campaign{{Code: w.Campaign.Code, Name: "Better", PrimaryProduct: record.ProductRef{Code: "NEXT"}, RecommendedProduct: record.ProductRef{Code: "SHOWN"}}},
		Handles: map[string]record.Handle{
			"bought": w.Handle, "a-customer": {Kind: "customer", IDs: map[string]string{"CustomerReference": "7"}},
			"b-customer":     {Kind: "customer", IDs: map[string]string{"CustomerReference": "7", "ExternalCustomerReference": external}},
			"other-customer": {Kind: "customer", IDs: map[string]string{"CustomerReference": "8"}},
			"campaign":       {Kind: "campaign", IDs: map[string]string{"upsellCode": w.Campaign.Code}},
		},
	}
}

func recordNames(names []record.Name) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = n.String()
	}
	return strings.Join(list, ", ")
}

// TestDeleteRecord deletes one record of each kind from the same world. It compares the records
// deleted with it and the changed ones, and finds the reason when one in use stays.
func TestDeleteRecord(t *testing.T) {
	t.Parallel()
	const campaign = "0199a2b4-6f00-7c31-9d58-3b1f6a2e7c40"
	for _, test := range []struct {
		record           record.Name
		removed, changed string
		forms            int
		err              string
	}{
		{record.Name{Kind: "order", ID: "1000002"}, "order 1000002, subscription ABCDEFGHJK, handle bought", "subscription ZZZZZZZZZZ, order 1000001", 0, ""},
		{record.Name{Kind: "order", ID: "1000001"}, "order 1000001, subscription ZZZZZZZZZZ", "subscription ABCDEFGHJK", 0, ""},
		{record.Name{Kind: "order", ID: purchaseOrder}, "order 1000003", "", 2, ""},
		{record.Name{Kind: "customer", ID: "7"}, "customer 7, handle a-customer, handle b-customer, order 1000002, subscription ABCDEFGHJK, handle bought", "subscription ZZZZZZZZZZ, order 1000001", 0, ""},
		{record.Name{Kind: "customer", ID: "08"}, "customer 8, handle other-customer, order 1000001, subscription ZZZZZZZZZZ", "subscription ABCDEFGHJK", 0, ""},
		{record.Name{Kind: "subscription", ID: "ABCDEFGHJK"}, "subscription ABCDEFGHJK, handle bought", "order 1000002, order 1000001", 0, ""},
		{record.Name{Kind: "subscription", ID: upgradedSubscription}, "subscription ZZZZZZZZZZ", "", 0, ""},
		{record.Name{Kind: "campaign", ID: campaign}, "campaign " + campaign + ", handle campaign", "", 0, ""},
		{record.Name{Kind: "product", ID: "UNUSED"}, "product UNUSED", "", 0, ""},
		{record.Name{Kind: "partner", ID: "WEST"}, "partner WEST", "", 0, ""},
		{record.Name{Kind: "product", ID: "YEARLY"}, "", "", 0, "product YEARLY is in use: order 1000002 and subscription ABCDEFGHJK"},
		{record.Name{Kind: "product", ID: "BOOK"}, "", "", 0, "product BOOK is in use: order 1000001 and product NEXT"},
		{record.Name{Kind: "product", ID: "NEXT"}, "", "", 0, "product NEXT is in use: campaign " + campaign},
		{record.Name{Kind: "product", ID: "SHOWN"}, "", "", 0, "product SHOWN is in use: subscription ZZZZZZZZZZ and campaign " + campaign},
		{record.Name{Kind: "partner", ID: "NORTH"}, "", "", 0, "partner NORTH is in use: order 1000003"},
		{record.Name{Kind: "partner", ID: "SOUTH"}, "", "", 0, "partner SOUTH is in use: subscription ZZZZZZZZZZ"},
		{record.Name{Kind: "order", ID: "7"}, "", "", 0, `unknown order "7"`},
		{record.Name{Kind: "customer", ID: "x"}, "", "", 0, `unknown customer "x"`},
		{record.Name{Kind: "subscription", ID: "S"}, "", "", 0, `unknown subscription "S"`},
		{record.Name{Kind: "campaign", ID: "C"}, "", "", 0, `unknown campaign "C"`},
		{record.Name{Kind: "product", ID: "P"}, "", "", 0, `unknown product "P"`},
		{record.Name{Kind: "partner", ID: "P"}, "", "", 0, `unknown partner "P"`},
	} {
		shop := openShop(t, usedWorld())
		before := everything(t, shop)
		d, _, err := shop.DeleteRecord(test.record)
		text := ""
		if err != nil {
			text = err.Error()
		}
		if got, changed := recordNames(d.Removed), recordNames(d.Changed); text != test.err || got != test.removed || changed != test.changed || d.Forms != test.forms {
			t.Errorf("%s: got %s; %s; %d forms; %v, want %s; %s; %d; %s", test.record, got, changed, d.Forms, err, test.removed, test.changed, test.forms, test.err)
		}
		after := everything(t, shop)
		if err != nil && !reflect.DeepEqual(after, before) {
			t.Errorf("%s: a refused deletion changed %v into %v", test.record, before, after)
		}
		checkDeleted(t, test.record, d, before, after)
	}
}

// everything returns the images of all records by their names.
func everything(t *testing.T, shop *commerce.Shop) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, shop.View(func(tx commerce.Tx) error {
		handles, err := tx.Handles().All()
		for name := range handles {
			all["handle "+name] = string(encoded(t, handles[name]))
		}
		for kind, ids := range map[string][]string{
			"order": slices.Collect(commerce.OrderIDs(tx)), "campaign": slices.Collect(commerce.CampaignIDs(tx)), "customer": slices.Collect(commerce.CustomerIDs(tx)),
			"subscription": slices.Collect(commerce.SubscriptionIDs(tx)), "product": slices.Collect(commerce.ProductIDs(tx)), "partner": slices.Collect(commerce.PartnerIDs(tx)),
		} {
			for _, id := range ids {
				image, err := tx.Image(kind, id)
				if err != nil {
					return err
				}
				all[kind+" "+id] = string(image)
			}
		}
		return err
	}))
	return all
}

// checkDeleted verifies that exactly the removed records are gone, exactly the changed ones
// differ, and nothing names a removed one.
func checkDeleted(t *testing.T, of record.Name, d commerce.Deletion, before, after map[string]string) {
	t.Helper()
	for name, was := range before {
		now, there := after[name]
		if strings.Contains(now, `"Subscriptions":[]`) {
			t.Errorf("%s: %s has an empty list in place of null", of, name)
		}
		parts := strings.SplitN(name, " ", 2)
		n := record.Name{Kind: parts[0], ID: parts[1]}
		if removed := slices.Contains(d.Removed, n); there == removed {
			t.Errorf("%s: %s is there: %t", of, name, there)
		}
		if changed := slices.Contains(d.Changed, n); there && changed != (now != was) {
			t.Errorf("%s: %s became %s from %s", of, name, now, was)
		}
		for _, gone := range d.Removed {
			if gone.Kind != "customer" && there && strings.Contains(now, `"`+gone.ID+`"`) {
				t.Errorf("%s: %s still names %s: %s", of, name, gone, now)
			}
		}
	}
}

// TestBefore reads the records from a shop before changes, as they were. It returns the error
// of its reader, and leaves the records as they are.
func TestBefore(t *testing.T) {
	t.Parallel()
	shop := openShop(t, usedWorld())
	before := everything(t, shop)
	changes, err := shop.ChangeCustomer(7, func(c *record.Customer) { c.FirstName = "Ida" })
	must(t, err)
	after := everything(t, shop)
	if reflect.DeepEqual(after, before) {
		t.Fatal("nothing has changed")
	}
	same(t, "the records before", everything(t, shop.Before(changes)), before)
	same(t, "the records", everything(t, shop), after)
	ended := errors.New("the reader has ended")
	if err := shop.Before(changes).View(func(commerce.Tx) error { return ended }); !errors.Is(err, ended) {
		t.Errorf("got %v", err)
	}
}

// TestMoves makes every move listed by an order. The refusal of any other one names the
// moves of its field.
func TestMoves(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		order record.StoredOrder
		want  string
	}{
		"pending":                         {aPendingOrder(), "status=AUTHRECEIVED status=CANCELED"},
		"a purchase order without a form": {aPurchaseOrder(catalog.AwaitingForm), "status=CANCELED purchase_order=awaiting_confirmation purchase_order=canceled"},
		"complete":                        {finishOrder(aPendingOrder()), "status=REFUND dispute=OPEN dispute=WON dispute=LOST dispute=ACCEPTED"},
		"disputed":                        {with(finishOrder(aPendingOrder()), disputed(catalog.DisputeOpen, "FRAUD")), "dispute=WON dispute=LOST dispute=ACCEPTED dispute="},
		"complete and lost":               {with(finishOrder(aPendingOrder()), disputed(catalog.DisputeLost, "FRAUD")), "status=REFUND dispute=OPEN dispute=WON dispute=ACCEPTED dispute="},
		"authorised":                      {with(aPendingOrder(), status(catalog.AuthReceived, catalog.Waiting)), "status=COMPLETE status=REVERSED approve_status=OK"},
		"canceled":                        {with(aPendingOrder(), status(catalog.Canceled, catalog.Approved)), "approve_status=FRAUD approve_status=INVALIDDATA"},
	} {
		var list []string
		for _, m := range commerce.Moves(&test.order) {
			list = append(list, m.Field+"="+m.To)
		}
		if got := strings.Join(list, " "); got != test.want {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
	}
}

// TestTransitionError verifies the text of a refused move.
func TestTransitionError(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]commerce.TransitionError{
		"status cannot become REFUND: it is PENDING, which can become AUTHRECEIVED or CANCELED": {What: "status", To: "REFUND", Why: "it is PENDING", Legal: []string{"AUTHRECEIVED", "CANCELED"}},
		"dispute cannot become OPEN: it is LOST, whose dispute can be WON":                      {What: "dispute", To: "OPEN", Why: "it is LOST", Legal: []string{"WON"}},
		"enabled cannot become true: it expired":                                                {What: "enabled", To: "true", Why: "it expired"},
	} {
		if got := e.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestClockEffects counts the records that a move of the clock brings into the window,
// ends and revives.
func TestClockEffects(t *testing.T) {
	t.Parallel()
	w := usedWorld()
	first, last := record.DayOf(moved.AddDate(0, 0, 1)), record.DayOf(moved.AddDate(0, 0, 2))
	w.Campaigns = []record.Campaign{
		{Code: commerce.NewCampaignCode(moved, "", 1), Enabled: true, StartDate: &first}, {Code: commerce.NewCampaignCode(moved, "", 2), Enabled: true, StartDate: &first},
		{Code: commerce.NewCampaignCode(moved, "", 3), Enabled: true, EndDate: &last}, {Code: commerce.NewCampaignCode(moved, "", 4), StartDate: &first},
	}
	shop := openShop(t, w)
	const week = 7 * 24 * time.Hour
	order := aPendingOrder().Order
	regular := order.Facts()
	regular.Partner = false
	if !commerce.IsFound(regular) || commerce.IsFound(order.Facts()) {
		t.Error("a search without filters finds the orders of partners, or no order")
	}
	for _, test := range []struct {
		from, to time.Duration
		want     commerce.ClockEffects
	}{
		{0, 0, commerce.ClockEffects{}},
		{0, 24 * time.Hour, commerce.ClockEffects{Campaigns: map[commerce.CampaignTurn]int{{From: record.UpcomingCampaign, To: record.RunningCampaign}: 2}}},
		{0, week, commerce.ClockEffects{OrdersLeave: 2, Campaigns: map[commerce.CampaignTurn]int{{From: record.UpcomingCampaign, To: record.RunningCampaign}: 2, {From: record.RunningCampaign, To: record.ExpiredCampaign}: 1}}},
		{0, 100 * week, commerce.ClockEffects{OrdersLeave: 2, Subscriptions: commerce.SubscriptionTurns{Expire: 1}, Campaigns: map[commerce.CampaignTurn]int{{From: record.UpcomingCampaign, To: record.RunningCampaign}: 2, {From: record.RunningCampaign, To: record.ExpiredCampaign}: 1}}},
		{100 * week, 101 * week, commerce.ClockEffects{}},
		{100 * week, week, commerce.ClockEffects{Subscriptions: commerce.SubscriptionTurns{Revive: 1}}},
		{week, 0, commerce.ClockEffects{OrdersEnter: 2, Campaigns: map[commerce.CampaignTurn]int{{From: record.RunningCampaign, To: record.UpcomingCampaign}: 2, {From: record.ExpiredCampaign, To: record.RunningCampaign}: 1}}},
	} {
		got, err := shop.ClockEffects(t.Context(), commerce.Terms{Now: moved.Add(test.from)}, moved.Add(test.to))
		if test.want.Campaigns == nil {
			test.want.Campaigns = map[commerce.CampaignTurn]int{}
		}
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("from %s to %s: got %+v (%v), want %+v", test.from, test.to, got, err, test.want)
		}
	}
}
