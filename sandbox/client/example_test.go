package client_test

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// startExample returns the URL of a new sandbox, and a function that stops it.
func startExample(ctx context.Context) (url string, stop func(), err error) {
	s, err := sandbox.New(sandbox.Options{Listen: "127.0.0.1:0", Ephemeral: true, World: "empty"})
	if err != nil {
		return "", nil, err
	}
	if err := s.Start(ctx); err != nil {
		return "", nil, err
	}
	return s.URL(), func() { _ = s.Stop(ctx) }, nil
}

// searchOrders makes a call as a client of the commerce interface does.
func searchOrders(ctx context.Context, url string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/rest/6.0/orders/?Limit=10", nil)
	if err != nil {
		return err
	}
	signature, err := sandbox.Credentials{VendorCode: "DEMO"}.Sign(time.Now())
	if err != nil {
		return err
	}
	request.Header.Set(sandbox.AuthHeader, signature.Header())
	request.Header.Set("Accept", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	return answer.Body.Close()
}

// This example calls the commerce interface once, and verifies the call.
func ExampleAccount_Verify() {
	ctx := context.Background()
	url, stop, err := startExample(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer stop()
	if err := searchOrders(ctx, url); err != nil {
		fmt.Println(err)
		return
	}
	shop := client.New(url, client.Options{}).Account("DEMO")
	for _, page := range []string{"10", "50"} {
		found, err := shop.Verify(ctx, client.Expectation{
			Operation: "search-orders",
			Where:     fmt.Sprintf("query.Limit == %q", page),
			AtLeast:   new(1),
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(found.Verified, found.Message)
		if found.Closest != nil {
			fmt.Println("the closest call has", found.Closest.Differed[0].Given)
		}
	}
	// Output:
	// true search-orders: matched 1, expected at least 1
	// false search-orders: matched 0, expected at least 1
	// the closest call has map[query.Limit:10]
}
