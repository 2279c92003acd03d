package browser_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// front serves the sandboxes of all tests at one address, because a browser keeps
// and compiles the files of the pages for each address.
type front struct {
	*httptest.Server
	handlers sync.Map // by number
	last     atomic.Int64
}

var startFront = sync.OnceValue(func() *front {
	f := &front{}
	f.Server = httptest.NewServer(f)
	return f
})

// headerOfWindow has the number of the handler shown in a window.
const headerOfWindow = "X-Test-Window"

func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	number := r.Header.Get(headerOfWindow)
	if number == "" {
		return // the empty page of a window between two tests
	}
	h, ok := f.handlers.Load(number)
	if !ok {
		http.Error(w, "no test shows this", http.StatusNotFound)
		return
	}
	r.Header.Del(headerOfWindow)
	h.(http.Handler).ServeHTTP(w, r)
}

// add serves a handler to the windows with the returned number, until the test ends.
func (f *front) add(t testing.TB, h http.Handler) (number string) {
	number = strconv.FormatInt(f.last.Add(1), 10)
	f.handlers.Store(number, h)
	t.Cleanup(func() { f.handlers.Delete(number) })
	return number
}

// users are windows that tests use one after the other, each with a storage and a cache of
// its own. A new window costs more than several pages, because the browser starts a process
// for it, which compiles the pages again.
type users struct {
	mu   sync.Mutex
	free []target.ID
}

var everyone users

// borrow returns a window of the front unused by other tests, until the test ends.
func (u *users) borrow(t testing.TB, browser context.Context) target.ID {
	t.Helper()
	b := chromedp.FromContext(browser).Browser
	id := u.take()
	if id == "" {
		user, err := cdp.Call(browser, b, target.CreateBrowserContext, target.CreateBrowserContextParams{})
		try(t, err)
		made, err := cdp.Call(browser, b, target.CreateTarget, target.CreateTargetParams{URL: startFront().URL, BrowserContextID: user.BrowserContextID})
		try(t, err)
		id = made.TargetID
	}
	t.Cleanup(func() {
		if t.Failed() { // it may show anything
			_, _ = cdp.Call(browser, b, target.CloseTarget, target.CloseTargetParams{TargetID: id})
			return
		}
		u.mu.Lock()
		defer u.mu.Unlock()
		u.free = append(u.free, id)
	})
	return id
}

func (u *users) take() (id target.ID) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if last := len(u.free) - 1; last >= 0 {
		id, u.free = u.free[last], u.free[:last]
	}
	return id
}
