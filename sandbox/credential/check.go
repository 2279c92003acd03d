package credential

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"
)

// AnyDate is the skew of an account that takes any date, be it years off.
const AnyDate = time.Duration(math.MaxInt64)

// Policy is what an account asks of a claim.
type Policy struct {
	// Algorithm is the only one accepted; empty accepts all (open question rest-hash).
	Algorithm Algorithm
	// Skew is how far the date may be off, either way and inclusive (open question rest-skew).
	Skew time.Duration
	// Moments are what the date is compared with: the wall clock's and the
	// account's. One of them within Skew is enough.
	Moments []time.Time
	// Others are the codes and secrets of other accounts, to tell a caller that
	// took the wrong one. It is asked after a mismatch only and may be nil.
	Others iter.Seq2[string, string]
}

// Verify says whether the claim was made by one who knows the secret, with an
// accepted algorithm and at about the present time. Nil means yes; every error
// is a *Refusal. The hash is checked before the date, so that a stale date is
// told only to one who signed it rightly.
func Verify(claim Claim, secret string, policy Policy) error {
	if err := claim.complete(); err != nil {
		return err
	}
	named, err := claim.algorithm()
	if err != nil {
		return err
	}
	if !claim.signed(secret, named, policy.Algorithm) {
		return mismatch(claim, secret, policy)
	}
	return claim.fresh(policy)
}

// algorithm is the one the claim names, empty when it names none.
func (c Claim) algorithm() (Algorithm, error) {
	if c.Algo == "" {
		return "", nil
	}
	named, err := ParseAlgorithm(c.Algo)
	if err != nil {
		return "", &Refusal{Kind: Unreadable, Field: "algo", Given: c.Algo, Expected: algorithmNames,
			Message: "Unreadable credentials: " + err.Error() + "."}
	}
	return named, nil
}

// signed is on the way of every call. The digest is compared in constant time;
// its length is no secret.
func (c Claim) signed(secret string, named, only Algorithm) bool {
	var digest [sha256.Size]byte // no digest is longer
	var text [2 * len(digest)]byte
	if len(c.Hash) > len(text) {
		return false
	}
	n, err := hex.Decode(digest[:], text[:copy(text[:], c.Hash)])
	if err != nil {
		return false
	}
	signed := appendSigned(make([]byte, 0, 128), c.Code, c.Date)
	for _, a := range algorithms {
		if a.size() != n || named != "" && named != a || only != "" && only != a {
			continue
		}
		if hmac.Equal(a.mac(secret, signed), digest[:n]) {
			return true
		}
	}
	return false
}

func (c Claim) fresh(policy Policy) error {
	date, err := parseDate(c.Date)
	if err != nil {
		return &Refusal{Kind: Stale, Field: "date", Given: c.Date, Expected: "Y-m-d H:i:s",
			Message: fmt.Sprintf("Wrong date: %s is not written as Y-m-d H:i:s in GMT, such as 2010-05-13 12:12:12.", quoted(c.Date))}
	}
	for _, moment := range policy.Moments {
		if date.Sub(moment).Abs() <= policy.Skew {
			return nil
		}
	}
	return stale(c.Date, date, policy)
}

// parseDate is stricter than the library, which would let a one-digit hour and
// fractions of a second pass.
func parseDate(s string) (time.Time, error) {
	if len(s) != len(time.DateTime) {
		return time.Time{}, errors.New("not of the length of Y-m-d H:i:s")
	}
	return time.Parse(time.DateTime, s)
}

// stale measures against the nearest moment, the one the caller meant.
func stale(given string, date time.Time, policy Policy) error {
	var shown []string
	nearest := AnyDate
	for _, moment := range policy.Moments {
		if off := date.Sub(moment); off.Abs() <= nearest.Abs() {
			nearest = off
		}
		if text := moment.UTC().Format(time.DateTime); len(shown) == 0 || shown[0] != text {
			shown = append(shown, text)
		}
	}
	hint := ""
	if zone := nearest.Round(zoneStep); zone != 0 && zone.Abs() <= furthestZone && (nearest-zone).Abs() <= policy.Skew {
		hint = ": local time?"
	}
	want := strings.Join(shown, " or ")
	return &Refusal{Kind: Stale, Field: "date", Given: given, Expected: want + " GMT, give or take " + policy.Skew.String(),
		Message: fmt.Sprintf("Wrong date: it is off by %s%s; send the present time in GMT, %s, give or take %s.",
			ahead(nearest), hint, want, policy.Skew)}
}

// Time zones are multiples of zoneStep from GMT, furthestZone at most.
const (
	zoneStep     = 15 * time.Minute
	furthestZone = 14 * time.Hour
)

// ahead writes a difference as people say it: +2:00 h, -6:30 min, +12 days. It
// is rounded, because a date two hours off is some milliseconds old when it
// arrives.
func ahead(d time.Duration) string {
	sign := "+"
	if d < 0 {
		sign, d = "-", d.Abs()
	}
	seconds, minutes := d.Round(time.Second)/time.Second, d.Round(time.Minute)/time.Minute
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%s%d days", sign, d.Round(24*time.Hour)/(24*time.Hour))
	case minutes >= 60:
		return fmt.Sprintf("%s%d:%02d h", sign, minutes/60, minutes%60)
	}
	return fmt.Sprintf("%s%d:%02d min", sign, seconds/60, seconds%60)
}

// quoted shows what was sent, shortened.
func quoted(s string) string { return fmt.Sprintf("%q", excerpt(s)) }
