package record_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

func TestNumbersAreKeptExactly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"19.99": "19.99", "19.990": "19.99", "1e2": "100", "-0": "0", "0.1": "0.1", "25E-1": "2.5",
		"123456789012345678.123456789012345678": "123456789012345678.123456789012345678",
		"1e17":                                  "100000000000000000", "0e100": "0",
		"1e" + strings.Repeat("0", 69) + "2": "100",
		// refused
		"1e" + strings.Repeat("0", 70) + "2": "",
		"1e18":                               "", "1234567890123456789": "", "1e-19": "", "1e999999999": "", "1e-999999999": "", "abc": "", "": "",
	} {
		got := ""
		if amount, err := record.ParseMoney(text); err == nil {
			got = amount.String()
		}
		if got != want {
			t.Errorf("ParseMoney(%q): got %q, want %q", text, got, want)
		}
		var amount record.Money
		got = ""
		if err := json.Unmarshal([]byte(text), &amount); err == nil {
			body, _ := json.Marshal(amount)
			got = string(body)
		}
		if got != want {
			t.Errorf("JSON %q: got %q, want %q", text, got, want)
		}
	}
}
