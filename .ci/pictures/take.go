package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// picture is the subject of a picture, and its file.
type picture struct {
	file    string
	address string
	last    string // selects the last thing to show; "" for the height of the window
}

const (
	width    = 1280
	maxBytes = 60_000
	maxTime  = time.Minute // for a picture
)

// take takes pictures one after the other.
func take(ctx context.Context, all []picture) error {
	path, err := exec.LookPath("chromium-headless-shell")
	if named := os.Getenv("CHROME"); named != "" {
		path, err = named, nil
	}
	if err != nil {
		return fmt.Errorf("%w; name a Chromium in CHROME", err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	defer stop()
	ctx, closeWindow := chromedp.NewContext(ctx)
	defer closeWindow()
	if err := chromedp.Do(ctx); err != nil { // opens the window, which otherwise ends with the time of the first picture
		return err
	}
	for _, p := range all {
		shot, err := p.take(ctx)
		if err == nil {
			err = os.WriteFile(p.file, shot, 0o644)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.file, err)
		}
		fmt.Println(p.file, len(shot))
	}
	return nil
}

// take returns the picture as a WebP, as good as the size allows.
func (p picture) take(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 800), chromedp.Navigate(p.address), chromedp.Evaluate[chromedp.Void](drawn, chromedp.EvalAwaitPromise))
	if err != nil {
		return nil, err
	}
	height := 800.0
	if p.last != "" {
		bottom, err := chromedp.Run(ctx, chromedp.Evaluate[float64](fmt.Sprintf("document.querySelector(%q).getBoundingClientRect().bottom + 8", p.last)))
		if err != nil {
			return nil, err
		}
		height = bottom
	}
	kind := page.CaptureScreenshotFormatWebp
	for quality := int64(90); ; quality -= 10 {
		shot, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{
			Format: kind, Quality: &quality, Clip: &page.Viewport{Width: width, Height: height, Scale: 1}, CaptureBeyondViewport: new(true),
		})
		if err != nil || len(shot.Data) <= maxBytes || quality <= 10 {
			return shot.Data, err
		}
	}
}

// drawn waits until nothing on a page has waited for data for half a second.
const drawn = `(async () => {
	for (let calm = 0; calm < 10; await new Promise(done => setTimeout(done, 50)))
		calm = document.querySelector('h1') && !document.querySelector('.skeleton, [aria-busy=true]') ? calm + 1 : 0;
})()`
