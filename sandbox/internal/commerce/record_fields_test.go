package commerce_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// The catalogue names just the fields of records.
func TestRecordFields(t *testing.T) {
	t.Parallel()
	for kind, record := range map[catalog.RecordKind]any{
		catalog.OrderRecord: commerce.Order{}, catalog.CustomerRecord: commerce.Customer{},
		catalog.CampaignRecord: commerce.Campaign{}, catalog.SubscriptionRecord: commerce.Subscription{},
	} {
		var names []string
		for _, field := range reflect.VisibleFields(reflect.TypeOf(record)) {
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" && name != "-" {
				names = append(names, name)
			}
		}
		if got := catalog.RecordFields(kind); !slices.Equal(got, names) {
			t.Errorf("%s:\ngot  %q\nwant %q", kind, got, names)
		}
	}
}
