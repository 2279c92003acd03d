package catalog_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// TestPathParameter reads the parameter of paths with and without a base, and of paths where
// it is empty, escaped or absent.
func TestPathParameter(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		id         catalog.OperationID
		path, want string
	}{
		{catalog.RetrieveOrder, "/orders/248810377/", "248810377"},
		{catalog.RetrieveOrder, "/rest/6.0/orders/248810377", "248810377"},
		{catalog.RetrieveOrder, "/rest/6.0//orders//a%2Fb/", "a/b"},
		{catalog.RetrieveOrder, "/rest/6.0/orders/50%/", "50%"},
		{catalog.RetrieveOrder, "/rest/6.0/%6Frders/7/", "7"},
		{catalog.RetrieveOrder, "/rest/6.0/orders//", ""},
		{catalog.RetrieveOrder, "/orders/", ""},
		{catalog.UploadOrderForm, "/rest/6.0/orders/1/upload", "1"},
		{catalog.UploadOrderForm, "/rest/6.0/orders//upload", ""},
		{catalog.SearchOrders, "/rest/6.0/orders/", ""},
		{catalog.Login, "/soap/6.0", ""},
	} {
		op, _ := catalog.Find(test.id)
		if got := op.PathParameter(test.path, catalog.NamesOrder); got != test.want {
			t.Errorf("%s %s: got %q, want %q", test.id, test.path, got, test.want)
		}
	}
}
