package credential

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// variant is a string that a client may have signed, with the details of its row.
type variant struct {
	signed  string
	details []any
}

// sent is a text of the call, and offset a difference, as notes show them.
type (
	sent   string
	offset time.Duration
)

func (s sent) String() string   { return quote(string(s)) }
func (o offset) String() string { return difference(time.Duration(o)) }

// textRow is a mistake in the signed string.
type textRow struct {
	Row
	of func(Claim) []variant
}

// texts are the mistakes in the signed string, the likeliest first. Each variant has one
// mistake, because two at once would take too long and match by accident.
var texts = []textRow{
	{Row{Characters, "its lengths were counted in characters", "count bytes"}, func(c Claim) []variant {
		measured := func(length func(string) int) string {
			return strconv.Itoa(length(c.Code)) + c.Code + strconv.Itoa(length(c.Date)) + c.Date
		}
		units := func(s string) int { return len(utf16.Encode([]rune(s))) }
		return plain(measured(utf8.RuneCountInString), measured(units))
	}},
	{Row{NoLengths, "the lengths are missing from the string that was signed", "put each before its value"},
		func(c Claim) []variant { return plain(c.Code + c.Date) }},
	{Row{LengthsFirst, "length, length, code, date was signed", "put each length before its value"}, func(c Claim) []variant {
		return plain(strconv.Itoa(len(c.Code)) + strconv.Itoa(len(c.Date)) + c.Code + c.Date)
	}},
	{Row{SwappedFields, "date and code were signed in the wrong order", "the code comes first"},
		func(c Claim) []variant { return plain(SignedString(c.Date, c.Code), c.Date+c.Code) }},
	{Row{Extra, "a line break was signed at the end of the string", "sign it without (echo -n)"}, func(c Claim) []variant {
		right := SignedString(c.Code, c.Date)
		return plain(right+"\n", right+"\r\n")
	}},
	{Row{Extra, "the parts of the string were signed with separators between them", "join them without"}, withSeparators},
	{Row{OtherCode, "code %s was signed", "sign the same code that you send"}, func(c Claim) []variant {
		var all []variant
		for _, other := range []string{strings.ToUpper(c.Code), strings.ToLower(c.Code), strings.TrimSpace(c.Code), c.Code + "\n"} {
			all = append(all, variant{SignedString(other, c.Date), []any{sent(other)}})
		}
		return all
	}},
	{Row{OtherDate, "date %s was signed, in another format than the one sent", sameDate}, reformatDate},
	{Row{OtherDate, "date %s was signed, a moment off the one sent", sameDate}, func(c Claim) []variant {
		return shiftDate(c, 5*time.Second, time.Second)
	}},
	{Row{OtherDate, "date %s was signed, %s off the one sent (local time?)", sameDate}, func(c Claim) []variant {
		all := shiftDate(c, furthestZone, zoneStep)
		for i := range all {
			all[i].details = append(all[i].details, offset(time.Duration(i)*zoneStep-furthestZone))
		}
		return all
	}},
}

const sameDate = "sign the same date that you send, in GMT"

func plain(signed ...string) []variant {
	var all []variant
	for _, s := range signed {
		all = append(all, variant{signed: s})
	}
	return all
}

func withSeparators(c Claim) []variant {
	var all []variant
	for _, separator := range []string{" ", ",", ";", "|", ":", "-", "\n"} {
		parts := []string{strconv.Itoa(len(c.Code)), c.Code, strconv.Itoa(len(c.Date)), c.Date}
		all = append(all, variant{signed: strings.Join(parts, separator)})
	}
	return all
}

// withDate returns the string with another date than the sent one.
func withDate(c Claim, date string) variant {
	return variant{SignedString(c.Code, date), []any{sent(date)}}
}

// reformatDate returns strings with the date in another format.
func reformatDate(c Claim) []variant {
	moment, err := parseDate(c.Date)
	if err != nil {
		if zoned, err := time.Parse(time.RFC3339, c.Date); err == nil {
			return []variant{withDate(c, zoned.UTC().Format(time.DateTime))}
		}
		return nil
	}
	all := []variant{withDate(c, strconv.FormatInt(moment.Unix(), 10))}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04:05+00:00", time.DateOnly} {
		all = append(all, withDate(c, moment.Format(layout)))
	}
	return all
}

// shiftDate returns strings with dates off by multiples of a step, in both directions: the
// clock was read a second time, or in a local zone.
func shiftDate(c Claim, furthest, step time.Duration) []variant {
	moment, err := parseDate(c.Date)
	if err != nil {
		return nil
	}
	var all []variant
	for off := -furthest; off <= furthest; off += step {
		all = append(all, withDate(c, moment.Add(off).Format(time.DateTime)))
	}
	return all
}
