package verify

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// reading verifies with conditions that read envelopes as they are.
var reading = Verifier{
	XPath: func(envelope []byte, _, _ string, _ func(int) error) (string, error) { return string(envelope), nil },
	Show:  func(e *journal.Entry) client.Entry { return *e.View() },
}

// moment is when the calls of these tests are made.
var moment = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// enter adds a SOAP call to a ring.
func enter(j *journal.Journal, ring *journal.Ring, body string) {
	rec := j.Begin(httptest.NewRequest(http.MethodPost, "/", http.NoBody), moment)
	rec.Operation, rec.Protocol, rec.AccountTime = string(catalog.Login), client.SOAP, moment
	rec.RequestBody([]byte(body))
	ring.NextID(rec)
	rec.Close(moment)
}

// TestWait makes calls while the verification waits, after earlier ones.
func TestWait(t *testing.T) {
	t.Parallel()
	selected := func(e client.Expectation) client.Expectations {
		e.Operation, e.Where, e.Within = string(catalog.Login), `xpath("/") == "meant"`, maxWait
		return client.Expectations{Expectations: []client.Expectation{e}}
	}
	order := client.Expectation{InOrder: []client.Step{{Where: `xpath("/") == "meant"`}, {Where: `xpath("/") == "last"`}}, Within: maxWait}
	strict := order
	strict.Strict = true
	two := selected(client.Expectation{AtLeast: new(1)})
	two.Expectations = append(two.Expectations, client.Expectation{Where: `xpath("/") == "last"`, Count: new(1), Within: time.Second})
	nothing := selected(client.Expectation{AtLeast: new(1)})
	nothing.NothingElse, nothing.Within = true, maxWait
	cases := []struct {
		name     string
		expected client.Expectations
		before   []string      // bodies of the calls made before
		then     []string      // bodies of the calls made while it waits
		waits    time.Duration // after them
		verified bool
	}{
		{"at least", selected(client.Expectation{AtLeast: new(2)}), []string{"other"}, []string{"meant", "other", "meant"}, 0, true},
		{"at least, too few", selected(client.Expectation{AtLeast: new(2)}), nil, []string{"meant"}, maxWait, false},
		{"exactly", selected(client.Expectation{Count: new(1)}), nil, []string{"meant"}, 0, true},
		{"exactly, too few", selected(client.Expectation{Count: new(2)}), []string{"other"}, []string{"meant"}, maxWait, false},
		{"exactly none", selected(client.Expectation{Count: new(0)}), nil, []string{"other"}, maxWait, true},
		{"exactly none, one", selected(client.Expectation{Count: new(0)}), nil, []string{"meant"}, 0, false},
		{"at most", selected(client.Expectation{AtMost: new(1)}), nil, []string{"meant"}, maxWait, true},
		{"at most, too many", selected(client.Expectation{AtMost: new(1)}), nil, []string{"meant", "meant"}, 0, false},
		{"between", selected(client.Expectation{AtLeast: new(1), AtMost: new(2)}), nil, []string{"meant"}, maxWait, true},
		{"between, too many", selected(client.Expectation{AtLeast: new(1), AtMost: new(1)}), nil, []string{"meant", "meant"}, 0, false},
		{"in order", client.Expectations{Expectations: []client.Expectation{order}}, []string{"last"}, []string{"meant", "other", "last"}, 0, true},
		{"in order, wrong", client.Expectations{Expectations: []client.Expectation{order}}, []string{"last"}, []string{"meant"}, maxWait, false},
		{"in strict order", client.Expectations{Expectations: []client.Expectation{strict}}, []string{"meant"}, []string{"meant", "last"}, 0, true},
		{"in strict order, wrong", client.Expectations{Expectations: []client.Expectation{strict}}, nil, []string{"meant", "other", "last"}, maxWait, false},
		{"two", two, []string{"last"}, []string{"meant"}, 0, true},
		{"two, the shorter one fails", two, nil, []string{"meant"}, time.Second, false},
		{"the wait of all", client.Expectations{Within: maxWait, Expectations: []client.Expectation{{Operation: string(catalog.Login), AtLeast: new(1)}}}, nil, []string{"meant"}, 0, true},
		{"nothing else", nothing, nil, []string{"meant"}, maxWait, true},
		{"nothing else, another", nothing, nil, []string{"meant", "other"}, 0, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				j := journal.New(journal.Defaults())
				ring := j.Ring("A")
				for _, body := range c.before {
					enter(j, ring, body)
				}
				done := make(chan bool, 1)
				began := time.Now()
				go func() {
					outcome, err := reading.All(t.Context(), ring, c.expected, 0)
					if err != nil {
						t.Error(err)
					}
					done <- outcome.Verified
				}()
				for _, body := range c.then {
					if synctest.Wait(); len(done) > 0 {
						t.Fatalf("it did not wait for %s", body)
					}
					enter(j, ring, body)
				}
				if verified := <-done; verified != c.verified {
					t.Errorf("got %t, want %t", verified, c.verified)
				}
				if waited := time.Since(began); waited != c.waits {
					t.Errorf("it waited %s, want %s", waited, c.waits)
				}
			})
		})
	}
}

// TestWaitOfEach fails an expectation at the end of its own wait, although a call comes while
// others wait.
func TestWaitOfEach(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		j := journal.New(journal.Defaults())
		ring := j.Ring("A")
		login := client.Expectation{Operation: string(catalog.Login), AtLeast: new(1), Within: time.Second}
		later := client.Expectation{Operation: string(catalog.Login), AtLeast: new(1), Within: 5 * time.Second}
		go func() {
			time.Sleep(2 * time.Second) // of the bubble
			enter(j, ring, "meant")
		}()
		began := time.Now()
		got, err := reading.All(t.Context(), ring, client.Expectations{Expectations: []client.Expectation{login, later}, NothingElse: true, Within: maxWait}, 0)
		if err != nil || len(got.Results) != 2 || got.Results[0].Verified || !got.Results[1].Verified || got.ElseMessage != "" || time.Since(began) != maxWait {
			t.Errorf("got %+v after %s, %v", got.Results, time.Since(began), err)
		}
	})
}

func TestWaitEndsWithTheAccount(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		j := journal.New(journal.Defaults())
		ring := j.Ring("A")
		done := make(chan error, 1)
		go func() {
			_, err := reading.Verify(t.Context(), ring, client.Expectation{Operation: string(catalog.Login), AtLeast: new(1), Within: maxWait})
			done <- err
		}()
		synctest.Wait()
		j.Drop("A", func(int64) {})
		if err := <-done; !errors.Is(err, journal.ErrRemoved) {
			t.Errorf("got %v, want %v", err, journal.ErrRemoved)
		}
	})
}

// TestSlowCondition limits all evaluations together, besides the wait.
func TestSlowCondition(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		j := journal.New(journal.Defaults())
		ring := j.Ring("A")
		for range 100 {
			enter(j, ring, "other")
		}
		v := Verifier{XPath: func([]byte, string, string, func(int) error) (string, error) {
			time.Sleep(time.Second) // of the bubble
			return "", nil
		}}
		began := time.Now()
		_, err := v.Verify(t.Context(), ring, client.Expectation{
			Operation: string(catalog.Login), Where: `xpath("/") == "meant"`, AtMost: new(1), Within: 5 * time.Second,
		})
		want := &Invalid{"the conditions take too long: the verification did not end in 15s", "write simpler ones, or clear the journal before the test"}
		if got := (*Invalid)(nil); !errors.As(err, &got) || *got != *want {
			t.Errorf("got %v, want %v", err, want)
		}
		if took := time.Since(began); took > 17*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

// TestVerifyEndsWithTheContext ends the context while a condition is evaluated.
func TestVerifyEndsWithTheContext(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	ring := j.Ring("A")
	enter(j, ring, "other")
	enter(j, ring, "other")
	ctx, stop := context.WithCancel(t.Context())
	evaluations := 0
	v := Verifier{XPath: func(_ []byte, _, _ string, spend func(int) error) (string, error) {
		evaluations++
		stop()
		for {
			if err := spend(1); err != nil {
				return "", err
			}
		}
	}}
	_, err := v.Verify(ctx, ring, client.Expectation{
		Operation: string(catalog.Login), Where: `xpath("/") == "meant"`, AtMost: new(1), Within: maxWait,
	})
	if !errors.Is(err, context.Canceled) || evaluations != 1 {
		t.Errorf("got %v after %d evaluations, want %v after 1", err, evaluations, context.Canceled)
	}
}
