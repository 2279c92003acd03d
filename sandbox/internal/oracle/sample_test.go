package oracle_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/.ci/conformance/corpus"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/oracle"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestSample makes a sample of the corpus to a sandbox. The script run beside the
// program makes all of it.
func TestSample(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.Log = slog.New(slog.DiscardHandler) })
	var made bytes.Buffer
	if err := oracle.Sample().Write(&made); err != nil {
		t.Fatal(err)
	}
	c, err := corpus.Read(&made)
	if err != nil {
		t.Fatal(err)
	}
	result, err := corpus.Run(s.URL(), c, func(*corpus.Case) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("1 case of %d: same %d, other %d, not asked %d", *oracle.Share, result.Same, len(result.Other), result.NotAsked)
	for _, d := range result.Other {
		t.Errorf("%s\n%+.300v\n%s", d.ID, d.Call, d.How)
	}
	if result.NotAsked > 0 {
		t.Errorf("not asked: %s", result.Reason)
	}
}

// TestCatalogue finds every operation in the table with every parameter, and no other.
func TestCatalogue(t *testing.T) {
	t.Parallel()
	response, err := http.Get(sandboxtest.Start(t).URL() + "/_sandbox/catalog")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var catalogue struct {
		Operations []struct {
			ID         string
			Parameters []struct{ Name string }
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&catalogue); err != nil {
		t.Fatal(err)
	}
	for _, o := range catalogue.Operations {
		var want []string
		for _, p := range o.Parameters {
			want = append(want, p.Name)
		}
		slices.Sort(want)
		if got := oracle.Inputs(o.ID); got == nil || !slices.Equal(got, want) {
			t.Errorf("%s: classes.json has the inputs %q, the catalogue %q", o.ID, got, want)
		}
	}
}
