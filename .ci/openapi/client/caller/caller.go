// Package caller is common to the programs with generated code: the called account, its
// credential, and the examples of its OpenAPI document.
package caller

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"time"
)

// Amount does not fit in 32 bits. It has no type, as in a program of a user, and so a
// float32 takes it too: the stored value shows the difference.
const Amount = 1234567.89

// Caller calls one account of a sandbox.
type Caller struct {
	Origin, Code string
	Scenario     string // of every call, "" for none
	examples     map[string]map[string]any
}

// Main runs a program with the arguments ORIGIN CODE, and ends it with 1 when it fails.
func Main(tool string, run func(Caller) error) {
	c := Caller{Origin: os.Args[1], Code: os.Args[2]}
	err := c.read()
	if err == nil {
		err = run(c)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", tool, err)
		os.Exit(1)
	}
	fmt.Printf("%s: 14 operations succeeded, and throttled was met\n", tool)
}

// Base is the REST base address.
func (c Caller) Base() string { return c.Origin + "/rest/6.0" }

// Credential signs a call made now.
func (c Caller) Credential() string {
	date := time.Now().UTC().Format(time.DateTime)
	mac := hmac.New(sha256.New, []byte("demo-secret"))
	fmt.Fprintf(mac, "%d%s%d%s", len(c.Code), c.Code, len(date), date)
	return fmt.Sprintf("code=%q date=%q hash=%q", c.Code, date, hex.EncodeToString(mac.Sum(nil)))
}

// RoundTrip makes a call with the headers missing in generated code.
func (c Caller) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Accept", "application/json")
	if c.Scenario != "" {
		r.Header.Set("X-Sandbox-Scenario", c.Scenario)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// Text returns the example of a parameter of an operation.
func (c Caller) Text(operation, name string) string { return fmt.Sprint(c.examples[operation][name]) }

// Number returns the example of a whole number.
func (c Caller) Number(operation, name string) int64 {
	n, _ := c.examples[operation][name].(json.Number).Int64()
	return n
}

func (c *Caller) read() error {
	response, err := http.Get(c.Origin + "/_sandbox/openapi.json?account=" + url.QueryEscape(c.Code))
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string
			Parameters  []struct {
				Name    string
				Example any
			}
		}
	}
	decoder := json.NewDecoder(response.Body)
	decoder.UseNumber()
	if err := decoder.Decode(&document); err != nil {
		return err
	}
	c.examples = map[string]map[string]any{}
	for _, item := range document.Paths {
		for _, o := range item {
			c.examples[o.OperationID] = map[string]any{}
			for _, p := range o.Parameters {
				c.examples[o.OperationID][p.Name] = p.Example
			}
		}
	}
	return nil
}
