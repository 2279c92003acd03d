package control

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// Few requests that take much of the machine run at once. Others wait for them, until their
// client leaves or no time is left.
func TestRequestsWaitForTheirTurn(t *testing.T) {
	t.Parallel()
	done := errors.New("done")
	for name, test := range map[string]struct {
		places  int
		busy    string
		handler func(api *API, work func() error) handler
	}{
		"reads": {maxReads, "the sandbox makes at most 4 lists, timelines, samples and previews at once, and had no room for this one in 30s", func(api *API, work func() error) handler {
			return api.inTurn(func(*gin.Context) (answer, error) { return answer{}, work() })
		}},
		"fragments": {maxFragments, "the sandbox adds at most 2 fragments at once, and had no room for this one in 30s", func(api *API, work func() error) handler {
			api.Fragment = func([]byte) (account.Fragment, error) { return nil, work() }
			return func(c *gin.Context) (answer, error) { return api.addWorld(c, nil) }
		}},
	} {
		synctest.Test(t, func(t *testing.T) {
			api := &API{}
			api.Mount(gin.New())
			began, ending := 0, make(chan struct{})
			handle := test.handler(api, func() error {
				began++
				<-ending
				return done
			})
			send := func(ctx context.Context) <-chan error {
				r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader("orders: []")).WithContext(ctx)
				ended := make(chan error, 1)
				go func() {
					_, err := handle(&gin.Context{Request: r})
					ended <- err
				}()
				synctest.Wait()
				return ended
			}
			for range test.places {
				send(t.Context())
			}
			leaving, leave := context.WithCancel(t.Context())
			left, late := send(leaving), send(t.Context())
			if began != test.places {
				t.Errorf("%s: %d began, want %d", name, began, test.places)
			}
			leave()
			if err := <-left; !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v, want %v", name, err, context.Canceled)
			}
			want := client.Error{Status: 503, Text: test.busy, Hint: "send it again, or send fewer at once"}
			if err, got := <-late, (*client.Error)(nil); !errors.As(err, &got) || !reflect.DeepEqual(*got, want) {
				t.Errorf("%s: got %v, want %+v", name, err, want)
			}
			patient := send(t.Context())
			close(ending)
			if err := <-patient; err == nil || !strings.Contains(err.Error(), done.Error()) {
				t.Errorf("%s: got error %v of a request that had its turn", name, err)
			}
		})
	}
}
