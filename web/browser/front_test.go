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
	h, ok := f.handlers.Load(r.Header.Get(headerOfWindow))
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

// users are browser contexts: the storage of a user in a browser, and the pages' files in
// its cache. Tests use one after the other.
type users struct {
	mu   sync.Mutex
	free []cdp.BrowserContextID
}

var everyone users

// borrow returns a context unused by other tests, until the test ends.
func (u *users) borrow(t testing.TB, browser context.Context) cdp.BrowserContextID {
	t.Helper()
	id := u.take()
	if id == "" {
		id = newUser(t, browser)
	}
	t.Cleanup(func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.free = append(u.free, id)
	})
	return id
}

// newUser makes a context, with a window that is never closed, because the process
// of the pages ends with the last window.
func newUser(t testing.TB, browser context.Context) cdp.BrowserContextID {
	t.Helper()
	b := chromedp.FromContext(browser).Browser
	made, err := cdp.Call(browser, b, target.CreateBrowserContext, target.CreateBrowserContextParams{})
	try(t, err)
	_, err = cdp.Call(browser, b, target.CreateTarget, target.CreateTargetParams{URL: startFront().URL, BrowserContextID: made.BrowserContextID})
	try(t, err)
	return made.BrowserContextID
}

func (u *users) take() (id cdp.BrowserContextID) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if last := len(u.free) - 1; last >= 0 {
		id, u.free = u.free[last], u.free[:last]
	}
	return id
}
