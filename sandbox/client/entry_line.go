package client

import (
	"math"
	"strings"
	"time"
	"unicode/utf8"
)

// EntryLine is an entry in short, for lists: less than 600 bytes of JSON,
// whatever was called.
type EntryLine struct {
	ID        string    `json:"id"`
	Account   string    `json:"account,omitempty"`
	Time      time.Time `json:"time"`      // when the call arrived, on the account's clock; on the machine's without an account
	WallTime  time.Time `json:"wall_time"` // the same on the machine's clock
	MS        float64   `json:"ms"`        // milliseconds until the answer was written
	Protocol  string    `json:"protocol,omitempty"`
	Operation string    `json:"operation,omitempty"`
	Method    string    `json:"method,omitempty"`
	URI       string    `json:"uri,omitempty"`  // at most 160 bytes, cut in the middle
	Status    int       `json:"status"`         // 0 when no answer was sent
	Code      string    `json:"code,omitempty"` // never shortened
	Why       string    `json:"why,omitempty"`  // at most 140 bytes
	Cause     Cause     `json:"cause,omitempty"`
	Scenarios []string  `json:"scenario,omitempty"`  // those that find room
	Changes   int       `json:"changes,omitempty"`   // records that the call changed
	Questions int       `json:"questions,omitempty"` // open questions that the answer depends on
	Preview   bool      `json:"preview,omitempty"`
	Discarded bool      `json:"discarded,omitempty"` // whether the changes were not stored
}

const (
	maxLine     = 599 // bytes of a line as JSON
	lineNumbers = 310 // of maxLine, for the keys, the numbers, the times and the words from closed sets

	maxLineMethod = 16  // bytes of the text itself
	maxLineCode   = 100 // bytes of the longest code in a scenario
	maxLineWhy    = 140
	maxLineURI    = 160

	ellipsis = "…" // at the end of a cut text
)

// Line returns the entry in short.
func (e Entry) Line() EntryLine {
	line := EntryLine{
		ID: e.ID, Account: e.Account, Time: e.AccountTime, WallTime: toMillisecond(e.WallTime),
		MS:       math.Round(float64(e.Duration)/float64(time.Microsecond)) / 1000,
		Protocol: e.Protocol, Operation: e.Operation,
		Status: e.Response.Status, Cause: e.Cause,
		Changes: len(e.Changes), Questions: len(e.Questions.List()), Preview: e.Preview, Discarded: e.Discarded,
	}
	if line.Time.IsZero() {
		line.Time = e.WallTime
	}
	line.Time = toMillisecond(line.Time)
	line.addTexts(e)
	return line
}

// addTexts adds the texts chosen by clients and scenarios, as far as there is room.
func (l *EntryLine) addTexts(e Entry) {
	room := maxLine - lineNumbers - len(l.ID) - len(l.Account)
	take := func(text string, limit, share int) string {
		text, cost := cutForJSON(text, limit, share)
		room -= cost
		return text
	}
	l.Code = take(e.Response.Code, maxLineCode, room)
	l.Method = take(e.Request.Method, maxLineMethod, room/4)
	for _, name := range e.Scenarios.List() {
		if cost := len(name) + len(`"",`); cost <= room/3 {
			l.Scenarios = append(l.Scenarios, name)
			room -= cost
		}
	}
	l.Why = take(e.Why, maxLineWhy, max(room/2, room-len(e.Request.URI)))
	l.URI = cutMiddleForJSON(e.Request.URI, maxLineURI, room)
}

func toMillisecond(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// cutForJSON returns the beginning of a text, at most limit bytes and at most room bytes
// of JSON, and its cost in JSON. A cut text ends with an ellipsis.
func cutForJSON(text string, limit, room int) (cut string, cost int) {
	text = strings.Map(printable, strings.ToValidUTF8(text, "\uFFFD"))
	end, ended := 0, 0 // where to cut a text that is too long, and its cost up to there
	for at, r := range text {
		if at <= limit-len(ellipsis) && cost <= room-len(ellipsis) {
			end, ended = at, cost
		}
		cost += costInJSON(r)
		if at+utf8.RuneLen(r) <= limit && cost <= room {
			continue
		}
		if min(limit, room) < len(ellipsis) {
			return "", 0
		}
		return text[:end] + ellipsis, ended + len(ellipsis)
	}
	return text, cost
}

// cutMiddleForJSON is cutForJSON that keeps a part of the end too, because calls of a
// suite often differ there only.
func cutMiddleForJSON(text string, limit, room int) string {
	whole, _ := cutForJSON(text, math.MaxInt, math.MaxInt)
	if fits, _ := cutForJSON(text, limit, room); fits == whole {
		return whole
	}
	start, cost := cutForJSON(text, limit*2/3, room*2/3)
	limit, room = limit-len(start), room-cost
	from := len(whole)
	for from > 0 {
		r, size := utf8.DecodeLastRuneInString(whole[:from])
		limit, room = limit-size, room-costInJSON(r)
		if limit < 0 || room < 0 {
			break
		}
		from -= size
	}
	return start + whole[from:]
}

// printable returns a blank for a control character, because JSON writes six
// bytes for most of them.
func printable(r rune) rune {
	if r < ' ' || r == 0x7F || r == '\u2028' || r == '\u2029' {
		return ' '
	}
	return r
}

// costInJSON returns how many bytes a printable character takes at most within a JSON
// text: encoding/json escapes those of HTML by default.
func costInJSON(r rune) int {
	switch r {
	case '"', '\\':
		return 2
	case '<', '>', '&':
		return 6
	}
	return utf8.RuneLen(r)
}
