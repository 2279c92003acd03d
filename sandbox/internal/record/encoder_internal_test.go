package record

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

// TestEncoders compares the encoders with encoding/json, for random records.
func TestEncoders(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for of := range encoders {
		for range 300 {
			record := reflect.New(of)
			fillRandomly(record.Elem(), random)
			want, err := encodeAny(record.Interface())
			if err != nil {
				t.Fatal(err)
			}
			pointed, err := Encode(record.Interface())
			if string(pointed) != string(want) || err != nil {
				t.Fatalf("%s: got %s, %v, want %s", of, pointed, err, want)
			}
			if value, err := Encode(record.Elem().Interface()); string(value) != string(want) || err != nil {
				t.Fatalf("%s: got %s, %v, want %s", of, value, err, want)
			}
		}
	}
}

// TestOmission tries the options of a tag, also for kinds without them in any record.
func TestOmission(t *testing.T) {
	t.Parallel()
	type part struct{ Text string }
	type record struct {
		List  []string          `json:"list,omitempty"`
		Own   []string          `json:"own,omitzero"`
		Map   map[string]string `json:"map,omitempty"`
		Table map[string]string `json:"table,omitzero"`
		Part  part              `json:"part,omitempty"`
		Zero  part              `json:"zero,omitzero"`
		Text  string            `json:",omitempty"`
	}
	for _, r := range []record{
		{}, {List: []string{}, Own: []string{}, Map: map[string]string{}, Table: map[string]string{}},
		{List: []string{"a"}, Own: []string{"b"}, Map: map[string]string{"c": "d"}, Table: map[string]string{"e": "f"}, Part: part{"g"}, Zero: part{"h"}, Text: "i"},
	} {
		want, err := encodeAny(r)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := encoderOf(reflect.TypeFor[record]())(nil, reflect.ValueOf(r)); string(got) != string(want) || err != nil {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	}
}

// fillRandomly gives every field of a value something, often its zero value.
func fillRandomly(v reflect.Value, random *rand.Rand) {
	if random.IntN(4) == 0 && v.Kind() != reflect.Struct {
		return
	}
	switch at := v.Addr().Interface().(type) {
	case *Money:
		*at = randomMoney(random)
		return
	case *Moment:
		*at = At(time.Unix(random.Int64N(1<<38), 0))
		return
	case *Day:
		*at = DayOf(time.Unix(random.Int64N(1<<38), 0))
		return
	case *map[string]string:
		*at = map[string]string{"b": randomText(random), "a": randomText(random), randomText(random): ""}
		return
	case *map[string]Money:
		*at = map[string]Money{"USD": randomMoney(random), "EUR": randomMoney(random)}
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(random.Int64() - random.Int64())
	case reflect.String:
		v.SetString(randomText(random))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillRandomly(v.Elem(), random)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), random.IntN(3), 3))
		for i := range v.Len() {
			fillRandomly(v.Index(i), random)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fillRandomly(v.Field(i), random)
		}
	}
}

func randomText(random *rand.Rand) string {
	texts := []string{"", "plain text", `"quoted" \ <b>&amp;</b>`, "tab\t and\nline\x00", "Zürich 東京", "\u2028 \u2029", "broken \xff", "~}{ \x7f"}
	return texts[random.IntN(len(texts))]
}

// randomMoney returns an amount of up to 21 digits with up to 18 places, or with zeros
// not in its text.
func randomMoney(random *rand.Rand) Money {
	digits := random.Int64() >> random.IntN(64)
	if random.IntN(2) == 0 {
		digits = -digits
	}
	amount := decimal.New(digits, int32(random.IntN(22)-MoneyDigits))
	return Money{amount.Mul(decimal.New(int64(random.IntN(3)*100), 0))}
}

// TestEncodeNothing encodes a type without an encoder.
func TestEncodeNothing(t *testing.T) {
	t.Parallel()
	for want, of := range map[string]any{
		"null": nil, `"<b>"`: "<b>", `{"UpsellingDisplayType":"OVERLAY"}`: UpsellSettings{"OVERLAY"}, `[{"x":1}]`: []any{map[string]int{"x": 1}},
	} {
		if got, err := Encode(of); string(got) != want || err != nil {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	}
	if got, err := Encode((*Order)(nil)); string(got) != "null" || err != nil {
		t.Errorf("got %s, %v, want null", got, err)
	}
	if _, err := Encode(func() {}); err == nil {
		t.Error("got no error for a function")
	}
}

// TestTextsOfOneCharacter writes texts of nothing but one character, which need a mark in JSON or none.
func TestTextsOfOneCharacter(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{`\`: `"\\"`, `"`: `"\""`, "\x1f": `"\u001f"`, "\u2028": `"\u2028"`, " ": `" "`, "~": `"~"`, "\x7f": "\"\x7f\"", "é": `"é"`, "<": `"<"`, "": `""`} {
		if got, err := appendText(nil, text); err != nil || string(got) != want {
			t.Errorf("%q: got %s, %v, want %s", text, got, err, want)
		}
	}
}
