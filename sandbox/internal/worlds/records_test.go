package worlds

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/anonymize"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// anExport writes a page of one order below a folder, and returns its path.
func anExport(t *testing.T, folder string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "transfer", "testdata", "page.json"))
	path := filepath.Join(folder, "exports", "page.json")
	must(t, errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, text, 0o600)))
	return path
}

func worldFile(t *testing.T, folder, text string) string {
	t.Helper()
	path := filepath.Join(folder, "world.yaml")
	must(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// TestOrdersFrom opens a world with orders in files.
func TestOrdersFrom(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	anExport(t, folder)
	path := worldFile(t, folder, "orders_from: exports/*.json\n")
	for _, keep := range []bool{false, true} {
		library := Library{Anonymize: anonymize.NewKey("a"), KeepPersonalData: keep}
		world, err := library.Load(path)
		must(t, err)
		built, err := world.Build(BuildRequest{Merchant: "ACME", Now: time.Date(2026, time.October, 9, 12, 0, 0, 0, time.UTC)})
		must(t, err)
		var orders []record.StoredOrder
		for o := range built.Orders {
			orders = append(orders, o)
		}
		if len(orders) != 1 || orders[0].Order.MerchantCode != "ACME" || orders[0].Sale == 0 || orders[0].Invoice == "" {
			t.Fatalf("got %+v", orders)
		}
		if got := strings.Contains(orders[0].Text, "moreau-labs.fr"); got != keep || built.PersonalData != keep {
			t.Errorf("keep %v: got personal data %v, and the world says %v", keep, got, built.PersonalData)
		}
		again, err := world.Build(BuildRequest{Merchant: "ACME", Now: time.Date(2026, time.October, 9, 12, 0, 0, 0, time.UTC)})
		for o := range again.Orders {
			if err != nil || o.Text != orders[0].Text {
				t.Errorf("got another text the second time: %s, %v", o.Text, err)
			}
		}
	}
}

// TestOrdersFromStaysBelowTheWorld reads patterns that lead out of the folder of the
// world.
func TestOrdersFromStaysBelowTheWorld(t *testing.T) {
	t.Parallel()
	outside, folder := t.TempDir(), t.TempDir()
	secret := anExport(t, outside)
	must(t, errors.Join(os.Symlink(secret, filepath.Join(folder, "link.json")), os.Symlink(outside, filepath.Join(folder, "out")), os.Mkdir(filepath.Join(folder, "a.json"), 0o700)))
	for pattern, want := range map[string]string{
		"../*.json":               "must stay below the folder of the world",
		"exports/../../x.json":    "must stay below the folder of the world",
		secret:                    "must stay below the folder of the world",
		"link.json":               "no file below",
		"out/exports/*.json":      "no file below",
		"none/*.json":             "no file below",
		"a.json":                  "it is no file",
		"[":                       "syntax error in pattern",
		"\"x.json\\0\"":           "no file below",
		"[x.json, \"../y.json\"]": "no file below",
	} {
		_, err := new(Library).Load(worldFile(t, folder, "orders_from: "+pattern+"\n"))
		if pattern == "[" {
			_, err = new(Library).Load(worldFile(t, folder, "orders_from: \"[\"\n"))
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "Mor") {
			t.Errorf("%s: got error %v, want %s", pattern, err, want)
		}
	}
	if _, err := Parse([]byte("orders_from: exports/*.json\n"), "sent"); err == nil || !strings.Contains(err.Error(), "has none") {
		t.Errorf("a world that was sent: got error %v", err)
	}
	if err := Check([]byte("orders_from: /etc/passwd\n"), "sent"); err == nil || !strings.Contains(err.Error(), "has none") {
		t.Errorf("a world that was sent: got error %v", err)
	}
}

// TestRecordsTakeNewNumbers gives paid records without a sale, or without an invoice, one of
// their own.
func TestRecordsTakeNewNumbers(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "transfer", "testdata", "page.json"))
	var page struct{ Items []map[string]any }
	must(t, errors.Join(err, json.Unmarshal(text, &page)))
	var orders strings.Builder
	for i, internals := range []string{`{}`, `{"sale":5}`, `{"sale":6}`, `{"invoice":"7"}`, `{"invoice":"8"}`} {
		o := page.Items[0]
		o["RefNo"], o["OrderNo"], o["sandbox"] = strconv.Itoa(248810377+i), 51820+i, json.RawMessage(internals)
		line, err := json.Marshal(o)
		must(t, err)
		orders.Write(append(line, '\n'))
	}
	file, err := yaml.Marshal(map[string]any{"records": map[string]any{"orders": orders.String()}})
	must(t, err)
	world, err := Parse(file, "world.yaml")
	must(t, err)
	built, err := world.Build(BuildRequest{Merchant: "ACME", Now: time.Date(2026, time.October, 9, 12, 0, 0, 0, time.UTC)})
	must(t, err)
	sales, invoices := map[int64]bool{}, map[string]bool{}
	for o := range built.Orders {
		sales[o.Sale], invoices[o.Invoice] = true, true
	}
	if len(sales) != 5 || sales[0] || len(invoices) != 5 || invoices[""] {
		t.Errorf("got the sales %v and the invoices %v", sales, invoices)
	}
}

// TestRecordFaults points at the list of records and at the place within.
func TestRecordFaults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"records:\n  orders: |\n    {\"RefNo\":7}\n":                                                        "$.RefNo: must be a string of 1 to 18 digits that begins with no 0, got a number",
		"records:\n  orders: |\n    {\"RefNo\":\"1\"}\n    {\"a\"}\n":                                       "not valid JSON at line 2",
		"records:\n  sequences: {order-reference: 1}\n":                                                     "unknown sequence; did you mean order-references?",
		"records:\n  handles: |\n    {\"a\":{\"kind\":\"order\"}}\n":                                        "must have the kind and the ids of a record",
		"customers:\n- {reference: 41}\nrecords:\n  customers: |\n    {\"AvangateCustomerReference\":41}\n": "the customer reference \"41\" is used twice",
	} {
		if _, err := Parse([]byte(text), "world.yaml"); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "world.yaml: [") {
			t.Errorf("got error %v, want %s", err, want)
		}
	}
}
