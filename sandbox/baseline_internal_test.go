package sandbox

import "testing"

// TestJournalLimits verifies that an account has bytes for as many calls as it keeps,
// and no more than all accounts have.
func TestJournalLimits(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20
	for _, c := range []struct {
		calls       int
		total, want int64
	}{
		{1000, 128 * mib, 8 * mib},
		{10, 128 * mib, 8 * mib},
		{5000, 128 * mib, 5000 * (8 * mib / 1000)},
		{1 << 40, 128 * mib, 128 * mib / (8 * mib / 1000) * (8 * mib / 1000)},
		{5000, 0, 8 * mib},
	} {
		limits := Options{Journal: c.calls, JournalBytes: c.total}.journalLimits()
		if limits.Account != c.want || limits.Entries != c.calls || limits.Total != c.total {
			t.Errorf("%d calls, %d bytes: got %+v, want %d bytes of an account", c.calls, c.total, limits, c.want)
		}
	}
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
