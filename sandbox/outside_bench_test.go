package sandbox_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

// BenchmarkOutside compares the program, in a process of its own with a data file on
// disk, with a bare net/http server in another one that writes the same bytes. The
// callers are in this process, so that no server shares its memory with them.
func BenchmarkOutside(b *testing.B) {
	const moment = "2026-10-13 12:12:12"
	address := startProgram(b, "--clock", strings.Replace(moment, " ", "T", 1)+"Z")
	handles, err := client.New("http://"+address, client.Options{}).Account("DEMO").Handles(b.Context())
	must(b, err)
	signed := "\r\nAccept: application/json\r\nX-Service-Authentication: " + credential.Header("DEMO", moment, "demo-secret", credential.SHA256)
	login := envelope("<login><merchantCode>DEMO</merchantCode><date>" + moment + "</date><hash>" +
		credential.Sign(credential.SHA256, "DEMO", moment, "demo-secret") + "</hash><algorithm>sha256</algorithm></login>")
	for _, work := range []struct{ name, head, body string }{
		{"order", "GET /rest/6.0/orders/" + handles["order-complete"].IDs["OrderReference"] + "/", ""},
		{"page", "GET /rest/6.0/orders/customer/?Limit=10&CustomerReference=" + handles["customer-with-11-orders"].IDs["CustomerReference"], ""},
		{"search", "GET /rest/6.0/orders/?Limit=10", ""},
		{"create", "POST /rest/6.0/upsell", newCampaign},
		{"login", "POST " + soap.Path, login},
	} {
		b.Run(work.name, func(b *testing.B) {
			headers := signed
			if work.name == "login" {
				headers = "\r\nContent-Type: text/xml; charset=utf-8"
			}
			request := []byte(work.head + " HTTP/1.1\r\nHost: " + address + "\r\nContent-Length: " + strconv.Itoa(len(work.body)) + headers + "\r\n\r\n" + work.body)
			of := load{address: address, request: func(int64) []byte { return request }}
			answer := answerTo(b, of)
			of.status = answer.StatusCode
			to := of
			to.address = startBare(b, answer)
			compare(b, of, to)
		})
	}
}

const newCampaign = `{"Name":"Autumn","StartDate":"2026-10-01","EndDate":null,"DisplayForManualRenewals":true,"Enabled":true,` +
	`"Discount":{"Type":"FIXED","Values":[{"Currency":"USD","Amount":19.99},{"Currency":"EUR","Amount":17.5}],"DefaultCurrency":"USD"},` +
	`"PrimaryProduct":{"Code":"STUDIO-BASIC-1Y"},"RecommendedProduct":{"Code":"STUDIO-PRO-1Y"},` +
	`"Description":[{"Language":"en","Text":"Take <!--{RECOMMENDED_PRODUCT_NAME}--> for <!--{RECOMMENDED_PRODUCT_PRICE}-->."}]}`

// startProgram builds the program, starts it with a data file on disk, and returns its
// address.
func startProgram(b *testing.B, flags ...string) string {
	program := filepath.Join(b.TempDir(), "commerce-sandbox")
	if out, err := exec.CommandContext(b.Context(), "go", "build", "-o", program, "../cmd/commerce-sandbox").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	block := startProcess(b, exec.Command(program, append([]string{
		"serve", "--listen", "127.0.0.1:0", "--log-level", "warn", "--data", filepath.Join(b.TempDir(), "outside.db")}, flags...)...))
	for block.Scan() {
		if _, base, found := strings.Cut(block.Text(), "REST base"); found {
			_, base, _ = strings.Cut(base, "://")
			return strings.TrimSuffix(base, rest.Base)
		}
	}
	b.Fatal("the program is not ready")
	return ""
}

// bareAddress is the environment variable that makes the program of the tests the bare
// server of BenchmarkOutside at this address. Its body is the standard input.
const bareAddress = "COMMERCE_SANDBOX_BARE"

// startBare starts a process with a bare net/http server that writes an answer, and
// returns its address.
func startBare(b *testing.B, answer *http.Response) string {
	bare := exec.Command(os.Args[0], answer.Header.Get("Content-Type"), strconv.Itoa(answer.StatusCode))
	bare.Env = append(os.Environ(), bareAddress+"=127.0.0.1:0")
	bare.Stdin = answer.Body
	printed := startProcess(b, bare)
	if !printed.Scan() {
		b.Fatal("the bare server does not listen")
	}
	return printed.Text()
}

// serveBare is the process that startBare starts. It prints its address.
func serveBare(address, contentType, status string) error {
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	code, err := strconv.Atoi(status)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header()["Content-Type"] = []string{contentType}
		w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
		w.WriteHeader(code)
		_, _ = w.Write(body)
	}))
}

// startProcess starts a process that is asked to stop after the benchmark, so that
// it leaves nothing behind. It returns the lines that it prints.
func startProcess(b *testing.B, c *exec.Cmd) *bufio.Scanner {
	printed, err := c.StdoutPipe()
	must(b, errors.Join(err, c.Start()))
	b.Cleanup(func() {
		if c.Process.Signal(syscall.SIGTERM) != nil { // Windows knows none
			_ = c.Process.Kill()
		}
		_ = c.Wait()
	})
	return bufio.NewScanner(printed)
}

// answerTo sends the request of a load once and returns the answer, with its body in
// memory.
func answerTo(b *testing.B, l load) *http.Response {
	conn, err := net.Dial("tcp", l.address)
	must(b, err)
	defer conn.Close()
	must(b, errorOf(conn.Write(l.request(0))))
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	must(b, err)
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= 300 {
		b.Fatalf("got %d %s %v", answer.StatusCode, body, err)
	}
	answer.Body = io.NopCloser(bytes.NewReader(body))
	return answer
}
