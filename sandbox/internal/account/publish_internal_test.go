package account

import (
	"reflect"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

func TestRecordEvents(t *testing.T) {
	t.Parallel()
	changes := []commerce.Change{
		{Kind: "order", ID: "1", After: []byte("a")},
		{Kind: "order", ID: "2", Before: []byte("a"), After: []byte("b")},
		{Kind: "customer", ID: "3", Before: []byte("a")},
	}
	want := []client.RecordEvent{
		{Account: "A", Kind: "order", ID: "1", Change: client.ChangeCreated},
		{Account: "A", Kind: "order", ID: "2", Change: client.ChangeChanged},
		{Account: "A", Kind: "customer", ID: "3", Change: client.ChangeDeleted},
	}
	if got := recordEvents("A", changes); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	changes[1].Others = 4
	for range 99 {
		changes = append(changes, changes[0])
	}
	want[0].ID, want[0].Count = "", 100
	want[1].ID, want[1].Count = "", 5
	want[2].ID, want[2].Count = "", 1
	if got := recordEvents("A", changes); !reflect.DeepEqual(got, want) {
		t.Errorf("many: got %+v, want %+v", got, want)
	}
}
