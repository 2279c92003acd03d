package credential

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"math"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// AnyDate is the skew of an account that accepts any date.
const AnyDate = time.Duration(math.MaxInt64)

// Policy is what an account requires of a claim.
type Policy struct {
	// Algorithm is the only accepted one; empty accepts all (open question rest-hash).
	Algorithm Algorithm
	// Skew is the largest difference of the date, in either direction (open question rest-skew).
	Skew time.Duration
	// Moments are the times of the wall clock and of the account's clock. The date
	// must be within Skew of one of them.
	Moments []time.Time
	// Absent is why the code of the claim has no account, "" when it has one.
	Absent Absence
	// Others are the secrets of other accounts, to recognise a wrong secret. No answer
	// says whose it was. Only Explain reads them; nil means none.
	Others iter.Seq[string]
	// Memo is that of the account, nil for none.
	Memo *Memo
}

// Verify returns nil when the claim is signed with the secret, with an accepted
// algorithm and a date near the present time. The error is a *Refusal. Verify
// checks the hash before the date, so that only a client with the right secret
// learns that its date is off. Explain says which mistake a wrong hash has.
func Verify(claim Claim, secret string, policy Policy) error {
	if err := claim.checkComplete(); err != nil {
		return err
	}
	named, err := claim.algorithm()
	if err != nil {
		return err
	}
	if !claim.isSigned(secret, named, policy.Algorithm, policy.Memo) {
		return &Refusal{Kind: Mismatch, Field: "hash", Given: claim.Hash, Message: wrongHash + "."}
	}
	return claim.checkDate(policy)
}

// algorithm returns the algorithm that the claim names, "" without one.
func (c Claim) algorithm() (Algorithm, error) {
	if c.Algo == "" {
		return "", nil
	}
	named, err := ParseAlgorithm(c.Algo)
	if err != nil {
		return "", &Refusal{Kind: Unreadable, Field: "algo", Given: c.Algo, Expected: phrase.Or(algorithms[:]...),
			Message: "Unreadable credentials: " + err.Error() + "."}
	}
	return named, nil
}

// isSigned reports whether the hash is right. Every call runs it. It compares the
// digest in constant time; the length of a digest is not secret.
func (c Claim) isSigned(secret string, named, only Algorithm, memo *Memo) bool {
	var digest [sha256.Size]byte // no digest is longer
	var text [2 * len(digest)]byte
	if len(c.Hash) > len(text) {
		return false
	}
	n, err := hex.Decode(digest[:], text[:copy(text[:], c.Hash)])
	if err != nil {
		return false
	}
	for _, a := range algorithms {
		if a.size() != n || named != "" && named != a || only != "" && only != a {
			continue
		}
		if hmac.Equal(memo.digest(a, secret, c), digest[:n]) {
			return true
		}
	}
	return false
}

func (c Claim) checkDate(policy Policy) error {
	date, err := policy.Memo.moment(c.Date)
	if err != nil {
		return &Refusal{Kind: Stale, Field: "date", Given: c.Date, Expected: "Y-m-d H:i:s",
			Message: fmt.Sprintf("Wrong date: %s is not written as Y-m-d H:i:s in GMT, such as 2010-05-13 12:12:12.", quoted(c.Date))}
	}
	for _, moment := range policy.Moments {
		if date.Sub(moment).Abs() <= policy.Skew {
			return nil
		}
	}
	return staleDate(c.Date, date, policy)
}

// parseDate parses a date. Unlike package time it accepts neither an hour of one
// digit nor fractions of a second.
func parseDate(s string) (time.Time, error) {
	if len(s) != len(time.DateTime) {
		return time.Time{}, errors.New("not of the length of Y-m-d H:i:s")
	}
	return time.Parse(time.DateTime, s)
}

// staleDate returns the refusal of a date that is too far off. It gives the
// difference from the nearest moment, which is probably the intended one.
func staleDate(given string, date time.Time, policy Policy) error {
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
	expected := phrase.Or(shown...)
	return &Refusal{Kind: Stale, Field: "date", Given: given, Expected: expected + " GMT, give or take " + policy.Skew.String(),
		Message: fmt.Sprintf("Wrong date: it is off by %s%s; send the present time in GMT, %s, give or take %s.",
			difference(nearest), hint, expected, policy.Skew)}
}

// Time zones are multiples of zoneStep from GMT, furthestZone at most.
const (
	zoneStep     = 15 * time.Minute
	furthestZone = 14 * time.Hour
)

// difference returns a duration as people write it: +2:00 h, -6:30 min, +12 days.
// It rounds, because a date two hours off is some milliseconds old when it arrives.
func difference(d time.Duration) string {
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

// quoted returns a sent text in quotes, shortened.
func quoted(s string) string { return fmt.Sprintf("%q", shortened(s)) }
