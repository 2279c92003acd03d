package browser_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"flag"
	"fmt"
	"net/http"
	"os"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

var update = flag.Bool("update", false, "write the pictures of the guide and of the README")

// pictured is the time of the clock in pictures.
const pictured = "2026-11-20 10:00:00"

// TestPictures takes the pictures of the guide's page of the pages, and the one of the
// README, and writes them with -update.
//
// They show a sandbox with a frozen clock and always the same data. From run to run the
// durations of calls differ, and how far the clock is from the machine's; from machine to
// machine the letters do. So nothing compares pictures. A test of web holds how many there
// are, and their sizes.
func TestPictures(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.Clock = pictured })
	order := callForPictures(t, s)
	w := openAt(t, s.URL(), "")
	for file, path := range map[string]string{
		"pages-calls": "calls", "pages-call": "calls/DEMO-6", "pages-scenarios": "scenarios",
		"pages-record": "data/orders/" + order, "pages-time": "time", "pages-coverage": "coverage",
	} {
		w.open("/ui/a/DEMO/" + path)
		w.picture("../guide/"+file+".webp", "")
	}
	report, err := sandbox.RehearsalText(rehearsed(t), client.AsHTML)
	try(t, err)
	w = newWindow(t, "file://", "", needChromium(t), chromedp.WithNewBrowserContext())
	w.open(fileOf(t, "report.html", []byte(report)))
	w.picture("../../.github/rehearsal.webp", ".rehearsal-finding")
}

// callForPictures makes the calls for the pictures, and returns the reference of an order.
// DEMO-6 is signed without the lengths, as many do at first.
func callForPictures(t *testing.T, s *sandboxtest.Running) string {
	t.Helper()
	order := s.ID("order-complete", "OrderReference")
	s.Get("/orders/?Limit=3")
	s.Get("/orders/" + order + "/")
	s.Get("/orders/?Limit=500")
	s.Get("/orders/none/")
	s.Do(http.MethodPut, "/orders/"+order+"/", `{"Status": "?"}`)
	withoutLengths := hmac.New(sha256.New, []byte(s.Secret()))
	withoutLengths.Write([]byte("DEMO" + pictured))
	unsigned(t, s, fmt.Sprintf(`code="DEMO" date="%s" hash="%x"`, pictured, withoutLengths.Sum(nil)))
	const search = "/orders/?StartDate=2026-11-14&EndDate=2026-11-20&Limit=10&Page="
	s.Get(search + "1")
	account := s.Control().Account(s.Code())
	try(t, account.Activate(t.Context(), "search-orders-internal-error", client.ActivationLimits{Times: 3}))
	s.Get(search + "2")
	_, err := account.SaveSnapshot(t.Context(), "before-lunch")
	try(t, err)
	return order
}

// picture takes a picture of the window, down to the part that a selector names, and
// writes it with -update: a WebP as good as its size allows.
func (w *window) picture(file, last string) {
	w.t.Helper()
	w.heading("…")
	w.quiet()
	height := 800.0
	if last != "" {
		w.script(fmt.Sprintf("document.querySelector(%q).getBoundingClientRect().bottom + 8", last), &height)
	}
	var shot []byte
	const maxBytes = 60_000
	for quality := int64(90); quality > 0 && (shot == nil || len(shot) > maxBytes); quality -= 10 {
		shot = send(w, page.CaptureScreenshot, page.CaptureScreenshotParams{
			Format: page.CaptureScreenshotFormatWebp, Quality: &quality, CaptureBeyondViewport: new(true),
			Clip: &page.Viewport{Width: 1280, Height: height, Scale: 1},
		}).Data
	}
	if len(shot) == 0 || len(shot) > maxBytes {
		w.t.Errorf("%s: got %d bytes, want at most %d", file, len(shot), maxBytes)
	}
	if *update {
		try(w.t, os.WriteFile(file, shot, 0o644))
	}
}
