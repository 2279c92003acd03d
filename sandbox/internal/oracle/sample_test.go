package oracle_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/oracle"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

var (
	address = flag.String("url", "", "a running sandbox, such as http://127.0.0.1:8080; without it, the test starts one")
	packed  = flag.String("corpus", "", "the corpus of a release, packed with gzip; without it, that of this clone")
)

// shown is how many differences the test prints.
const shown = 40

// TestSample makes the calls of a sample of the corpus, or those of the flags, to a
// sandbox. It prints three numbers, never summed.
func TestSample(t *testing.T) {
	t.Parallel()
	at := *address
	if at == "" {
		at = sandboxtest.Start(t, func(o *sandbox.Options) { o.Log = slog.New(slog.DiscardHandler) }).URL()
	}
	c, err := oracle.Read(bytes.NewReader(lines(t)))
	if err != nil {
		t.Fatal(err)
	}
	result := c.Ask(at)
	for i, d := range result.Other {
		if i == shown {
			t.Errorf("… and %d more", len(result.Other)-i)
			break
		}
		t.Errorf("%s\n  %s %s?%.200s %.300s\n  %s", d.ID, d.Call.Method, d.Call.Path, d.Call.Query, d.Call.Body, d.How)
	}
	if result.NotAsked > 0 {
		t.Errorf("not asked: %s", result.Reason)
	}
	t.Logf("corpus of %s: same %d, other %d, not asked %d", c.Date, result.Same, len(result.Other), result.NotAsked)
}

// lines returns the corpus of the flags, or the sample.
func lines(t *testing.T) []byte {
	t.Helper()
	var made bytes.Buffer
	if *packed == "" {
		if err := oracle.Sample().Write(&made); err != nil {
			t.Fatal(err)
		}
		return made.Bytes()
	}
	file, err := os.Open(*packed)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err == nil {
		_, err = made.ReadFrom(unpacked)
	}
	if err != nil {
		t.Fatalf("the corpus cannot be unpacked: %v", err)
	}
	return made.Bytes()
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
