package control_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestSamplesSucceed sends the sample of every REST operation twice, in the
// default world and in one without handles; the second time it is another one
// where the first has changed a record.
func TestSamplesSucceed(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	account := s.Control().Account("DEMO")
	for range 2 {
		for _, op := range catalog.Operations() {
			found, err := account.Operation(t.Context(), string(op.ID))
			if err != nil || found.Sample == nil {
				t.Fatalf("%s: got no sample, %v", op.ID, err)
			}
			if found.Protocol != client.REST {
				continue
			}
			path, query := found.Path, []string{}
			for name, value := range found.Sample.Values {
				if holder := "{" + name + "}"; strings.Contains(path, holder) {
					path = strings.ReplaceAll(path, holder, value)
				} else {
					query = append(query, name+"="+value)
				}
			}
			if got := s.Do(found.Method, path+"?"+strings.Join(query, "&"), found.Sample.Body); got.Status >= 300 {
				t.Errorf("%s %+v: got %d %s", op.ID, found.Sample, got.Status, got.Body)
			}
		}
	}
}

// TestSampleWithoutHandles finds records without a handle, and none in an empty account.
func TestSampleWithoutHandles(t *testing.T) {
	t.Parallel()
	for world, want := range map[string]bool{"paging": true, "empty": false} {
		s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.World(world))
		for _, id := range []catalog.OperationID{catalog.RetrieveOrder, catalog.OrderBySale, catalog.CustomerOrders} {
			found, err := s.Control().Account(s.Code()).Operation(t.Context(), string(id))
			if err != nil || (found.Sample != nil) != want {
				t.Errorf("%s, %s: got %+v, %v", world, id, found.Sample, err)
			}
		}
		for _, id := range []catalog.OperationID{catalog.SearchOrders, catalog.CreateUpsell, catalog.ChangeUpsellSettings} {
			found, err := s.Control().Account(s.Code()).Operation(t.Context(), string(id))
			if err != nil || found.Sample == nil || found.Sample.Body != "" && !json.Valid([]byte(found.Sample.Body)) {
				t.Errorf("%s, %s: got %+v, %v", world, id, found.Sample, err)
			}
		}
	}
}
