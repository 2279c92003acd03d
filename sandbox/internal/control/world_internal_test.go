package control

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/gin-gonic/gin"
)

// TestLongImportsLeaveRoom adds a fragment while several long imports are there: they wait
// for each other, as long as their clients do.
func TestLongImportsLeaveRoom(t *testing.T) {
	t.Parallel()
	a := openedAccount(t)
	synctest.Test(t, func(t *testing.T) {
		api := &API{}
		api.Mount(gin.New())
		add := func(ctx context.Context, to *spool) <-chan error {
			r := httptest.NewRequest(http.MethodPost, "/", nil).WithContext(ctx)
			added := make(chan error, 1)
			go func() {
				_, err := api.importInTurn(&gin.Context{Request: r}, a, importRequest{}, &importText{bytes: []byte("wrong"), spool: to})
				added <- err
			}()
			return added
		}
		api.adding.places <- struct{}{} // of the running long import
		api.long.places <- struct{}{}
		leaving, leave := context.WithCancel(t.Context())
		left, patient := add(leaving, &spool{}), add(t.Context(), &spool{})
		time.Sleep(time.Hour) // of the bubble
		if err := <-add(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "not valid JSON") {
			t.Errorf("a short import: got %v", err)
		}
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
		<-api.adding.places
		<-api.long.places
		if err := <-patient; err == nil || !strings.Contains(err.Error(), "not valid JSON") {
			t.Errorf("the next long import: got %v", err)
		}
	})
}

// oneAccount is a store of an account without records.
type oneAccount struct{ account.Store }

func (oneAccount) Accounts() ([]account.Record, error) {
	return []account.Record{{Code: "DEMO", Document: []byte(`{}`)}}, nil
}

func (oneAccount) Account(string) commerce.Store { return nil }

func openedAccount(t *testing.T) *account.Account {
	t.Helper()
	accounts, err := account.NewRegistry(account.Options{
		Store: oneAccount{}, Journal: journal.New(journal.Defaults()), Library: scenario.NewLibrary(scenario.LibraryOptions{}), Wall: clock.System,
	})
	must(t, err)
	a, _ := accounts.Find("DEMO")
	return a
}
