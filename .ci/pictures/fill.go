package main

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// fill makes the calls for the pictures, and returns the reference of an order. DEMO-6 is
// signed without the lengths.
func fill(ctx context.Context, a *client.Account) (string, error) {
	handles, err := a.Handles(ctx)
	if err != nil {
		return "", err
	}
	order := handles["order-complete"].IDs["OrderReference"]
	calls := []struct{ method, path, body, credential string }{
		{path: "/orders/?Limit=3"},
		{path: "/orders/" + order + "/"},
		{path: "/orders/?Limit=500"},
		{path: "/orders/none/"},
		{method: http.MethodPut, path: "/orders/" + order + "/", body: `{"Status": "?"}`},
		{path: "/orders/", credential: fmt.Sprintf(`code="DEMO" date="%s" hash="%x"`, now, withoutLengths())},
		{path: "/orders/?StartDate=2026-11-14&EndDate=2026-11-20&Limit=10&Page=1"},
		{path: "/orders/?StartDate=2026-11-14&EndDate=2026-11-20&Limit=10&Page=2"},
	}
	for i, c := range calls {
		if i == len(calls)-1 {
			if err := a.Activate(ctx, "search-orders-internal-error", client.ActivationLimits{Times: 3}); err != nil {
				return "", err
			}
		}
		if err := call(ctx, a, cmp.Or(c.method, http.MethodGet), c.path, c.body, c.credential); err != nil {
			return "", err
		}
	}
	_, err = a.SaveSnapshot(ctx, "before-lunch")
	return order, err
}

// withoutLengths signs as many do at first.
func withoutLengths() []byte {
	sum := hmac.New(sha256.New, []byte("demo-secret"))
	sum.Write([]byte("DEMO" + now))
	return sum.Sum(nil)
}

// call makes a call, signed unless it has a credential of its own.
func call(ctx context.Context, a *client.Account, method, path, body, credential string) error {
	signed, err := a.Sign(ctx, client.SignRequest{Method: method, Path: path, Body: body})
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, method, signed.URL, strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set(signed.Header.Name, cmp.Or(credential, signed.Header.Value))
	request.Header.Set("Accept", "application/json")
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	return answer.Body.Close()
}
