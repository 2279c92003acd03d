package sandbox_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// sendRaw sends bytes and returns the first answer and its body.
func sendRaw(t *testing.T, s *sandboxtest.Running, text string) (*http.Response, string) {
	t.Helper()
	return sendRawTo(t, s.URL(), text)
}

// sendRawTo sends bytes to an address and returns the first answer and its body.
func sendRawTo(t *testing.T, url, text string) (*http.Response, string) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	must(t, err)
	defer conn.Close()
	must(t, errorOf(io.WriteString(conn, text)))
	return answered(t, bufio.NewReader(conn), http.MethodGet)
}

// TestTooLargeIsRejectedUnsent announces bodies around the largest size and waits
// for 100 Continue, as curl does with large ones.
func TestTooLargeIsRejectedUnsent(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	form := "/orders/" + s.ID("purchase-order-awaiting-form", "OrderReference") + "/upload"
	tests := []struct {
		path      string
		length    int
		announced int // status of the first answer
	}{
		{"/upsell", 1 << 20, http.StatusContinue},
		{"/upsell", 1<<20 + 1, http.StatusRequestEntityTooLarge},
		{form, 16 << 20, http.StatusContinue},
		{form, 16<<20 + 1, http.StatusRequestEntityTooLarge},
		{form, 1 << 40, http.StatusRequestEntityTooLarge},
	}
	for _, test := range tests {
		answer, body := sendRaw(t, s, fmt.Sprintf("POST /rest/6.0%s HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\n"+
			"X-Service-Authentication: %s\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", test.path, s.Sign(), test.length))
		if answer.StatusCode != test.announced {
			t.Errorf("%s with %d bytes: got %s %s, want %d", test.path, test.length, answer.Status, body, test.announced)
		}
	}
}

// TestUnsentBodyEndsTheConnection verifies that a connection ends behind an answer to a
// client that waits for 100 Continue, because whether its body follows is unknown.
func TestUnsentBodyEndsTheConnection(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, length := range []string{"Transfer-Encoding: chunked", "Content-Length: 1000000"} {
		answer, body := sendRaw(t, s, "POST /nowhere HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"+length+"\r\n\r\n")
		if answer.StatusCode != http.StatusNotFound || !answer.Close {
			t.Errorf("%s: got %s %s, Connection: close %t, want 404 and true", length, answer.Status, body, answer.Close)
		}
	}
}
