package listing

import (
	"errors"
	"strconv"
	"testing"
)

// A reader reads each of few codes once, keeps no more than some, and no error.
func TestReadOnce(t *testing.T) {
	t.Parallel()
	var kept map[string]*string
	reads := 0
	get := func(code string) (string, bool, error) {
		reads++
		if code == "bad" {
			return "", false, errors.New("damaged")
		}
		return "P" + code, code != "none", nil
	}
	for range 2 {
		for _, code := range []string{"1", "none", "bad"} {
			found, err := readOnce(&kept, code, get)
			if (found != nil) != (code == "1") || (err != nil) != (code == "bad") || found != nil && *found != "P1" {
				t.Errorf("%s: got %v, %v", code, found, err)
			}
		}
	}
	if reads != 4 {
		t.Errorf("got %d reads, want 2 of the code with the error and 1 of each other", reads)
	}
	for n := range 2 * maxKept {
		if _, err := readOnce(&kept, strconv.Itoa(n), get); err != nil {
			t.Error(err)
		}
	}
	if len(kept) != maxKept {
		t.Errorf("got %d codes, want %d", len(kept), maxKept)
	}
}
