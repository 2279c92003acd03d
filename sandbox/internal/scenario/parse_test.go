package scenario_test

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

var update = flag.Bool("update", false, "write the generated files and the errors of testdata/bad")

// golden compares with a file, or writes it with -update.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		must(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
	}
}

// Each file of testdata/bad has its error beside it, as a person reads it.
func TestMistakes(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/bad/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			must(t, err)
			parsed, err := scenario.Parse(name, text)
			if err == nil {
				t.Fatalf("parsed as %+v", parsed)
			}
			golden(t, strings.TrimSuffix(file, ".yaml")+".txt", err.Error()+"\n")
		})
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	text := []byte(`rules: [{on: "*", delay: 1s}]`)
	for _, name := range []string{"a", "0", "customer-orders-forbidden", "x--y-", "z9", strings.Repeat("a", 100)} {
		if _, err := scenario.Parse(name, text); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"", "-a", "A", "a_b", "a.b", "a b", "ä", "a/b", "a:", "a`", "a{", strings.Repeat("a", 101)} {
		if _, err := scenario.Parse(name, text); err == nil {
			t.Errorf("%q is accepted", name)
		}
	}
}

func TestTooLargeAndNotText(t *testing.T) {
	t.Parallel()
	large := "rules: [{on: \"*\", delay: 1s}] #" + strings.Repeat("x", scenario.MaxSize)
	for text, want := range map[string]string{
		large:               "the file must have at most 262144 bytes, got 262175",
		"summary: \xff\xfe": "the file must be UTF-8",
	} {
		if _, err := scenario.Parse("x", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A file may come from an editor of another system.
func TestByteOrderMarkAndCarriageReturns(t *testing.T) {
	t.Parallel()
	text := "\uFEFFsummary: Mine\r\nrules:\r\n  - on: login\r\n    fail: INTERNAL_ERROR\r\n"
	parsed, err := scenario.Parse("x", []byte(text))
	if err != nil || parsed.Summary != "Mine" {
		t.Errorf("got %+v, %v", parsed, err)
	}
}

func TestManyFaults(t *testing.T) {
	t.Parallel()
	_, err := scenario.Parse("x", []byte("rules:\n"+strings.Repeat("  - {on: login, cut: bite}\n", 30)))
	if err == nil || strings.Count(err.Error(), `got "bite"`) != 20 || !strings.HasSuffix(err.Error(), "\nand 10 more") {
		t.Errorf("got %v", err)
	}
}

// TestLongWordsInMessages cuts a long word of the file in its message.
func TestLongWordsInMessages(t *testing.T) {
	t.Parallel()
	_, err := scenario.Parse("x", []byte("rules: [{on: login, cut: "+strings.Repeat("x", 1000)+"}]"))
	if faults := yamltext.Faults(err); len(faults) != 1 || !strings.Contains(faults[0].Message, strings.Repeat("x", 290)) || len(faults[0].Message) > 500 {
		t.Errorf("got %+v", faults)
	}
	_, err = scenario.Parse("x", []byte(`rules: [{on: login, cut: reset, when: quary.Page == "1"}, {on: login, answer: {status: 200, template: true, body: '{{ quary.Page }}'}}, {on: login, fail: "500"}]`))
	var near []string
	for _, f := range yamltext.Faults(err) {
		near = append(near, f.Suggestion)
	}
	if want := []string{"query", "query", "INVALID_PARAMETER"}; !slices.Equal(near, want) {
		t.Errorf("got suggestions %q, want %q", near, want)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	got, err := scenario.Parse("everything", []byte(`
summary: Everything at once
features: {API_GET_CUSTOMER_ORDERS: false}
assume: {search-status: 200, recommended-not-found: null, rest-skew: off}
rules:
  - on: [retrieve-order, login]
    when: hour(now) >= 0
    skip: 1
    chance: 12.5%
    times: 2
    delay: {median: 300ms, p99: 2s}
    fail: INTERNAL_ERROR
    message: Later
  - on: "*"
    fail: ORDER_NOT_FOUND
`))
	must(t, err)
	wantFeatures := map[catalog.Feature]bool{catalog.GetCustomerOrders: false}
	if !reflect.DeepEqual(got.Features, wantFeatures) {
		t.Errorf("features %v, want %v", got.Features, wantFeatures)
	}
	wantAssume := map[catalog.QuestionID]string{
		catalog.SearchStatus: "200", catalog.RecommendedNotFound: "null", catalog.RESTSkew: "off"}
	if !reflect.DeepEqual(got.Assume, wantAssume) {
		t.Errorf("assume %v, want %v", got.Assume, wantAssume)
	}
	if got.Summary != "Everything at once" || got.Name != "everything" {
		t.Errorf("summary %q of %q", got.Summary, got.Name)
	}
}

func TestOperations(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]catalog.OperationID{
		`features: {API_GET_CUSTOMER_ORDERS: false}`:        {catalog.CustomerOrders},
		`assume: {lookup-body: text}`:                       {catalog.OrderBySale, catalog.OrderByInvoice},
		`rules: [{on: [login, create-upsell], cut: reset}]`: {catalog.CreateUpsell, catalog.Login},
		`rules: [{on: "*", fail: ORDER_NOT_FOUND}]`:         {catalog.RetrieveOrder, catalog.CancelOrder},
	} {
		parsed, err := scenario.Parse("x", []byte(text))
		must(t, err)
		if got := parsed.Operations(); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

func TestAnswer(t *testing.T) {
	t.Parallel()
	page := "<html></html>\n"
	library := libraryOf(t, map[string]string{
		"coded": `rules: [{on: "*", delay: 250ms, answer: {status: 429, headers: {retry-after: 2}, error_code: TOO_MANY, message: Slow down}}]`,
		"raw":   "rules:\n  - on: \"*\"\n    answer:\n      status: 502\n      body: |\n        <html></html>\n",
		"bare":  `rules: [{on: "*", answer: {status: 503}}]`,
		"days":  `rules: [{on: "*", delay: 0.01d1s}]`, // the durations of the clock
	})
	director := newDirector(t, library)
	for name, want := range map[string]scenario.Decision{
		"coded": {Delay: 250 * time.Millisecond, Effect: scenario.Effect{Answer: &scenario.Answer{
			Status: 429, Headers: map[string]string{"Retry-After": "2"}, Code: "TOO_MANY", Message: "Slow down"}}},
		"raw":  {Effect: scenario.Effect{Answer: &scenario.Answer{Status: 502, Body: &page}}},
		"bare": {Effect: scenario.Effect{Answer: &scenario.Answer{Status: 503}}},
		"days": {Delay: 14*time.Minute + 25*time.Second},
	} {
		got := decide(t, director, catalog.Login, name)
		if got.Delay != want.Delay || !reflect.DeepEqual(got.Effect, want.Effect) {
			t.Errorf("%s: got %s, %+v, want %s, %+v", name, got.Delay, got.Effect.Answer, want.Delay, want.Effect.Answer)
		}
	}
}

func TestFromHeaderAndValue(t *testing.T) {
	t.Parallel()
	for value, want := range map[string][]string{
		"":                   nil,
		" , ":                nil,
		"slow":               {"slow"},
		"slow, FORBIDDEN ,x": {"slow", "FORBIDDEN", "x"},
	} {
		if got := scenario.FromHeader(value); !slices.Equal(got, want) {
			t.Errorf("FromHeader(%q) is %q, want %q", value, got, want)
		}
	}
	for value, want := range map[string]string{"sandbox:slow": "slow", "sandbox:": "", "Sandbox:slow": "", "slow": "", "": ""} {
		if got, ok := scenario.FromValue(value); got != want && ok || ok != (want != "") {
			t.Errorf("FromValue(%q) is %q, %v, want %q", value, got, ok, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"testdata/bad/*.yaml", "../../../scenarios/*.yaml"} {
		files, err := filepath.Glob(pattern)
		must(f, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			must(f, err)
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		parsed, err := scenario.Parse("fuzzed", text)
		if (err == nil) == (parsed == nil) {
			t.Fatalf("got %v and %v", parsed, err)
		}
		if err != nil && err.Error() == "" {
			t.Fatal("an error without words")
		}
	})
}
