package client

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"
)

// Kind is a kind of record of an account.
type Kind string

// The kinds of records.
const (
	Orders        Kind = "orders"
	Campaigns     Kind = "campaigns"
	Customers     Kind = "customers"
	Subscriptions Kind = "subscriptions"
	Products      Kind = "products"
	Partners      Kind = "partners"
)

// Page is a part of a list.
type Page struct {
	Limit  int // how many rows, 100 when it is 0
	Offset int // how many are left out before them
}

// Records lists the records of a kind, in the interface's own names, and tells
// how many there are.
func (a *Account) Records(ctx context.Context, kind Kind, p Page) (rows []json.RawMessage, total int, err error) {
	query := url.Values{"offset": {strconv.Itoa(p.Offset)}}
	if p.Limit != 0 {
		query.Set("limit", strconv.Itoa(p.Limit))
	}
	var list map[string]json.RawMessage
	if err := a.client.get(ctx, a.at(string(kind))+"?"+query.Encode(), &list); err != nil {
		return nil, 0, err
	}
	if err := json.Unmarshal(list[string(kind)], &rows); err != nil {
		return nil, 0, err
	}
	return rows, total, json.Unmarshal(list["total"], &total)
}

// Record decodes one record, in the interface's own names, into record. An
// order has an object sandbox beside them, with what only the sandbox knows:
// its sale, invoice, purchase-order state and forms.
func (a *Account) Record(ctx context.Context, kind Kind, id string, record any) error {
	return a.client.get(ctx, a.at(string(kind), id), record)
}
