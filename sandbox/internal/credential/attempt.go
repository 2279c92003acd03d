package credential

import (
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// attempt is one way to make a hash. The one without a mistake is the right way.
type attempt struct {
	finding
	make func(Algorithm) []byte
}

// attempts returns the ways to make a hash, the likeliest mistakes first. Each has
// one mistake, because two at once would take too long and match by accident.
func attempts(c Claim, secret string, others iter.Seq[string]) []attempt {
	texts := append([]variant{{signed: SignedString(c.Code, c.Date)}}, wrongTexts(c)...)
	var all []attempt
	for _, t := range texts {
		if t.mistake != "" {
			t.made = t.signed
		}
		all = append(all, keyed(t.finding, secret, t.signed))
	}
	all = append(all, keyMistakes(texts[0].signed, secret)...)
	for _, t := range texts {
		if t.mistake == "" || t.mistake == NoLengths || t.mistake == SwappedFields {
			all = append(all, plainHashes(t.signed, secret)...)
		}
	}
	if others == nil {
		return all
	}
	for other := range others {
		note := "it was made with the secret of another account; use the secret that belongs to the code"
		all = append(all, keyed(finding{mistake: OtherSecret, note: note}, other, texts[0].signed))
	}
	return all
}

func keyed(f finding, key, signed string) attempt {
	return attempt{f, func(a Algorithm) []byte { return a.mac(key, []byte(signed)) }}
}

// variant is a string that a client may have signed instead of the right one.
type variant struct {
	finding
	signed string
}

// wrongTexts returns the strings that a client may have signed instead.
func wrongTexts(c Claim) []variant {
	units := func(s string) int { return len(utf16.Encode([]rune(s))) }
	measured := func(length func(string) int) string {
		return strconv.Itoa(length(c.Code)) + c.Code + strconv.Itoa(length(c.Date)) + c.Date
	}
	characters := finding{mistake: Characters, note: "its lengths were counted in characters; count bytes"}
	none := finding{mistake: NoLengths, note: "the lengths are missing from the string that was signed; put each before its value"}
	swapped := finding{mistake: SwappedFields, note: "date and code were signed in the wrong order; the code comes first"}
	all := []variant{
		{characters, measured(utf8.RuneCountInString)},
		{characters, measured(units)},
		{none, c.Code + c.Date},
		{swapped, SignedString(c.Date, c.Code)},
		{swapped, c.Date + c.Code},
	}
	return slices.Concat(all, extraTexts(c), codeTexts(c.Code, c.Date), dateTexts(c.Code, c.Date))
}

func extraTexts(c Claim) []variant {
	right := SignedString(c.Code, c.Date)
	after := finding{mistake: Extra, note: "a line break was signed at the end of the string; sign it without (echo -n)"}
	between := finding{mistake: Extra, note: "the parts of the string were signed with separators between them; join them without"}
	all := []variant{{after, right + "\n"}, {after, right + "\r\n"}}
	for _, separator := range []string{" ", ",", ";", "|", ":", "-", "\n"} {
		parts := []string{strconv.Itoa(len(c.Code)), c.Code, strconv.Itoa(len(c.Date)), c.Date}
		all = append(all, variant{between, strings.Join(parts, separator)})
	}
	return all
}

func codeTexts(code, date string) []variant {
	var all []variant
	for _, other := range []string{strings.ToUpper(code), strings.ToLower(code), strings.TrimSpace(code), code + "\n"} {
		note := fmt.Sprintf("code %s was signed; sign the same code that you send", quoted(other))
		all = append(all, variant{finding{mistake: OtherCode, note: note}, SignedString(other, date)})
	}
	return all
}

// dateTexts returns strings with another date than the sent one: read from the
// clock a second time, in a local zone, or in another format.
func dateTexts(code, date string) []variant {
	var all []variant
	add := func(other, how string) {
		note := fmt.Sprintf("date %s was signed, %s; sign the same date that you send, in GMT", quoted(other), how)
		all = append(all, variant{finding{mistake: OtherDate, note: note}, SignedString(code, other)})
	}
	sent, err := parseDate(date)
	if err != nil {
		if zoned, err := time.Parse(time.RFC3339, date); err == nil {
			add(zoned.UTC().Format(time.DateTime), "not the one sent")
		}
		return all
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04:05+00:00", time.DateOnly} {
		add(sent.Format(layout), "in another format than the one sent")
	}
	add(strconv.FormatInt(sent.Unix(), 10), "in another format than the one sent")
	for second := -5 * time.Second; second <= 5*time.Second; second += time.Second {
		add(sent.Add(second).Format(time.DateTime), "a moment off the one sent")
	}
	for zone := -furthestZone; zone <= furthestZone; zone += zoneStep {
		add(sent.Add(zone).Format(time.DateTime), difference(zone)+" off the one sent (local time?)")
	}
	return all
}

func keyMistakes(signed, secret string) []attempt {
	padded := finding{mistake: PaddedSecret, note: "blanks, quotes or a line break were part of the secret it was keyed with; use the bare secret"}
	hashed := finding{mistake: HashedSecret, note: "the secret was hashed before it was used as key; use it as it is"}
	all := []attempt{
		keyed(finding{mistake: EmptySecret, note: "it was keyed with an empty secret; check that your setting is read"}, "", signed),
		keyed(finding{mistake: SwappedKey, note: "key and text of the HMAC are swapped; the secret is the key"}, signed, secret),
	}
	for _, key := range []string{secret + "\n", secret + "\r\n", secret + "\r", secret + " ", " " + secret,
		strings.TrimSpace(secret), `"` + secret + `"`, "'" + secret + "'"} {
		all = append(all, keyed(padded, key, signed))
	}
	for _, a := range algorithms {
		digest := a.plain(secret)
		all = append(all, keyed(hashed, string(digest), signed), keyed(hashed, hex.EncodeToString(digest), signed))
	}
	return all
}

func plainHashes(signed, secret string) []attempt {
	f := finding{mistake: PlainHash, note: "it is a plain hash; make an HMAC, with the secret as its key"}
	var all []attempt
	for _, hashed := range []string{signed, signed + secret, secret + signed} {
		all = append(all, attempt{f, func(a Algorithm) []byte { return a.plain(hashed) }})
	}
	return all
}
