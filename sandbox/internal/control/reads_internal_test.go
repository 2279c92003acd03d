package control

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"
	"testing/synctest"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// Few reads run at once. Others wait for them, until their client leaves or no time is
// left.
func TestReadsWaitForEachOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		api := &API{}
		api.Mount(gin.New())
		began, ending := 0, make(chan struct{})
		read := func(ctx context.Context) <-chan error {
			ended := make(chan error, 1)
			go func() {
				_, err := api.inTurn(func(*gin.Context) (answer, error) {
					began++
					<-ending
					return answer{}, nil
				})(&gin.Context{Request: httptest.NewRequest(http.MethodGet, "/", nil).WithContext(ctx)})
				ended <- err
			}()
			synctest.Wait()
			return ended
		}
		for range maxReads {
			read(t.Context())
		}
		leaving, leave := context.WithCancel(t.Context())
		left, late := read(leaving), read(t.Context())
		if began != maxReads {
			t.Errorf("%d began, want %d", began, maxReads)
		}
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
		want := client.Error{Status: 503, Text: "the sandbox makes at most 4 lists, timelines, samples and previews at once, and had no room for this one in 30s", Hint: "send it again, or send fewer at once"}
		if err, got := <-late, (*client.Error)(nil); !errors.As(err, &got) || !reflect.DeepEqual(*got, want) {
			t.Errorf("got %v, want %+v", err, want)
		}
		patient := read(t.Context())
		close(ending)
		if err := <-patient; err != nil {
			t.Errorf("got error %v of a read that had a turn", err)
		}
	})
}
