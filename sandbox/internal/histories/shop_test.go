package histories

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

const (
	secret      = "demo-secret"
	processData = "COMMERCE_SANDBOX_TEST_HISTORY" // the data file of a process to kill
)

// shop is a running sandbox: of this process, or in one to kill.
type shop struct {
	data    string
	in      *sandbox.Sandbox
	process *exec.Cmd
	url     string
	ends    io.Closer // the input of the process; the process ends with it
}

func options(data string) sandbox.Options {
	return sandbox.Options{Listen: "127.0.0.1:0", Data: data, VendorCode: "ONE", Secret: secret, Wall: func() time.Time { return wall }}
}

// seeded is a data file with the accounts ONE and TWO. Each history begins with it, because
// seeding both takes a fifth of its time.
var seeded = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "histories")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	s := &shop{data: filepath.Join(folder, "data.db")}
	if err := s.open(); err != nil {
		return nil, err
	}
	status, text := s.control("POST", "/accounts", `{"vendor_code":"TWO"}`)
	if err := s.in.Stop(context.Background()); err != nil || status != http.StatusCreated {
		return nil, fmt.Errorf("%d %s %w", status, text, err)
	}
	return os.ReadFile(s.data)
})

// begin starts a sandbox with a file of its own.
func (s *shop) begin(t failer, killed bool) {
	file, err := seeded()
	must(t, err)
	must(t, os.WriteFile(s.data, file, 0o600))
	s.start(t, killed)
}

// open opens a sandbox of this process.
func (s *shop) open() error {
	path, err := filepath.Abs(worldFile)
	if err != nil {
		return err
	}
	o := options(s.data)
	o.World, o.NoSync = path, true
	made, err := sandbox.New(o)
	if err != nil {
		return err
	}
	s.in = made
	return made.Open(context.Background())
}

// start starts a sandbox, in a process of its own when it is to be killed.
func (s *shop) start(t failer, killed bool) {
	if killed {
		s.process = exec.Command(os.Args[0], "-test.run=^TestProcess$")
		s.process.Env = append(os.Environ(), processData+"="+s.data)
		s.process.Stderr = os.Stderr
		in, err := s.process.StdinPipe()
		must(t, err)
		out, err := s.process.StdoutPipe()
		must(t, err)
		must(t, s.process.Start())
		line, err := bufio.NewReader(out).ReadString('\n')
		must(t, err)
		s.url, s.ends = strings.TrimSpace(line), in
		return
	}
	must(t, s.open())
}

// TestProcess is the sandbox of a killed history. It ends with its input, and so never
// outlives its test.
func TestProcess(t *testing.T) {
	path := os.Getenv(processData)
	if path == "" {
		return
	}
	o := options(path)
	world, err := filepath.Abs(worldFile)
	must(t, err)
	o.World = world
	s, err := sandbox.New(o)
	must(t, err)
	must(t, s.Start(t.Context()))
	fmt.Println(s.URL())
	_, _ = io.Copy(io.Discard, os.Stdin)
	must(t, s.Stop(t.Context()))
}

const worldFile = "testdata/world.yaml"

// end stops the sandbox, or kills its process, and verifies the file.
func (s *shop) end(t failer, killed bool) {
	switch {
	case s.in != nil:
		must(t, s.in.Stop(t.Context()))
	case killed:
		must(t, s.process.Process.Kill())
		_ = s.process.Wait()
	default:
		must(t, s.ends.Close())
		must(t, s.process.Wait())
	}
	s.in = nil
	must(t, verifyFile(s.data))
}

// inspect verifies a copy of the data file while the sandbox runs.
func (s *shop) inspect() error {
	file, err := os.ReadFile(s.data)
	if err != nil {
		return err
	}
	copied := s.data + ".copy"
	return errors.Join(os.WriteFile(copied, file, 0o600), verifyFile(copied))
}

// verifyFile verifies the pages, the indexes and the invariants of a data file.
func verifyFile(path string) error {
	notes, err := boltstore.CheckFile(path)
	if err != nil || len(notes) > 0 {
		return fmt.Errorf("the data file: %w %q", err, notes)
	}
	return nil
}

// failer is a test, or a history of one.
type failer interface {
	contexter
	Helper()
	Fatalf(form string, args ...any)
}

func must(t failer, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v", err)
	}
}

// send makes a call and returns its status and body.
func (s *shop) send(method, path, body string, header ...string) (int, string, error) {
	request := httptest.NewRequest(method, "http://127.0.0.1"+path, strings.NewReader(body))
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	if s.in != nil {
		recorder := httptest.NewRecorder()
		s.in.Handler().ServeHTTP(recorder, request)
		return recorder.Code, recorder.Body.String(), nil
	}
	out, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	out.Header = request.Header
	got, err := http.DefaultClient.Do(out)
	if err != nil {
		return 0, "", err
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	return got.StatusCode, string(text), err
}

func (s *shop) control(method, path, body string) (int, string) {
	status, text, err := s.send(method, "/_sandbox"+path, body)
	if err != nil {
		text = err.Error()
	}
	return status, text
}

// rest makes a signed call; signed with another secret it is refused.
func (s *shop) rest(code, method, path, body, key string) (answer, string) {
	sign := credential.Header(code, wall.Format(moment), key, credential.SHA256)
	status, text, err := s.send(method, "/rest/6.0"+path, body, "Accept", "application/json", "X-Service-Authentication", sign)
	if err != nil {
		return answer{outcome: err.Error()}, ""
	}
	var failure struct {
		Code string `json:"error_code"`
	}
	if status >= 400 {
		_ = json.Unmarshal([]byte(text), &failure)
		return refuse(fmt.Sprint(status, " ", failure.Code)), text
	}
	return answer{fmt.Sprint(status), shown(text)}, text
}

var fault = regexp.MustCompile(`<faultcode[^>]*>([^<]*:)?([^<]*)<`)

// soap makes a SOAP call and returns its outcome and its body.
func (s *shop) soap(call string) (outcome, text string) {
	status, text, err := s.send("POST", "/soap/6.0", `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>`+call+`</e:Body></e:Envelope>`, "Content-Type", "text/xml")
	if err != nil {
		return err.Error(), ""
	}
	if found := fault.FindStringSubmatch(text); found != nil {
		return fmt.Sprint(status, " ", found[2]), text
	}
	return fmt.Sprint(status), text
}

func (s *shop) login(code, key string) (outcome, text string) {
	date := wall.Format(moment)
	return s.soap("<login><merchantCode>" + code + "</merchantCode><date>" + date + "</date><hash>" +
		credential.Sign(credential.SHA256, code, date, key) + "</hash><algorithm>sha256</algorithm></login>")
}

func (s *shop) upgrade(session, ref, target string) (outcome, text string) {
	return s.soap("<upgradePartnerSubscriptions><sessionID>" + session + "</sessionID><Items><item><SubscriptionReference>" + ref +
		"</SubscriptionReference><UpgradeProductCode>" + target + "</UpgradeProductCode><Quantity>1</Quantity></item></Items></upgradePartnerSubscriptions>")
}

func element(text, name string) string {
	_, value, _ := strings.Cut(text, "<"+name)
	_, value, _ = strings.Cut(value, ">")
	value, _, _ = strings.Cut(value, "<")
	return value
}

// body is whatever a call of the JSON protocol answers, as far as the model says it.
type body struct {
	RefNo, OrderDate, Status, ApproveStatus    string
	ChargebackResolution, ChargebackReasonCode string
	Code, Name, StartDate, EndDate             string
	Enabled                                    bool
	PrimaryProduct, RecommendedProduct         struct{ Code string }
	UpsellingDisplayType                       string
	Items, Upsells                             []body
	Pagination                                 *struct{ Count int }
	UpsellsCount                               *int
}

// shown reduces a body to the predicted part, and says when a list counts other rows than
// it has.
func shown(text string) string {
	var b body
	if err := json.Unmarshal([]byte(text), &b); err != nil {
		return strings.Trim(strings.TrimSpace(text), `"`)
	}
	rows := func(all []body, count int) string {
		lines := make([]string, len(all))
		for i, one := range all {
			lines[i] = one.line()
		}
		if count != len(all) {
			lines = append(lines, fmt.Sprint("counted ", count))
		}
		return strings.Join(lines, "\n")
	}
	switch {
	case b.Pagination != nil:
		return rows(b.Items, b.Pagination.Count)
	case b.UpsellsCount != nil:
		return rows(b.Upsells, *b.UpsellsCount)
	}
	return b.line()
}

func (b *body) line() string {
	switch {
	case b.RefNo != "":
		return (&order{ref: b.RefNo, date: b.OrderDate, status: b.Status, approve: b.ApproveStatus, dispute: b.ChargebackResolution, reason: b.ChargebackReasonCode}).shown()
	case b.Code != "":
		return b.Code + " " + (&campaign{name: b.Name, start: b.StartDate, end: b.EndDate, enabled: b.Enabled, primary: b.PrimaryProduct.Code, recommended: b.RecommendedProduct.Code}).shown()
	}
	return b.UpsellingDisplayType
}

// look returns the control interface's view of an account, in the words of account.facts.
func (s *shop) look(t failer, code string) string {
	var f bytes.Buffer
	var state struct {
		Clock struct {
			Now  time.Time
			Mode string
		}
		Features  map[string]bool
		Assume    map[string]string
		Scenarios []string
		Calls     int
		Refused   int
		Discard   bool `json:"discard_writes"`
	}
	s.get(t, code, "", &state)
	fmt.Fprintf(&f, "clock %s %s\ncalls %d refused %d\nlists customers %t discards %t\n", state.Clock.Now.Format(moment), state.Clock.Mode, state.Calls, state.Refused,
		state.Features["API_GET_CUSTOMER_ORDERS"], state.Discard)
	for _, id := range sorted(state.Assume) {
		fmt.Fprintf(&f, "answer %s %s\n", id, state.Assume[id])
	}
	if len(state.Scenarios) > 0 {
		var list struct {
			Scenarios []struct {
				Name      string
				Remaining *int
			}
		}
		s.get(t, code, "/scenarios", &list)
		for _, one := range list.Scenarios {
			left := -1
			if one.Remaining != nil {
				left = *one.Remaining
			}
			fmt.Fprintf(&f, "scenario %s %d\n", one.Name, left)
		}
	}
	s.lookAtRecords(t, code, &f)
	return f.String()
}

func (s *shop) lookAtRecords(t failer, code string, f io.Writer) {
	var list struct {
		Snapshots []struct {
			Name   string
			Counts struct{ Orders, Campaigns, Subscriptions int }
		}
		Orders []struct {
			Reference, Date, Status, Approval, Dispute string
			PO                                         string `json:"purchase_order"`
		}
		Subscriptions []struct {
			Reference, Order, Product, Start, Expiration string
			Enabled, Upgradable                          bool
		}
		Campaigns []body
		Total     int
	}
	total := func(rows int) {
		if list.Total != rows {
			t.Fatalf("%s: a list has the total %d and %d rows", code, list.Total, rows)
		}
	}
	s.get(t, code, "/snapshots", &list)
	for _, one := range list.Snapshots {
		fmt.Fprintf(f, "snapshot %s %d %d %d\n", one.Name, one.Counts.Orders, one.Counts.Campaigns, one.Counts.Subscriptions)
	}
	s.get(t, code, "/orders?view=line&sort=reference", &list)
	total(len(list.Orders))
	for _, o := range list.Orders {
		fmt.Fprintf(f, "order %s %s %s %s %s %s\n", o.Reference, o.Date, o.Status, o.Approval, o.PO, o.Dispute)
	}
	s.get(t, code, "/subscriptions?view=line", &list)
	total(len(list.Subscriptions))
	slices.SortFunc(list.Subscriptions, func(x, y struct {
		Reference, Order, Product, Start, Expiration string
		Enabled, Upgradable                          bool
	}) int {
		return strings.Compare(x.Reference, y.Reference)
	})
	for _, o := range list.Subscriptions {
		fmt.Fprintf(f, "subscription %s %s %s %s %s %t %t\n", o.Reference, o.Order, o.Product, o.Start, o.Expiration, o.Enabled, o.Upgradable)
	}
	s.get(t, code, "/campaigns", &list)
	total(len(list.Campaigns))
	for _, c := range list.Campaigns {
		fmt.Fprintf(f, "campaign %s\n", c.line())
	}
}

func (s *shop) get(t failer, code, path string, into any) {
	status, text := s.control("GET", "/accounts/"+code+path, "")
	if status != 200 {
		t.Fatalf("%s%s: %d %s", code, path, status, text)
	}
	must(t, json.Unmarshal([]byte(text), into))
}
