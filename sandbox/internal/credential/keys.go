package credential

import (
	"encoding/hex"
	"html"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"
)

// keyRow is a mistake in the key: the keys that it makes of a secret. Their number is
// fixed, and equal ones are tried all the same, because the time of a search must not
// reveal anything about a secret. All rows together make 64 at most.
type keyRow struct {
	Row
	of func(secret string) []string
}

// keys are the mistakes in the key. Plug-ins keep secrets in .env files and in the
// settings of a CMS, and both change punctuation.
var keys = []keyRow{
	{Row{EmptySecret, "it was keyed with an empty secret", "check that your setting is read"}, func(string) []string { return []string{""} }},
	{Row{PaddedSecret, "blanks, quotes or a line break were part of the secret it was keyed with", "use the bare secret"}, func(s string) []string {
		return []string{s + "\n", s + "\r\n", s + "\r", s + " ", " " + s, strings.TrimSpace(s), `"` + s + `"`, "'" + s + "'"}
	}},
	{Row{HashedSecret, "the secret was hashed before it was used as key", "use it as it is"}, func(s string) []string {
		var all []string
		for _, a := range algorithms {
			digest := a.plain(s)
			all = append(all, string(digest), hex.EncodeToString(digest))
		}
		return all
	}},
	{Row{MangledSecret, "the secret was masked by stars", "a form showed it so and stored that; enter it again"}, maskSecret},
	{Row{MangledSecret, "the secret was escaped as HTML, with &amp; for &", "store it unescaped, or decode it before use"}, replaceShort(func(s string) []string {
		var all []string
		for _, quotes := range [][]string{{`"`, "&quot;", "'", "&#039;"}, {`"`, "&quot;"}, nil, {`"`, "&quot;", "'", "&#x27;"}, {`"`, "&#34;", "'", "&#39;"}, {`"`, "&quot;", "'", "&apos;"}} {
			all = append(all, strings.NewReplacer(append([]string{"&", "&amp;", "<", "&lt;", ">", "&gt;"}, quotes...)...).Replace(s))
		}
		return all
	})},
	{Row{MangledSecret, "the secret was decoded as HTML, with & for &amp;", "use it as the control panel shows it"},
		replaceShort(func(s string) []string { return []string{html.UnescapeString(s)} })},
	{Row{MangledSecret, "the secret was URL-encoded, with %26 for &", "use it as it is"}, replaceShort(func(s string) []string {
		raw := percentEncode(s, "-_.~")
		blanks := strings.ReplaceAll(percentEncode(s, "-_. "), " ", "+")
		return []string{raw, blanks, percentEncode(s, "-_.!~*'()"), percentEncode(s, "-_.!~*'();/?:@&=+$,#"), lowerEscapes(raw), lowerEscapes(blanks)}
	})},
	{Row{MangledSecret, "the secret was URL-decoded, with a blank for +", "use it as it is"}, replaceShort(func(s string) []string {
		return []string{unescape(s), unescape(strings.ReplaceAll(s, "+", " "))}
	})},
	{Row{MangledSecret, "the secret was cut at the #, a comment in .env", "put it in single quotes"}, replaceShort(func(s string) []string {
		return []string{before(s, "#"), strings.TrimSpace(before(s, "#")), before(s, " #")}
	})},
	{Row{MangledSecret, "the secret was cut at the ;, a comment in .ini", "put it in single quotes"}, replaceShort(func(s string) []string {
		return []string{before(s, ";"), strings.TrimSpace(before(s, ";"))}
	})},
	{Row{MangledSecret, "the secret was cut at the &, which ends a value in a form, and a command in a shell", "URL-encode it in a form, put it in single quotes in a shell"},
		replaceShort(func(s string) []string { return []string{before(s, "&")} })},
	{Row{MangledSecret, "a $ and what follows it were expanded in the secret, as a variable of .env or of a shell", "put it in single quotes"}, replaceShort(func(s string) []string {
		return []string{variable.ReplaceAllString(s, ""), parameter.ReplaceAllString(s, ""), before(s, "$"), strings.ReplaceAll(s, "$$", "$")}
	})},
	{Row{MangledSecret, `backslashes were added to the secret, with \' for '`, "remove them where it is read (wp_unslash, stripslashes)"}, replaceShort(func(s string) []string {
		return []string{slashed.Replace(s), strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s), strings.NewReplacer(`\`, `\\`, `"`, `\"`, "/", `\/`).Replace(s)}
	})},
	{Row{MangledSecret, "backslashes of the secret were removed, or read as escapes", "put it in single quotes, or write each twice"}, replaceShort(func(s string) []string {
		return []string{backslash.ReplaceAllString(s, "$1"), strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r", `\t`, "\t", `\"`, `"`, `\$`, "$").Replace(s)}
	})},
	{Row{MangledSecret, "a % with two hex digits was stripped from the secret", "do not sanitize it as text (sanitize_text_field)"},
		replaceShort(func(s string) []string { return []string{hexEscape.ReplaceAllString(s, "")} })},
	{Row{MangledSecret, "tags were stripped from the secret, from < on", "do not sanitize it as text"}, replaceShort(func(s string) []string {
		stripped := strings.Join(strings.Fields(hexEscape.ReplaceAllString(tag.ReplaceAllString(s, ""), "")), " ")
		return []string{tag.ReplaceAllString(s, ""), openTag.ReplaceAllString(s, ""), stripped}
	})},
	{Row{MangledSecret, "the first character of the secret is missing", "copy it whole"}, replaceShort(func(s string) []string {
		_, size := utf8.DecodeRuneInString(s)
		return []string{s[size:]}
	})},
	{Row{MangledSecret, "the last character of the secret is missing", "copy it whole"}, replaceShort(func(s string) []string {
		_, size := utf8.DecodeLastRuneInString(s)
		return []string{s[:len(s)-size]}
	})},
	{Row{MangledSecret, "the secret was changed to capitals or small letters", "use it as it is"},
		replaceShort(func(s string) []string { return []string{strings.ToUpper(s), strings.ToLower(s)} })},
}

var (
	variable  = regexp.MustCompile(`\$\{?\w+\}?`)
	parameter = regexp.MustCompile(`\$([A-Za-z_]\w*|[0-9@*#?$!-]|\{[^}]*\})`)
	backslash = regexp.MustCompile(`\\(.?)`)
	tag       = regexp.MustCompile(`<[^>]*>`)
	openTag   = regexp.MustCompile(`<[^>]*(>|$)`)
	hexEscape = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	slashed   = strings.NewReplacer(`\`, `\\`, `'`, `\'`, `"`, `\"`)
)

// minKept is the fewest bytes of a secret that a key keeps.
const minKept = 8

// replaceShort replaces keys with fewer than minKept bytes or less than half of the secret by the
// secret itself, a wrong key: otherwise somebody could guess the secret part by part.
func replaceShort(of func(string) []string) func(string) []string {
	return func(secret string) []string {
		all := of(secret)
		for i, key := range all {
			if short := min(len(key), len(secret)); short < minKept || 2*short < len(secret) {
				all[i] = secret
			}
		}
		return all
	}
}

// maskSecret returns the secret behind stars. Stars alone hold nothing of it; the others show
// half of it.
func maskSecret(secret string) []string {
	shown := min(max(minKept, (len(secret)+1)/2), len(secret))
	hidden := strings.Repeat("*", len(secret)-shown)
	return []string{strings.Repeat("*", len(secret)), strings.Repeat("*", minKept), secret[:shown] + hidden, hidden + secret[len(secret)-shown:]}
}

func before(s, separator string) string {
	cut, _, _ := strings.Cut(s, separator)
	return cut
}

// percentEncode returns s with %XX for each byte except letters, digits and those in safe.
func percentEncode(s, safe string) string {
	var text strings.Builder
	for _, b := range []byte(s) {
		switch {
		case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b >= '0' && b <= '9', strings.IndexByte(safe, b) >= 0:
			text.WriteByte(b)
		default:
			text.WriteString("%" + strings.ToUpper(hex.EncodeToString([]byte{b})))
		}
	}
	return text.String()
}

func lowerEscapes(s string) string { return hexEscape.ReplaceAllStringFunc(s, strings.ToLower) }

// unescape decodes each %XX and leaves any other %.
func unescape(s string) string {
	return hexEscape.ReplaceAllStringFunc(s, func(escape string) string {
		decoded, _ := url.PathUnescape(escape)
		return decoded
	})
}
