package control_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

func TestAbout(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	got, err := client.New(s.URL(), client.Options{}).About(t.Context())
	if err != nil || got.Instance == "" || got.Version == "" || got.Started.IsZero() {
		t.Errorf("got %+v, %v", got, err)
	}
	want := client.About{
		Instance: got.Instance, Version: got.Version, Started: got.Started, First: "DEMO", Last: got.Instance + "-0",
		Addresses: client.Addresses{Control: s.URL() + "/_sandbox/", REST: s.REST(), SOAP: s.SOAP(), WSDL: s.SOAP() + "?wsdl"},
		Limits: client.AboutLimits{
			Accounts: 1000, Snapshots: 100, Scenarios: 1000, Streams: 2000,
			JournalEntries: 1000, JournalBody: 64 << 10, JournalAccountBytes: 8 << 20, JournalBytes: 128 << 20,
		},
	}
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
