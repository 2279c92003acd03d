package control_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestAddWorld adds a fragment whole or not at all.
func TestAddWorld(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"POST", "/accounts/DEMO/world", "customers:\n  - {handle: ada, first_name: Ada, last_name: Lind, company: Lind, country: fr, email: ada@example.test}\n", 201,
			`{"records":[{"kind":"customer","id":"1000001"},{"kind":"handle","id":"ada"}],"total":2}`},
		{"GET", "/accounts/DEMO/customers?offset=60", ``, 200,
			`{"customers":[{"AvangateCustomerReference":1000001,"ExternalCustomerReference":null,"FirstName":"Ada","LastName":"Lind","Company":"Lind","FiscalCode":null,"Address1":"4 Club","Address2":null,"City":"Nantes","State":null,"Zip":"44000","CountryCode":"fr","Phone":"5550122","Fax":null,"Email":"ada@example.test","Enabled":true,"Trial":false,"Language":"fr","sandbox":{"handles":["ada"]}}],"total":61}`},
		{"POST", "/accounts/DEMO/world", "customers:\n  - {handle: another}\norders:\n  - {customer: nobody, lines: [{product: FONT-PACK}]}\n", 400,
			`{"error":"fragment: [4:16] unknown customer \"nobody\"; known: another\n   1 | customers:\n   2 |   - {handle: another}\n   3 | orders:\n>  4 |   - {customer: nobody, lines: [{product: FONT-PACK}]}\n                      ^","hint":"a fragment is YAML in the format of a world, and may refer to records of the account","faults":[{"line":4,"column":16,"message":"unknown customer \"nobody\"; known: another"}]}`},
		{"POST", "/accounts/DEMO/world", "custmers: []\n", 400,
			`{"error":"fragment: [1:1] unknown field \"custmers\"; did you mean customers?\n>  1 | custmers: []\n       ^","hint":"a fragment is YAML in the format of a world, and may refer to records of the account","faults":[{"line":1,"column":1,"message":"unknown field \"custmers\"; did you mean customers?","suggestion":"customers"}]}`},
		{"POST", "/accounts/DEMO/world", ``, 400,
			`{"error":"fragment: the file is empty: give it a summary, or records such as customers and orders","hint":"a fragment is YAML in the format of a world, and may refer to records of the account","faults":[{"line":0,"column":0,"message":"fragment: the file is empty: give it a summary, or records such as customers and orders"}]}`},
		{"GET", "/accounts/DEMO/customers?offset=61", ``, 200,
			`{"customers":[],"total":61}`},
	})
}

// TestWorldBytes sends worlds of the largest size and of one byte more wherever a world is
// read, and compares the size with the guide's.
func TestWorldBytes(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	small := "summary: |\n  x\n"
	whole := small + strings.Repeat("\n", transfer.MaxYAML-len(small))
	for path, status := range map[string]int{"/accounts/DEMO/world": 201, "/accounts/DEMO/world?dry_run=true&whole=true": 200, "/accounts/DEMO/world?dry_run=true": 200} {
		if got, text := visit(t, s, "POST", path, whole); got != status {
			t.Errorf("%s: got %d %.200s, want %d", path, got, text, status)
		}
		if got, text := visit(t, s, "POST", path, whole+"\n"); got != 413 || !strings.Contains(text, fmt.Sprintf(`"send at most %d MiB"`, transfer.MaxYAML>>20)) {
			t.Errorf("%s: got %d %.200s, want 413", path, got, text)
		}
	}
	for page, format := range map[string]string{"survival.md": "A fragment may have %d MiB,", "import.md": "| a world fragment, also with `records` | %d MiB,"} {
		text, err := os.ReadFile("../../../web/guide/" + page)
		if want := fmt.Sprintf(format, transfer.MaxYAML>>20); err != nil || !strings.Contains(strings.Join(strings.Fields(string(text)), " "), want) {
			t.Errorf("%s lacks %q (%v)", page, want, err)
		}
	}
}
