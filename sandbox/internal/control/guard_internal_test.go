package control

import (
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// deadlines records the deadlines of an answer between other steps.
type deadlines struct {
	*httptest.ResponseRecorder
	steps []string
}

func (d *deadlines) SetWriteDeadline(t time.Time) error {
	if t.After(time.Time{}) {
		d.steps = append(d.steps, "deadline")
	}
	return nil
}

// TestDeadlineAfterLongWork gives an answer its time after the work, even if the work
// takes longer than the server allows for a call.
func TestDeadlineAfterLongWork(t *testing.T) {
	t.Parallel()
	w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	g, _ := gin.CreateTestContext(w)
	g.Request = httptest.NewRequest("GET", "/", nil)
	(&API{}).handlerOf(route{handle: func(*gin.Context) (answer, error) {
		w.steps = append(w.steps, "work")
		return answer{}, nil
	}})(g)
	if want := []string{"work", "deadline"}; !slices.Equal(w.steps, want) {
		t.Errorf("got %q, want %q", w.steps, want)
	}
}

// TestDeadlineForEachCall gives a list of whole calls time for each of them, because the
// list may be very long.
func TestDeadlineForEachCall(t *testing.T) {
	t.Parallel()
	w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	show := func(*journal.Entry) client.Entry {
		w.steps = append(w.steps, "call")
		return client.Entry{}
	}
	compressed(wholeCalls{page: make([]*journal.Entry, 2), show: show}).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if want := []string{"deadline", "call", "deadline", "deadline", "call", "deadline", "deadline"}; !slices.Equal(w.steps, want) {
		t.Errorf("got %q, want %q", w.steps, want)
	}
}
