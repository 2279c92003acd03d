package transfer_test

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// A record that breaks a link to the account's records is refused, as an import of both
// would be.
func TestLinksOfTheAccount(t *testing.T) {
	t.Parallel()
	later := strings.NewReplacer("248810377", "248810378", "2026-10-02 09:14:51", "2026-10-03 09:14:51", "2026-10-02 09:20:07", "2026-10-03 09:20:07")
	replace := transfer.Policy{Now: noon, Replace: true}
	for _, c := range []struct{ name, text, want string }{
		{"a subscription that its order shows otherwise", `{"reference":"7KQ2M9XW4B","order":"248810378","product":"STUDIO-PRO-1Y","quantity":1,"start_date":null,"expiration_date":null,"lifetime":true}`,
			"order 248810378 breaks the rule shown-subscriptions: subscription 7KQ2M9XW4B has the start null, the line shows 2026-10-03 09:20:07."},
		{"an order that no longer renews one", strings.ReplaceAll(later.Replace(foreign(t)), "7KQ2M9XW4B", "OTHER"),
			"order 248810377 breaks the rule shown-subscriptions: subscription 7KQ2M9XW4B does not exist."},
		{"an order that an older one renews", strings.NewReplacer("2026-10-03 09:14:51", "2026-09-01 09:14:51").Replace(later.Replace(foreign(t))),
			"order 248810377 breaks the rule shown-subscriptions: subscription 7KQ2M9XW4B has the order 248810378, the line shows 248810377."},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := openStore(t, nothing)
			add(t, s, parse(t, "", foreign(t)), strict)
			add(t, s, parse(t, "", later.Replace(foreign(t))), transfer.Policy{Now: noon, Lenient: true})
			if err := mustRefuse(t, s, parse(t, "", c.text), replace); !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}
