package strictjson_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/strictjson"
)

// level has a spelling of its own: a number or the word none.
type level int

// order has a field of every kind in bodies.
type order struct {
	Name    string                      `json:"name"`
	Count   *int                        `json:"count"`
	Open    *bool                       `json:"open"`
	Share   float64                     `json:"share"`
	Level   level                       `json:"level"`
	Maybe   *level                      `json:"maybe"`
	Tags    []string                    `json:"tags"`
	Flags   map[string]*bool            `json:"flags"`
	Levels  map[string]level            `json:"levels"`
	Lines   []line                      `json:"lines"`
	Dispute strictjson.Optional[line]   `json:"dispute"`
	Answer  strictjson.Optional[level]  `json:"answer"`
	Word    strictjson.Optional[string] `json:"word"`
}

type line struct {
	Product  string `json:"product"`
	Quantity int    `json:"quantity,omitempty"`
}

func reader() *strictjson.Reader {
	return strictjson.New(strictjson.ValueOf(`0, 1 or "none"`, func(v strictjson.Scalar) (level, bool) {
		switch v {
		case strictjson.Scalar{Kind: '0', Text: "0"}:
			return 10, true
		case strictjson.Scalar{Kind: '0', Text: "1"}:
			return 11, true
		case strictjson.Scalar{Kind: '"', Text: "none"}:
			return -1, true
		}
		return 0, false
	}))
}

func TestRead(t *testing.T) {
	t.Parallel()
	two, yes, high := 2, true, level(11)
	word := ""
	for name, test := range map[string]struct {
		body string
		want order
	}{
		"nothing given": {` {} `, order{}},
		"every field": {`{"name":"n","count":2,"open":true,"share":0.5,"level":"none","maybe":1,"tags":["a"],"flags":{"f":true},"levels":{"l":0},` +
			`"lines":[{"product":"p","quantity":2}],"dispute":{"product":"d"},"answer":1,"word":""}`,
			order{"n", &two, &yes, 0.5, -1, &high, []string{"a"}, map[string]*bool{"f": &yes}, map[string]level{"l": 10},
				[]line{{"p", 2}}, strictjson.Optional[line]{Given: true, Value: &line{Product: "d"}},
				strictjson.Optional[level]{Given: true, Value: &high}, strictjson.Optional[string]{Given: true, Value: &word}}},
		"null where it is allowed": {`{"dispute":null,"answer":null}`,
			order{Dispute: strictjson.Optional[line]{Given: true}, Answer: strictjson.Optional[level]{Given: true}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got order
			if err := reader().Read([]byte(test.body), &got); err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, %v\nwant %+v", got, err, test.want)
			}
		})
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	type mistake = strictjson.Error
	const (
		empty, malformed, duplicate = strictjson.Empty, strictjson.Malformed, strictjson.Duplicate
		unknown, mistyped           = strictjson.Unknown, strictjson.Mistyped
		form                        = "one JSON object in UTF-8"
	)
	known := []string{"name", "count", "open", "share", "level", "maybe", "tags", "flags", "levels", "lines", "dispute", "answer", "word"}
	inner := []string{"product", "quantity"}
	deep := strings.Repeat("[", 20000)
	for name, test := range map[string]struct {
		body    string
		want    mistake
		message string
	}{
		"empty":              {" \n", mistake{Kind: empty, Expected: "a JSON object"}, "a JSON body is required"},
		"no JSON":            {`nul`, mistake{Kind: malformed, Expected: form, Reason: "at byte 3: unexpected EOF"}, "the body is not valid JSON at byte 3: unexpected EOF"},
		"broken off":         {`{"tags":["a"`, mistake{Kind: malformed, Field: "tags", Expected: form, Reason: "at byte 12: unexpected EOF"}, "the body is not valid JSON at byte 12: unexpected EOF"},
		"trailing data":      {`{} {}`, mistake{Kind: malformed, Expected: form, Reason: "at byte 3: invalid character '{' after top-level value"}, "the body is not valid JSON at byte 3: invalid character '{' after top-level value"},
		"behind a mistake":   {`{"name":1} {}`, mistake{Kind: malformed, Expected: form, Reason: "at byte 11: invalid character '{' after top-level value"}, "the body is not valid JSON at byte 11: invalid character '{' after top-level value"},
		"not UTF-8":          {"{\"name\":\"\xff\"}", mistake{Kind: malformed, Field: "name", Expected: form, Reason: "at byte 9: invalid UTF-8"}, "the body is not valid JSON at byte 9: invalid UTF-8"},
		"lone surrogate":     {`{"name":"\udc00"}`, mistake{Kind: malformed, Field: "name", Expected: form, Reason: "at byte 9: invalid surrogate pair `\\udc00\"}` in string"}, "the body is not valid JSON at byte 9: invalid surrogate pair `\\udc00\"}` in string"},
		"too deep":           {`{"tags":` + deep, mistake{Kind: malformed, Field: "tags" + strings.Repeat("[0]", 64) + "[…", Expected: form, Reason: "at byte 10007: exceeded max depth"}, "the body is not valid JSON at byte 10007: exceeded max depth"},
		"duplicate":          {`{"name":"a","name":"a"}`, mistake{Kind: duplicate, Field: "name", Given: "twice", Expected: "once"}, "name is given twice"},
		"inner duplicate":    {`{"flags":{"f":true,"f":true}}`, mistake{Kind: duplicate, Field: "flags.f", Given: "twice", Expected: "once"}, "flags.f is given twice"},
		"null twice":         {`{"word":null,"word":"w"}`, mistake{Kind: duplicate, Field: "word", Given: "twice", Expected: "once"}, "word is given twice"},
		"unknown":            {`{"nam":1}`, mistake{Kind: unknown, Field: "nam", Given: "nam", Expected: "a known field", Nearest: "name", Known: known}, "unknown field nam; did you mean name?"},
		"another case":       {`{"Name":"n"}`, mistake{Kind: unknown, Field: "Name", Given: "Name", Expected: "a known field", Nearest: "name", Known: known}, "unknown field Name; did you mean name?"},
		"nameless":           {`{"":1}`, mistake{Kind: unknown, Field: `""`, Expected: "a known field", Known: known}, `unknown field ""; known: ` + strings.Join(known, ", ")},
		"inner unknown":      {`{"lines":[{},{"xyz":1}]}`, mistake{Kind: unknown, Field: "lines[1].xyz", Given: "xyz", Expected: "a known field", Known: inner}, "unknown field lines[1].xyz; known: product, quantity"},
		"unknown in dispute": {`{"dispute":{"quantty":1}}`, mistake{Kind: unknown, Field: "dispute.quantty", Given: "quantty", Expected: "a known field", Nearest: "quantity", Known: inner}, "unknown field dispute.quantty; did you mean quantity?"},
		"long name":          {`{"` + strings.Repeat("é", 300000) + `":1}`, mistake{Kind: unknown, Field: strings.Repeat("é", 98) + "…", Given: strings.Repeat("é", 98) + "…", Expected: "a known field", Known: known}, "unknown field " + strings.Repeat("é", 98) + "…; known: " + strings.Join(known, ", ")},
		"no object":          {`[]`, mistake{Kind: mistyped, Given: "a list", Expected: "an object"}, "the body must be an object, got a list"},
		"null body":          {`null`, mistake{Kind: mistyped, Given: "null", Expected: "an object"}, "the body must be an object, got null"},
		"null text":          {`{"name":null}`, mistake{Kind: mistyped, Field: "name", Given: "null", Expected: "a string"}, "name must be a string, got null"},
		"null pointer":       {`{"open":null}`, mistake{Kind: mistyped, Field: "open", Given: "null", Expected: "true or false"}, "open must be true or false, got null"},
		"null list":          {`{"tags":null}`, mistake{Kind: mistyped, Field: "tags", Given: "null", Expected: "a list"}, "tags must be a list, got null"},
		"null in a map":      {`{"flags":{"a/b":null}}`, mistake{Kind: mistyped, Field: "flags.a/b", Given: "null", Expected: "true or false"}, "flags.a/b must be true or false, got null"},
		"null in dispute":    {`{"dispute":{"product":null}}`, mistake{Kind: mistyped, Field: "dispute.product", Given: "null", Expected: "a string"}, "dispute.product must be a string, got null"},
		"number for a text":  {`{"name":12}`, mistake{Kind: mistyped, Field: "name", Given: "a number", Expected: "a string"}, "name must be a string, got a number"},
		"text for a boolean": {`{"open":"true"}`, mistake{Kind: mistyped, Field: "open", Given: "a string", Expected: "true or false"}, "open must be true or false, got a string"},
		"boolean for a list": {`{"tags":true}`, mistake{Kind: mistyped, Field: "tags", Given: "a boolean", Expected: "a list"}, "tags must be a list, got a boolean"},
		"list for an object": {`{"flags":[]}`, mistake{Kind: mistyped, Field: "flags", Given: "a list", Expected: "an object"}, "flags must be an object, got a list"},
		"text for a number":  {`{"share":"1"}`, mistake{Kind: mistyped, Field: "share", Given: "a string", Expected: "a number"}, "share must be a number, got a string"},
		"a fraction":         {`{"count":1.5}`, mistake{Kind: mistyped, Field: "count", Given: "1.5", Expected: "a whole number"}, "count must be a whole number, got 1.5"},
		"own type":           {`{"level":2}`, mistake{Kind: mistyped, Field: "level", Given: "2", Expected: `0, 1 or "none"`}, `level must be 0, 1 or "none", got 2`},
		"own type, null":     {`{"maybe":null}`, mistake{Kind: mistyped, Field: "maybe", Given: "null", Expected: `0, 1 or "none"`}, `maybe must be 0, 1 or "none", got null`},
		"own type, a list":   {`{"levels":{"l":[]}}`, mistake{Kind: mistyped, Field: "levels.l", Given: "a list", Expected: `0, 1 or "none"`}, `levels.l must be 0, 1 or "none", got a list`},
		"own type, optional": {`{"answer":{}}`, mistake{Kind: mistyped, Field: "answer", Given: "an object", Expected: `0, 1 or "none"`}, `answer must be 0, 1 or "none", got an object`},
		"long number":        {`{"level":` + strings.Repeat("1", 41) + `}`, mistake{Kind: mistyped, Field: "level", Given: "a number", Expected: `0, 1 or "none"`}, `level must be 0, 1 or "none", got a number`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := reader().Read([]byte(test.body), &order{})
			got, ok := err.(*strictjson.Error)
			if !ok {
				t.Fatalf("got %v, want %+v", err, test.want)
			}
			if !reflect.DeepEqual(*got, test.want) || got.Error() != test.message {
				t.Errorf("got  %+v %q\nwant %+v %q", *got, got, test.want, test.message)
			}
		})
	}
}

// TestDisguises reads bodies often sent in place of JSON.
func TestDisguises(t *testing.T) {
	t.Parallel()
	const utf16, compressed = "because it is in UTF-16", "; send it uncompressed"
	for body, want := range map[string]string{
		"\ufeff{}":                   "because it begins with a byte order mark (BOM); send UTF-8 without it",
		"\xff\xfe{\x00}\x00":         utf16 + " with a byte order mark; send UTF-8",
		"\xfe\xff\x00{\x00}":         utf16 + " with a byte order mark; send UTF-8",
		"{\x00}\x00":                 utf16 + "; send UTF-8",
		"\x00{\x00}":                 utf16 + "; send UTF-8",
		"\x1f\x8b\x08\x00":           "because it is compressed with gzip" + compressed,
		"x\x9c\xab\xae":              "because it is compressed with deflate" + compressed,
		"\x28\xb5\x2f\xfd\x04":       "because it is compressed with zstd" + compressed,
		"<order/>":                   "because it is XML or HTML; send a JSON object",
		"--limit\r\nContent-Type: a": "because it is a multipart form; send a JSON object",
		"name=n&lines%5B0%5D=1":      "because it is a form of name=value pairs; send a JSON object",
		"xyz":                        "at byte 0: invalid character 'x' at start of value",
	} {
		var mistake *strictjson.Error
		if !errors.As(reader().Read([]byte(body), &order{}), &mistake) || mistake.Kind != strictjson.Malformed || mistake.Reason != want {
			t.Errorf("%q: got %+v, want %s", body, mistake, want)
		}
	}
}
