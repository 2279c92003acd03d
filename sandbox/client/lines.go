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
	room := maxLine - lineNumbers - len(line.ID) - len(line.Account) // for the texts chosen by clients and scenarios
	take := func(text string, limit, share int) string {
		text, cost := cutForJSON(text, limit, share)
		room -= cost
		return text
	}
	line.Code = take(e.Response.Code, maxLineCode, room)
	line.Method = take(e.Request.Method, maxLineMethod, room/4)
	for _, name := range e.Scenarios.List() {
		if cost := len(name) + len(`"",`); cost <= room/3 {
			line.Scenarios = append(line.Scenarios, name)
			room -= cost
		}
	}
	line.Why = take(e.Why, maxLineWhy, max(room/2, room-len(e.Request.URI)))
	line.URI = cutMiddleForJSON(e.Request.URI, maxLineURI, room)
	return line
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

// The lines of records: one row of a table, less than 400 bytes of JSON, whatever the
// record says. Long texts are cut and end with an ellipsis.

// OrderLine is an order in short.
type OrderLine struct {
	Reference     string   `json:"reference"`
	Date          string   `json:"date"` // Y-m-d H:i:s, in UTC
	Status        string   `json:"status"`
	Approval      string   `json:"approval"`                 // ApproveStatus
	Customer      int64    `json:"customer,omitempty"`       // reference, 0 for none
	Name          string   `json:"name,omitempty"`           // of the payer
	Total         string   `json:"total"`                    // gross, such as 39.90 EUR
	External      string   `json:"external,omitempty"`       // reference of the merchant
	Partner       string   `json:"partner,omitempty"`        // code
	PurchaseOrder string   `json:"purchase_order,omitempty"` // its state
	Dispute       string   `json:"dispute,omitempty"`        // its resolution
	Test          bool     `json:"test,omitempty"`
	Handles       []string `json:"handles,omitempty"` // those that find room
}

// CampaignLine is a campaign in short.
type CampaignLine struct {
	Code        string   `json:"code"`
	Name        string   `json:"name"`
	Standing    Standing `json:"standing"`
	Start       string   `json:"start,omitempty"` // Y-m-d, empty for none
	End         string   `json:"end,omitempty"`   // likewise
	Discount    string   `json:"discount"`        // such as 15 % or 5.00 EUR
	Primary     string   `json:"primary"`         // product code
	Recommended string   `json:"recommended"`     // product code
	Texts       int      `json:"texts"`           // languages with a text
	Warnings    int      `json:"warnings,omitempty"`
	Handles     []string `json:"handles,omitempty"` // those that find room
}

// CustomerLine is a customer in short.
type CustomerLine struct {
	Reference int64    `json:"reference"`
	External  string   `json:"external,omitempty"` // reference of the merchant
	Name      string   `json:"name"`
	Company   string   `json:"company,omitempty"`
	Email     string   `json:"email"`
	Country   string   `json:"country"`
	Language  string   `json:"language"`
	Enabled   bool     `json:"enabled"`
	Handles   []string `json:"handles,omitempty"` // those that find room
}

// SubscriptionLine is a subscription in short.
type SubscriptionLine struct {
	Reference  string   `json:"reference"`
	Customer   int64    `json:"customer,omitempty"` // reference, 0 for none
	Partner    string   `json:"partner,omitempty"`  // code
	Order      string   `json:"order"`              // reference
	Product    string   `json:"product"`            // code
	Quantity   int      `json:"quantity"`
	Start      string   `json:"start,omitempty"`      // Y-m-d H:i:s, in UTC
	Expiration string   `json:"expiration,omitempty"` // likewise; empty for never
	Expired    bool     `json:"expired,omitempty"`    // on the account's clock
	Enabled    bool     `json:"enabled"`
	Upgradable bool     `json:"upgradable,omitempty"`
	Handles    []string `json:"handles,omitempty"` // those that find room
}

// ProductLine is a product in short.
type ProductLine struct {
	Code     string   `json:"code"`
	Name     string   `json:"name"`
	Prices   string   `json:"prices"` // such as 29.95 EUR, 32.95 USD
	Months   int      `json:"months"` // length of a subscription, 0 for none
	Tangible bool     `json:"tangible,omitempty"`
	Upgrades int      `json:"upgrades,omitempty"` // products that it can be upgraded to
	Handles  []string `json:"handles,omitempty"`  // those that find room
}

// PartnerLine is a partner in short.
type PartnerLine struct {
	Code     string   `json:"code"`
	Name     string   `json:"name"`
	Currency string   `json:"currency"`
	Margin   string   `json:"margin"`            // in percent
	Handles  []string `json:"handles,omitempty"` // those that find room
}

// Short returns the line with its texts cut.
func (l OrderLine) Short() OrderLine {
	cutTexts(24, &l.Name, &l.Total)
	cutTexts(20, &l.External)
	cutTexts(16, &l.Partner)
	l.Handles = cutNames(l.Handles)
	return l
}

// Short returns the line with its texts cut.
func (l CampaignLine) Short() CampaignLine {
	cutTexts(40, &l.Name)
	cutTexts(24, &l.Primary, &l.Recommended, &l.Discount)
	l.Handles = cutNames(l.Handles)
	return l
}

// Short returns the line with its texts cut.
func (l CustomerLine) Short() CustomerLine {
	cutTexts(40, &l.External, &l.Name, &l.Company, &l.Email)
	cutTexts(8, &l.Country, &l.Language)
	l.Handles = cutNames(l.Handles)
	return l
}

// Short returns the line with its texts cut.
func (l SubscriptionLine) Short() SubscriptionLine {
	cutTexts(24, &l.Reference, &l.Partner, &l.Product)
	l.Handles = cutNames(l.Handles)
	return l
}

// Short returns the line with its texts cut.
func (l ProductLine) Short() ProductLine {
	cutTexts(100, &l.Code)
	cutTexts(60, &l.Name, &l.Prices)
	l.Handles = cutNames(l.Handles)
	return l
}

// Short returns the line with its texts cut.
func (l PartnerLine) Short() PartnerLine {
	cutTexts(100, &l.Code)
	cutTexts(60, &l.Name, &l.Currency, &l.Margin)
	l.Handles = cutNames(l.Handles)
	return l
}

// cutTexts cuts texts to so many bytes of JSON each.
func cutTexts(limit int, texts ...*string) {
	for _, text := range texts {
		*text, _ = cutForJSON(*text, limit, limit)
	}
}

// cutNames returns the first names within 48 bytes of JSON.
func cutNames(names []string) (kept []string) {
	const comma = len(`"",`)
	room := 48
	for _, name := range names {
		if shown, cost := cutForJSON(name, room, room-comma); shown == name {
			kept, room = append(kept, name), room-cost-comma
		}
	}
	return kept
}
