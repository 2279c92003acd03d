package sandbox_test

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// collected is an item of a collection.
type collected struct {
	Name  string      `json:"name"`
	Items []collected `json:"item"`
	Event []struct {
		Script struct {
			Exec []string `json:"exec"`
		} `json:"script"`
	} `json:"event"`
	Request struct {
		Method string `json:"method"`
		Header []struct {
			Key, Value string
			Disabled   bool
		} `json:"header"`
		URL  struct{ Raw string }
		Body struct{ Raw string }
	} `json:"request"`
	Response []struct {
		Code int    `json:"code"`
		Body string `json:"body"`
	} `json:"response"`
}

// TestCollection sends every request of the collection, in its order, and compares
// each answer with the status that the collection tests, and that of a failure with
// the answer saved beside it.
func TestCollection(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	var collection struct {
		Item     []collected `json:"item"`
		Variable []struct{ Key, Value string }
	}
	readCollection(t, s.URL()+"/_sandbox/collection.json", &collection)
	variables := map[string]string{}
	for _, v := range collection.Variable {
		variables[v.Key] = v.Value
	}
	if len(collection.Item) != 16 {
		t.Fatalf("got %d operations", len(collection.Item))
	}
	for _, folder := range collection.Item {
		for _, item := range folder.Items {
			sendCollected(t, s, folder.Name, item, variables)
		}
	}
}

var (
	loginReturn = regexp.MustCompile(`<loginReturn[^>]*>([^<]+)<`)
	credentials = regexp.MustCompile(`date="([^"]+)" hash="([^"]+)"`)
)

func sendCollected(t *testing.T, s *sandboxtest.Running, operation string, item collected, variables map[string]string) {
	t.Helper()
	variables["credentials"] = s.Sign()
	if parts := credentials.FindStringSubmatch(variables["credentials"]); parts != nil {
		variables["date"], variables["hash"] = parts[1], parts[2]
	}
	fill := func(text string) string {
		for name, value := range variables {
			text = strings.ReplaceAll(text, "{{"+name+"}}", value)
		}
		return text
	}
	request, err := http.NewRequestWithContext(t.Context(), item.Request.Method, fill(item.Request.URL.Raw), strings.NewReader(fill(item.Request.Body.Raw)))
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range item.Request.Header {
		if !h.Disabled {
			request.Header.Set(h.Key, fill(h.Value))
		}
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if len(item.Event) == 0 || !strings.Contains(item.Event[0].Script.Exec[0], "eql("+strings.Fields(answer.Status)[0]+")") {
		t.Errorf("%s %s: got %s %s, tested by %v", operation, item.Name, answer.Status, body, item.Event)
	}
	if found := loginReturn.FindSubmatch(body); found != nil {
		variables["session"] = string(found[1])
	}
	if isFailure := item.Name != operation; isFailure && request.URL.Path != "/soap/6.0" && !sameJSON(t, item.Response[0].Body, string(body)) {
		t.Errorf("%s %s: got %s, saved %s", operation, item.Name, body, item.Response[0].Body)
	}
}

func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y struct{ Error_code, Message string } //nolint:revive // the name in JSON
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && x == y
}

// readCollection reads JSON from an address.
func readCollection(t *testing.T, address string, into any) {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		t.Fatal(err)
	}
}
