package sandbox

import (
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
)

// TestFaultsAreShown verifies that a sandbox shows the last call that a panic made fail,
// without the secret that the panic names, and that the metrics count it.
func TestFaultsAreShown(t *testing.T) {
	t.Parallel()
	table := operations()
	at := slices.IndexFunc(table, func(op operation) bool { return op.id == catalog.RetrieveOrder })
	table[at].rest = reflect.MakeFunc(reflect.TypeFor[rest.Handle](), func([]reflect.Value) []reflect.Value {
		panic("broken beside demo-secret")
	}).Interface().(rest.Handle)
	s, err := newWith(table, Options{Listen: "127.0.0.1:0", Ephemeral: true, Log: slog.New(slog.DiscardHandler)})
	must(t, err)
	must(t, s.Start(t.Context()))
	t.Cleanup(func() { _ = s.Stop(t.Context()) })
	c := client.New(s.ControlURL(), client.Options{})
	if about, err := c.About(t.Context()); err != nil || about.Faults != (client.Faults{}) {
		t.Fatalf("got %+v, %v before a fault", about.Faults, err)
	}
	signed, err := c.Account("DEMO").Sign(t.Context(), client.SignRequest{Path: "/orders/1/"})
	must(t, err)
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, signed.URL, nil)
	r.Header.Set(signed.Header.Name, signed.Header.Value)
	r.Header.Set("Accept", "application/json")
	if answer := answerTo(t, r); !strings.Contains(answer, "INTERNAL_ERROR") {
		t.Errorf("got %s", answer)
	}
	about, err := c.About(t.Context())
	if err != nil || about.Faults.Count != 1 || about.Faults.Last == nil {
		t.Fatalf("got %+v, %v", about.Faults, err)
	}
	got := *about.Faults.Last
	if want := (client.LastFault{Time: got.Time, ID: "DEMO-1", Operation: "retrieve-order", Error: "panic: broken beside …"}); got != want || got.Time.Before(about.Started) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	r, _ = http.NewRequestWithContext(t.Context(), http.MethodGet, s.ControlURL()+"/metrics", nil)
	if text := answerTo(t, r); !strings.Contains(text, "\ncommerce_sandbox_faults_total 1\n") {
		t.Errorf("got the metrics %s", text)
	}
}

func answerTo(t *testing.T, r *http.Request) string {
	t.Helper()
	answer, err := http.DefaultClient.Do(r)
	must(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	return string(text)
}
