package sandbox_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// A program starts a sandbox on a free port and stops it in the end.
func Example() {
	ctx := context.Background()
	s, err := sandbox.New(sandbox.Options{Listen: "127.0.0.1:0", Ephemeral: true})
	if err != nil {
		fmt.Println(err) // all faults of the options
		return
	}
	if err := s.Start(ctx); err != nil {
		fmt.Println(err)
		return
	}
	response, err := http.Get(s.URL() + "/_sandbox/ready")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer response.Body.Close()
	fmt.Println(response.Status, s.First().Code)
	fmt.Println(s.Stop(ctx))
	// Output:
	// 200 OK DEMO
	// <nil>
}

// A program waits for its own end, and for that of the sandbox.
func ExampleSandbox_Done() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s, err := sandbox.New(sandbox.Options{Listen: "127.0.0.1:0", Ephemeral: true})
	if err == nil {
		err = s.Start(ctx)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	cancel() // a signal would do this
	select {
	case <-ctx.Done():
		err = s.Stop(context.WithoutCancel(ctx))
	case <-s.Done():
		err = s.Err()
	}
	fmt.Println(err)
	// Output: <nil>
}

// A program that has a server already serves the handler of the sandbox.
func ExampleSandbox_Handler() {
	ctx := context.Background()
	s, err := sandbox.New(sandbox.Options{Ephemeral: true, World: "empty"})
	if err == nil {
		err = s.Open(ctx)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Stop(ctx)
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	response, err := http.Get(server.URL + "/rest/6.0/orders/")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer response.Body.Close()
	fmt.Println(response.Status)
	// Output: 401 Unauthorized
}

// New reports every fault at once.
func ExampleNew() {
	_, err := sandbox.New(sandbox.Options{Accounts: "ajar", Orders: -1, TLS: "on"})
	fmt.Println(err)
	// Output:
	// accounts must be open or closed, got "ajar"
	// orders must be 0 or more, got -1
	// tls must be off, self-signed or CERT,KEY, got "on"
}
