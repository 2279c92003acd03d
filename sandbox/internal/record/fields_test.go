package record_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// The catalogue names just the fields of records.
func TestRecordFields(t *testing.T) {
	t.Parallel()
	for kind, one := range map[catalog.RecordKind]any{
		catalog.OrderRecord: record.Order{}, catalog.CustomerRecord: record.Customer{},
		catalog.CampaignRecord: record.Campaign{}, catalog.SubscriptionRecord: record.Subscription{},
	} {
		var names []string
		for _, field := range reflect.VisibleFields(reflect.TypeOf(one)) {
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" && name != "-" {
				names = append(names, name)
			}
		}
		if got := catalog.RecordFields(kind); !slices.Equal(got, names) {
			t.Errorf("%s:\ngot  %q\nwant %q", kind, got, names)
		}
	}
}
