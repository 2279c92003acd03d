package control

import (
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
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

// TestDeadlineAfterLongWork verifies that an answer gets its time after the work,
// which may take longer than the server allows for a call.
func TestDeadlineAfterLongWork(t *testing.T) {
	t.Parallel()
	w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	g, _ := gin.CreateTestContext(w)
	g.Request = httptest.NewRequest("GET", "/", nil)
	(&API{}).served(route{handle: func(*gin.Context) (answer, error) {
		w.steps = append(w.steps, "work")
		return answer{}, nil
	}})(g)
	if want := []string{"work", "deadline"}; !slices.Equal(w.steps, want) {
		t.Errorf("got %q, want %q", w.steps, want)
	}
}
