package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestImportKeepsGoing imports several files. One without a right record leaves the next ones
// their turn, and the exit code reports the refusal.
func TestImportKeepsGoing(t *testing.T) {
	t.Parallel()
	s := reach(t)
	folder := t.TempDir()
	bad, mixed, good := filepath.Join(folder, "bad"), filepath.Join(folder, "mixed"), filepath.Join(folder, "good")
	write(t, bad, `{"AvangateCustomerReference":"x"}`)
	write(t, mixed, "{\"AvangateCustomerReference\":41}\n{}")
	write(t, good, `{"AvangateCustomerReference":42}`)
	got := s.call("import", "--keep-going", bad, mixed, good)
	got.stdout, got.stderr = strings.ReplaceAll(got.stdout, folder, ""), strings.ReplaceAll(got.stderr, filepath.ToSlash(folder), "")
	want := ending{exitFailed, "/mixed: imported into account DEMO\n  created     customers 1\n  refused     unknown 1\n" +
		"/good: imported into account DEMO\n  created     customers 1\n",
		"commerce-sandbox: /bad: $.AvangateCustomerReference: must be a whole number from 0 to 999999999999999, got \"x\"; nothing was imported; correct what is named\n" +
			"/mixed: line 2: $: its names do not say what it is; an order has RefNo, a campaign PrimaryProduct, a customer AvangateCustomerReference, a subscription start_date; or name the kind; refused 1 record, imported the others\n"}
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}
