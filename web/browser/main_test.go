package browser_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given { // twice as many windows as there are processors, because they wait for each other
		if err := flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	code := m.Run()
	select {
	case browser := <-started:
		if err := chromedp.Cancel(browser); err != nil { // removes its folder
			fmt.Fprintln(os.Stderr, "stopping the browser:", err)
		}
	default: // no test needed it
	}
	os.Exit(code)
}

// chromium starts the browser of all tests when the first test needs it.
var (
	chromium = sync.OnceValues(startChromium)
	started  = make(chan context.Context, 1) // has the browser once it runs
)

// startChromium returns the context for opening windows. The browser reaches nothing but
// this machine.
func startChromium() (context.Context, error) {
	path, err := findChromium()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox,                      // containers forbid it, and the tests open their own pages only
		chromedp.Flag("process-per-site", true), // otherwise each window starts a process and compiles the pages again
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...)
	browser, _ := chromedp.NewContext(allocator)
	started <- browser
	if err := chromedp.Do(browser); err != nil {
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	return browser, nil
}

// errNoChromium says how to get a browser.
var errNoChromium = errors.New("no Chromium: install chromium-headless-shell, chromium or google-chrome, or name one in CHROME")

func findChromium() (string, error) {
	if path := os.Getenv("CHROME"); path != "" {
		return path, nil
	}
	for _, name := range []string{
		"chromium-headless-shell", // has no parts of a window, and takes half the time
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errNoChromium
}

// begun is when the tests began.
var begun = time.Now()

// needChromium returns the browser. Unless CI is set, it skips the test when there is none, and
// in the second half of the package's time: on a busy machine the test might not end before the
// go command ends the package.
func needChromium(t testing.TB) context.Context {
	t.Helper()
	if limited, ok := t.(interface{ Deadline() (time.Time, bool) }); ok && os.Getenv("CI") == "" {
		if deadline, given := limited.Deadline(); given && time.Since(begun) > time.Until(deadline) {
			t.Skip("the machine is too busy for all tests in this time: go test -timeout 30m ./web/browser")
		}
	}
	browser, err := chromium()
	if errors.Is(err, errNoChromium) && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	try(t, err)
	return browser
}
