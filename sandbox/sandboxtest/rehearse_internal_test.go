package sandboxtest

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// integration is a client of the interface as teams write them.
type integration struct {
	testing.TB
	s       *Running
	timeout time.Duration // 0 for none
}

// patient is how long a client waits for an answer: longer than a busy machine takes.
const patient = 2 * time.Minute

// integrate returns the client of a trial.
func integrate(tb testing.TB, s *Running) *integration {
	return &integration{TB: tb, s: s, timeout: patient}
}

// answered is an answer of the interface, or none.
type answered struct {
	status int
	header http.Header
	text   string
	body   struct {
		Upsells    []struct{ Name, Code string }
		Items      []struct{ CustomerDetails *struct{ Email string } }
		Pagination struct{ Count int }
		Status     string
	}
	err error
}

func (a answered) ok() bool { return a.err == nil && a.status < 300 }

// again reports whether a repetition may help.
func (a answered) again() bool { return a.err != nil || a.status >= 500 || a.status == 429 }

// limited returns the context of one call.
func (i *integration) limited() (context.Context, context.CancelFunc) {
	if i.timeout == 0 {
		return i.Context(), func() {}
	}
	return context.WithTimeout(i.Context(), i.timeout)
}

// call makes one call, on a connection of its own, otherwise a library could repeat it.
func (i *integration) call(method, path, body string) answered {
	ctx, cancel := i.limited()
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, i.s.REST()+path, strings.NewReader(body))
	if err != nil {
		return answered{err: err}
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("X-Service-Authentication", i.s.Sign())
	return i.send(request)
}

// send sends a request and reads its answer.
func (i *integration) send(request *http.Request) (a answered) {
	response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		return answered{err: err}
	}
	defer response.Body.Close()
	a.status, a.header = response.StatusCode, response.Header
	text, err := io.ReadAll(response.Body)
	a.text = string(text)
	if a.err = err; err == nil && a.status < 300 && len(text) > 0 && text[0] == '{' {
		a.err = json.Unmarshal(text, &a.body)
	}
	return a
}

const campaign = `{"Name":%q,"Enabled":true,"DisplayForManualRenewals":true,"Discount":{"Type":"PERCENT","Value":10},"PrimaryProduct":{"Code":"A"},"RecommendedProduct":{"Code":"B"}}`

func (i *integration) create(name string) answered {
	return i.call(http.MethodPost, "/upsell", fmt.Sprintf(campaign, name))
}

// wait waits as long as an answer asks for, and longer than a storm.
func (i *integration) wait(a answered) {
	seconds, _ := strconv.Atoi(a.header.Get("Retry-After"))
	select {
	case <-time.After(time.Duration(seconds)*time.Second + 60*time.Millisecond):
	case <-i.Context().Done():
	}
}

// exists looks for a campaign. It reports false for known when it could not look.
func (i *integration) exists(name string) (found, known bool) {
	a := i.call(http.MethodGet, "/upsell?Name="+name, "")
	return slices.ContainsFunc(a.body.Upsells, func(u struct{ Name, Code string }) bool { return u.Name == name }), a.ok()
}

// createOnce creates a campaign, and looks before it repeats the call.
func (i *integration) createOnce(looks func() bool) {
	for range 3 {
		a := i.create("Summer")
		switch {
		case a.ok():
			return
		case !a.again():
			i.Fatalf("got %d", a.status)
		}
		i.wait(a)
		if looks() {
			return
		}
	}
	i.Fatal("it could not be created")
}

func (i *integration) order() string {
	return "/orders/" + i.s.ID("purchase-order-awaiting-form", "OrderReference") + "/"
}

func (i *integration) cancel() answered { return i.call(http.MethodDelete, i.order(), "") }

// mustBeCanceled fails unless the order is canceled.
func (i *integration) mustBeCanceled() {
	if a := i.call(http.MethodGet, i.order(), ""); !a.ok() || a.body.Status != "CANCELED" {
		i.Fatal("it is not known whether the order is canceled")
	}
}

// planted are integrations with one mistake each, and how they are without it.
var planted = []struct {
	name   string
	run    func(i *integration, mended bool)
	result client.Result
	faults int    // of the smallest schedule
	fault  string // a part of it, "" for any
}{
	{"blind repeat", func(i *integration, mended bool) {
		i.createOnce(func() bool { return mended && i.look() })
	}, client.WrongInSilence, 1, ""},
	{"could not look", func(i *integration, mended bool) {
		i.createOnce(func() bool {
			found, known := i.exists("Summer")
			if !known && mended {
				i.Fatal("it is not known whether the campaign exists")
			}
			return found
		})
	}, client.WrongInSilence, 2, ""},
	{"repeats what is final", func(i *integration, mended bool) {
		for n := range 12 {
			a := i.cancel()
			if a.ok() {
				return
			}
			if n > 0 && a.status == 400 && mended {
				i.mustBeCanceled() // by the first attempt
				return
			}
			if !a.again() && n == 0 {
				i.Fatalf("got %d", a.status)
			}
			i.wait(a)
		}
		i.Fatal("it could not be canceled")
	}, client.Stormed, 1, ""},
	{"ignores Retry-After", func(i *integration, mended bool) {
		a := i.call(http.MethodGet, "/orders/", "")
		if a.again() {
			if mended {
				i.wait(a)
			}
			a = i.call(http.MethodGet, "/orders/", "")
		}
		if !a.ok() {
			i.Fatal("no orders")
		}
	}, client.Stormed, 1, ""},
	{"endless paging", func(i *integration, mended bool) {
		for page, read := 1, 0; ; page++ {
			a := i.call(http.MethodGet, fmt.Sprintf("/orders/?Limit=20&Page=%d", page), "")
			read += len(a.body.Items)
			switch {
			case !a.ok() || mended && len(a.body.Items) == 0 && read < a.body.Pagination.Count:
				i.Fatal("the orders are not complete")
			case read >= a.body.Pagination.Count:
				return
			}
			i.wait(answered{})
		}
	}, client.Hung, 1, ""},
	{"no timeout", func(i *integration, mended bool) {
		if !mended {
			i.timeout = 0
		}
		if a := i.call(http.MethodGet, "/orders/", ""); !a.ok() {
			i.Fatal("no orders")
		}
	}, client.Hung, 1, "silent"},
	{"swallows the error", func(i *integration, mended bool) {
		if a := i.create("Summer"); !a.ok() && mended {
			i.Fatal("it is not known whether the campaign was created")
		}
	}, client.WrongInSilence, 1, ""},
	{"falls over null", func(i *integration, mended bool) {
		for _, order := range i.call(http.MethodGet, "/orders/", "").body.Items {
			if order.CustomerDetails != nil || !mended {
				_ = order.CustomerDetails.Email
			}
		}
	}, client.FailedInTheOpen, 1, ""},
	{"stops at an empty page", func(i *integration, mended bool) {
		a := i.call(http.MethodGet, "/orders/", "")
		if !a.ok() || mended && len(a.body.Items) == 0 && a.body.Pagination.Count > 0 {
			i.Fatal("the orders are not complete")
		}
		if a := i.create(fmt.Sprintf("For %d orders", len(a.body.Items))); !a.ok() {
			i.Fatal("not created")
		}
	}, client.WrongInSilence, 1, ""},
	{"repeats a cancel", func(i *integration, mended bool) {
		a := i.cancel()
		if a.again() {
			i.wait(a)
			if a = i.cancel(); a.status == 400 && mended {
				i.mustBeCanceled() // by the first attempt
				return
			}
		}
		if !a.ok() { // it takes the order for a shipped one, and offers something to its customer
			if a := i.create("Sorry"); !a.ok() || mended {
				i.Fatal("not canceled")
			}
		}
	}, client.WrongInSilence, 1, ""},
	{"paging by number while records move", func(i *integration, mended bool) {
		i.retireAll(mended)
	}, client.WrongInSilence, 1, ""},
	{"session kept for ever, over SOAP", func(i *integration, mended bool) {
		session, _ := i.login()
		attempts := 12
		if mended {
			attempts = 3
		}
		for range attempts {
			a := i.upgrade(session)
			if a.ok() {
				return
			}
			i.wait(a)
			if mended {
				if session, a = i.login(); !a.ok() {
					i.Fatal("no session")
				}
			}
		}
		i.Fatal("not upgraded")
	}, client.Stormed, 1, "session-ended"},
	{"swallows a fault, over SOAP", func(i *integration, mended bool) {
		session, _ := i.login()
		if a := i.upgrade(session); !a.ok() && mended {
			i.Fatal("it is not known whether the subscription is upgraded")
		}
	}, client.WrongInSilence, 1, ""},
}

// look looks for the campaign and fails when it cannot.
func (i *integration) look() bool {
	found, known := i.exists("Summer")
	if !known {
		i.Fatal("it is not known whether the campaign exists")
	}
	return found
}

var allTrials = flag.Bool("all-trials", false, "make all trials for the planted mistakes")

// TestPlantedMistakes finds each mistake with the right result and a schedule of the
// right size, and nothing without it.
func TestPlantedMistakes(t *testing.T) {
	t.Parallel()
	for _, test := range planted {
		for _, mended := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/mended=%t", test.name, mended), func(t *testing.T) {
				t.Parallel()
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				known := func(trial client.RehearsalTrial) bool {
					return !mended && trial.Result == test.result && strings.Count(trial.Schedule, "+")+1 == test.faults && strings.Contains(trial.Schedule, test.fault)
				}
				found, err := rehearse(ctx, t, func(tb testing.TB, s *Running) {
					test.run(integrate(tb, s), mended)
				}, func(o *client.RehearsalOptions) {
					o.Timeout, o.Patience, o.Most, o.Jobs = 5*patient, time.Millisecond, 45, 8
					switch {
					case mended:
						o.Most = 21
					case test.result == client.Hung:
						o.Timeout = 6 * time.Second
						if test.fault == "silent" {
							o.Patience = time.Hour
						}
					}
					if *allTrials {
						o.Most = 500
					}
					o.Tried = func(trial client.RehearsalTrial, _, _ int) {
						if known(trial) && !*allTrials {
							cancel()
						}
					}
				})
				switch {
				case err != nil:
					t.Fatal(err)
				case mended && len(found.Findings) > 0:
					t.Errorf("the mended client: got %+v", found.Findings[0])
				case !mended && !slices.ContainsFunc(found.Trials, known):
					t.Errorf("got %s, and %+v", found.Headline, found.Findings)
				}
			})
		}
	}
}

// TestRehearsalsAgree rehearses an integration with a mistake twice, with the same findings.
func TestRehearsalsAgree(t *testing.T) {
	t.Parallel()
	findings := func() (found []string) {
		got, err := rehearse(t.Context(), t, func(tb testing.TB, s *Running) {
			i := integrate(tb, s)
			i.createOnce(func() bool { return false })
		}, func(o *client.RehearsalOptions) { o.Timeout, o.Patience, o.Most = 5*patient, time.Millisecond, 20 })
		if err != nil {
			t.Fatal(err)
		}
		for _, trial := range got.Findings {
			found = append(found, trial.Schedule+" "+string(trial.Result))
		}
		return found
	}
	if first, second := findings(), findings(); len(first) == 0 || !slices.Equal(first, second) {
		t.Errorf("got %q, then %q", first, second)
	}
}

// TestKeptSession rehearses an integration that keeps its session from run to run: the good
// run says so, and the refusal of the call names both accounts.
func TestKeptSession(t *testing.T) {
	t.Parallel()
	session := ""
	_, err := rehearse(t.Context(), t, func(tb testing.TB, s *Running) {
		i := integrate(tb, s)
		if session == "" {
			session, _ = i.login()
		}
		if a := i.upgrade(session); !a.ok() {
			i.Fatal("not upgraded")
		}
	}, func(o *client.RehearsalOptions) { o.Most = 1 })
	var good *client.GoodRunError
	if !errors.As(err, &good) || !good.Passed || len(good.Refused) != 1 {
		t.Fatalf("got %v, want a second run that fails", err)
	}
	const want = "the command passed once and failed the second time without a fault, with exit code 1: it keeps something from run to run: a session, a file, a name"
	if why := good.Refused[0].Why; err.Error() != want || !strings.Contains(why, "it is a session of account ") || strings.Contains(why, "reset") {
		t.Errorf("got %v, %s", err, why)
	}
}

// TestRehearseInATest rehearses an integration that survives everything, and one failing
// without a fault.
func TestRehearseInATest(t *testing.T) {
	t.Parallel()
	quick := func(o *client.RehearsalOptions) { o.Patience, o.Most = time.Millisecond, 5 }
	found := Rehearse(t, func(tb testing.TB, s *Running) {
		i := integrate(tb, s)
		if a := i.create("Summer"); !a.ok() {
			i.Fatal("not created")
		}
	}, quick)
	if got := len(found.Trials); got != 5 || found.Good.Calls[0] != "create-upsell#1" {
		t.Errorf("got %d trials, %+v", got, found.Good)
	}
	_, err := rehearse(t.Context(), t, func(tb testing.TB, _ *Running) { tb.Fatal("broken") }, quick)
	var good *client.GoodRunError
	if !errors.As(err, &good) || !strings.Contains(good.Outcome.Output, "broken") {
		t.Errorf("got %v", err)
	}
}
