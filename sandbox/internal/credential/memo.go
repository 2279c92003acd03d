package credential

import (
	"strings"
	"sync/atomic"
	"time"
)

// Memo keeps the last computed digest, and the date in it. The date of a signature has
// seconds, so a client signs all calls of one second alike. The zero Memo is ready, and a
// nil one keeps nothing. It is safe for concurrent use.
type Memo struct{ last atomic.Pointer[computed] }

// computed is the digest of a code and a date.
type computed struct {
	algorithm  Algorithm
	secret     string
	code, date string
	digest     []byte
	moment     time.Time // of the date
	err        error     // why the date has none
}

// digest returns the digest of the string signed by the claim.
func (m *Memo) digest(a Algorithm, secret string, c Claim) []byte {
	if m == nil || len(c.Date) != len(time.DateTime) || len(c.Code) > tooLong {
		return a.digest(secret, c)
	}
	if last := m.last.Load(); last != nil && last.algorithm == a && last.date == c.Date && last.code == c.Code && last.secret == secret {
		return last.digest
	}
	now := &computed{algorithm: a, secret: secret, code: strings.Clone(c.Code), date: strings.Clone(c.Date), digest: a.digest(secret, c)}
	now.moment, now.err = parseDate(now.date)
	m.last.Store(now)
	return now.digest
}

// moment parses a date as parseDate does.
func (m *Memo) moment(date string) (time.Time, error) {
	if m != nil {
		if last := m.last.Load(); last != nil && last.date == date {
			return last.moment, last.err
		}
	}
	return parseDate(date)
}

// digest returns the digest of the string signed by a claim.
func (a Algorithm) digest(secret string, c Claim) []byte {
	return a.mac(secret, appendSigned(make([]byte, 0, 128), c.Code, c.Date))
}
