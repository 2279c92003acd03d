package browser_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

var update = flag.Bool("update", false, "take the picture of the README again")

// picture is that of the README.
const picture = "../../.github/rehearsal.webp"

// TestPicture takes the picture of a report, down to its first finding. Letters differ from
// machine to machine, so the picture that is kept is compared by its kind and size only.
func TestPicture(t *testing.T) {
	t.Parallel()
	report, err := sandbox.RehearsalText(rehearsed(t), client.AsHTML)
	if err != nil {
		t.Fatal(err)
	}
	w := newWindow(t, "file://", "", needChromium(t), chromedp.WithNewBrowserContext())
	w.look(look{width: 1040, height: 2000})
	w.open(fileOf(t, "report.html", []byte(report)))
	w.heading("Rehearsal")
	var height float64
	w.script(`document.querySelector('.rehearsal-finding').getBoundingClientRect().bottom + 8`, &height)
	kind, quality := page.CaptureScreenshotFormatWebp, int64(60)
	shot := send(w, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: kind, Quality: &quality, Clip: &page.Viewport{Width: 1040, Height: height, Scale: 1}})
	if *update {
		if err := os.WriteFile(filepath.FromSlash(picture), shot.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(filepath.FromSlash(picture))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"the new picture": shot.Data, picture: kept} {
		if !bytes.HasPrefix(data, []byte("RIFF")) || !bytes.Equal(data[8:12], []byte("WEBP")) || len(data) < 10_000 || len(data) > 100_000 {
			t.Errorf("%s has %d bytes, want a WebP of 10 to 100 kB; -update takes it again", name, len(data))
		}
	}
}
