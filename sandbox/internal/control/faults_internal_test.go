package control

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// TestUnexpectedErrorIsAFault lets a request fail for a reason not explained in its
// answer. It counts as a fault, and answer, log and fault have one id.
func TestUnexpectedErrorIsAFault(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		err   error
		count int64
	}{
		"unexpected": {errors.New("broken\nin two lines"), 1},
		"explained":  {&account.DamageError{}, 0},
		"not stored": {&account.WriteError{Err: io.EOF}, 0},
		"refused":    {badRequest("", "wrong"), 0},
	} {
		var log strings.Builder
		api := &API{Log: slog.New(slog.NewTextHandler(&log, nil)), Gate: &gate.Gate{Faults: &gate.Faults{Wall: time.Now}}}
		engine := gin.New()
		api.mount(engine.Group("/", api.report), route{method: http.MethodGet, path: "/x", handle: func(*gin.Context) (answer, error) { return answer{}, test.err }})
		shown := httptest.NewRecorder()
		engine.ServeHTTP(shown, httptest.NewRequest(http.MethodGet, "/x", nil))
		got := api.Gate.Faults.Summary()
		if got.Count != test.count {
			t.Errorf("%s: got %+v, want %d", name, got, test.count)
		}
		if last := got.Last; last != nil && (last.Path != "/x" || last.Error != "broken" || !strings.Contains(shown.Body.String(), `"id":"`+last.ID+`"`) || !strings.Contains(log.String(), "id="+last.ID)) {
			t.Errorf("%s: got %+v, the answer %s and the log %s", name, last, shown.Body, &log)
		}
	}
}

// TestManyUnknownNames gives more unknown names than are compared with the known ones.
func TestManyUnknownNames(t *testing.T) {
	t.Parallel()
	flags, questions := map[string]bool{}, map[catalog.QuestionID]choice{}
	for n := range 1000 {
		flags[fmt.Sprint(n)], questions[catalog.QuestionID(fmt.Sprint(n))] = true, "x"
	}
	var ofFlags, ofQuestions faults
	featuresOf(flags, &ofFlags)
	answersOf(questions, &ofQuestions)
	if len(ofFlags) != maxFaults || len(ofQuestions) != maxFaults {
		t.Errorf("got %d and %d faults, want %d", len(ofFlags), len(ofQuestions), maxFaults)
	}
}
