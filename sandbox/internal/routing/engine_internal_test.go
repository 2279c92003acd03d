package routing

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
)

// routed returns an engine whose SOAP endpoint is the handler, its log and its faults.
func routed(endpoint http.HandlerFunc) (*gin.Engine, *bytes.Buffer, *gate.Faults) {
	var log bytes.Buffer
	g := &gate.Gate{Log: slog.New(slog.NewTextHandler(&log, nil)), Faults: &gate.Faults{Wall: time.Now}}
	return Router{REST: &rest.Handler{Gate: g}, SOAP: endpoint}.engine(), &log, g.Faults
}

// TestPathValues verifies the route and the values of clean and unclean paths.
func TestPathValues(t *testing.T) {
	t.Parallel()
	engine, _, _ := routed(nil)
	var got string
	show := func(c *gin.Context) {
		got = c.FullPath()
		for _, p := range c.Params {
			got += " " + p.Key + "=" + p.Value
		}
	}
	for _, path := range []string{"/t/mine", "/t/:ref", "/t/:ref/lines/:n"} {
		engine.GET(path, show)
		engine.GET(path+"/", show)
	}
	engine.GET("/files/*page", show)
	engine.NoRoute(byPath(show, show))
	for path, want := range map[string]string{
		"/t/mine":               "/t/mine",
		"//t/./x/../mine":       "/t/mine",
		"/t//1/":                "/t/:ref/ ref=1",
		"/t/a%2Fb":              "/t/:ref ref=a/b",
		"/t/%2f":                "/t/:ref ref=/",
		"/t/a+b%20c":            "/t/:ref ref=a+b c",
		"/t/a+b%2Fc":            "/t/:ref ref=a+b/c",
		"/t/%2e%2e":             "/t/:ref ref=..",
		"/%74/%6dine":           "/t/mine",
		"/%66iles/%2e/x":        "/files/*page page=/./x",
		"/t/a%2Bb%2Fc":          "/t/:ref ref=a+b/c",
		"/t/%C3%A9+%3F%25":      "/t/:ref ref=é+?%",
		"/t/%252F":              "/t/:ref ref=%2F",
		"/t/mine/lines/2":       "/t/:ref/lines/:n ref=mine n=2",
		"/t/1/other":            "",
		"/t":                    "",
		"/files/../t/%31":       "/t/:ref ref=1",
		"/files/%2e%2e%2ft":     "/files/*page page=/../t",
		"/x/../../files/a//b/c": "/files/*page page=/a/b/c",
	} {
		got = "nothing"
		plainPath(engine).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil))
		if got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

// TestPanic verifies that a panic is answered in the shape of its protocol, with the id
// under which the log has its stack, unless a part of an answer was sent before.
func TestPanic(t *testing.T) {
	t.Parallel()
	fail := func(http.ResponseWriter, *http.Request) { panic("broken") }
	engine, log, faults := routed(fail)
	for _, path := range []string{"/_sandbox/x", rest.Base + "/x"} {
		engine.GET(path, func(c *gin.Context) {
			c.Header("Content-Length", "7")
			fail(c.Writer, c.Request)
		})
	}
	for path, want := range map[string]string{
		"/_sandbox/x":    `{"error":"the sandbox failed","hint":"this is a fault of the sandbox; its log gives the reason under ID","id":"ID"}`,
		rest.Base + "/x": `{"error_code":"INTERNAL_ERROR","message":"The sandbox failed; its log gives the reason under ID"}`,
		"/soap/6.0":      "<faultstring>The sandbox failed; its log gives the reason under ID</faultstring>",
	} {
		log.Reset()
		answer := httptest.NewRecorder()
		engine.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil))
		id := regexp.MustCompile(` id=(\w{26}) method=GET path=` + regexp.QuoteMeta(path) + ` panic=broken stack=.*engine_internal_test.go`).FindStringSubmatch(log.String())
		if id == nil {
			t.Fatalf("%s: got the log %s", path, log)
		}
		got := strings.ReplaceAll(answer.Body.String(), id[1], "ID")
		if answer.Code != http.StatusInternalServerError || !strings.Contains(got, want) || answer.Header().Get("Content-Length") == "7" {
			t.Errorf("%s: got %d %v %s, want %s", path, answer.Code, answer.Header(), got, want)
		}
		if last := faults.Summary().Last; last == nil || last.ID != id[1] || last.Path != path || last.Error != "panic: broken" {
			t.Errorf("%s: got the last fault %+v", path, last)
		}
	}
	engine.GET("/part", func(c *gin.Context) {
		c.String(http.StatusOK, "a part")
		fail(c.Writer, c.Request)
	})
	defer func() {
		if got := recover(); got != http.ErrAbortHandler {
			t.Errorf("got panic %v after a part of an answer, want %v", got, http.ErrAbortHandler)
		}
		if got := faults.Summary().Count; got != 4 {
			t.Errorf("got %d faults, want 4", got)
		}
	}()
	engine.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "http://localhost/part", nil))
}
