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
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
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

// TestUnreadableRequests verifies that an error of package net/http itself has the
// shape of section 2.5 below the REST base.
func TestUnreadableRequests(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	tests := []struct {
		request, status, code, message string
	}{
		{"GET /rest/6.0/orders/%zz/ HTTP/1.1\r\nHost: x\r\n\r\n", "400 Bad Request", "INVALID_PARAMETER", "400 Bad Request"},
		{"GET /rest/6.0/orders/ HTTP/1.1\r\n\r\n", "400 Bad Request: missing required Host header", "INVALID_PARAMETER",
			"400 Bad Request: missing required Host header"},
		{"POST /rest/6.0/upsell HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: zip\r\n\r\n", "501 Not Implemented", "INVALID_PARAMETER",
			"Unsupported transfer encoding"},
		{"GET /rest/6.0/orders/ HTTP/1.1\r\nHost: x\r\nX-Long: " + strings.Repeat("x", 128<<10), "431 Request Header Fields Too Large",
			"REQUEST_TOO_LARGE", "431 Request Header Fields Too Large"},
	}
	for _, test := range tests {
		answer, body := sendRaw(t, s, test.request)
		want := `{"error_code":"` + test.code + `","message":"The request cannot be read: ` + test.message + `"}`
		if answer.Status != test.status || body != want || answer.Header.Get("Content-Type") != "application/json" || !answer.Close {
			t.Errorf("got %s %v %s, want %s %s", answer.Status, answer.Header, body, test.status, want)
		}
	}
	if answer, body := sendRaw(t, s, "GET /elsewhere/%zz HTTP/1.1\r\nHost: x\r\n\r\n"); body != "400 Bad Request" {
		t.Errorf("elsewhere: got %s %s", answer.Status, body)
	}
}
