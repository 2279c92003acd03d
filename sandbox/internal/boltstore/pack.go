package boltstore

import (
	"encoding/binary"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Classes, briefs and facts have a compact format and not JSON, because a list reads
// them for every record.

// unpacker reads the output of the append functions. Behind the end it reads zeros,
// so no file makes it panic.
type unpacker struct{ rest string }

func (u *unpacker) flags() byte {
	if u.rest == "" {
		return 0
	}
	f := u.rest[0]
	u.rest = u.rest[1:]
	return f
}

func (u *unpacker) number() (n uint64) {
	for shift := 0; shift <= 63 && u.rest != ""; shift += 7 {
		b := u.rest[0]
		u.rest = u.rest[1:]
		if n |= uint64(b&0x7F) << shift; b < 0x80 {
			return n
		}
	}
	return 0
}

func (u *unpacker) text() string {
	length := u.number()
	if length > uint64(len(u.rest)) {
		u.rest = ""
		return ""
	}
	text := u.rest[:length]
	u.rest = u.rest[length:]
	return text
}

func (u *unpacker) texts() []string {
	count := u.number()
	if count > uint64(len(u.rest)) { // each takes a byte at least
		return nil
	}
	all := make([]string, count)
	for i := range all {
		all[i] = u.text()
	}
	return all
}

func (u *unpacker) moment() (m record.Moment) {
	if b := u.text(); len(b) == 8 {
		m.Time = timeOf(numberAt([]byte(b), 0))
	}
	return m
}

func (u *unpacker) day() *record.Day {
	if m := u.moment(); !m.IsZero() {
		return &record.Day{Time: m.Time}
	}
	return nil
}

func (u *unpacker) payer() record.Payer {
	return record.Payer{Name: u.text(), Company: u.text(), Email: u.text(), Country: u.text()}
}

func appendBytes[T ~string | ~[]byte](b []byte, texts ...T) []byte {
	for _, text := range texts {
		b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
	}
	return b
}

func appendMoment(b []byte, m record.Moment) []byte {
	if m.IsZero() {
		return appendBytes(b, "")
	}
	return appendBytes(b, numberKey(dateOf(m.Time)))
}

func appendDay(b []byte, day *record.Day) []byte {
	if day == nil {
		return appendBytes(b, "")
	}
	return appendBytes(b, numberKey(dateOf(day.Time)))
}

func appendPayer(b []byte, p record.Payer) []byte {
	return appendBytes(b, p.Name, p.Company, p.Email, p.Country)
}

// flag returns bit when set is true, otherwise 0.
func flag(set bool, bit byte) byte {
	if set {
		return bit
	}
	return 0
}
