package verbatim_test

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// spell writes a value by its parts: a name in quotes, a scalar as it is written, and …
// behind a cut.
func spell(v verbatim.Value) string {
	if !v.Exists() {
		return "absent"
	}
	kind := v.Kind()
	if kind != '{' && kind != '[' {
		return string(v.Bytes())
	}
	var parts []string
	for name, value := range v.Children() {
		part := spell(value)
		if name.Exists() {
			part = `"` + name.Text() + `":` + part
		}
		parts = append(parts, part)
	}
	text := string(kind) + strings.Join(parts, ",") + string(kind+2) // as ASCII has the brackets
	if v.IsCut() {
		text += "…"
	}
	return text
}

func TestRead(t *testing.T) {
	t.Parallel()
	broken := errors.New("any other error")
	for text, want := range map[string]struct {
		spelled string
		err     error
	}{
		` { "b" : 1.50 , "a":[ true,{},[ ] , null], "b":"\u00e4" } `: {`{"b":1.50,"a":[true,{},[],null],"b":"\u00e4"}`, nil},
		`{"\u0061":-1e3}`:        {`{"a":-1e3}`, nil},
		"{\"\xff\\n\":\"\xff\"}": {"{\"\ufffd\n\":\"\xff\"}", nil},
		`"x"`:                    {`"x"`, nil},
		``:                       {`absent`, broken},
		`{"a":[1,{"b":2`:         {`{"a":[1,{"b":2}…]…}…`, io.ErrUnexpectedEOF},
		`[{"a":`:                 {`[{"a":absent}…]…`, io.ErrUnexpectedEOF},
		`[1,"x`:                  {`[1]…`, io.ErrUnexpectedEOF},
		`[1,]`:                   {`[1]…`, broken},
		`{"a":1]`:                {`{"a":1}…`, broken},
		`[1] 2`:                  {`[1]`, broken},
	} {
		got, err := verbatim.Read([]byte(text), nil)
		isRight := err == nil
		switch want.err {
		case io.ErrUnexpectedEOF:
			isRight = errors.Is(err, io.ErrUnexpectedEOF)
		case broken:
			isRight = err != nil && !errors.Is(err, io.ErrUnexpectedEOF)
		}
		if spell(got) != want.spelled || !isRight {
			t.Errorf("%s: got %s, %v, want %s, %v", text, spell(got), err, want.spelled, want.err)
		}
	}
}

// TestReadInPart returns a value whole if it is not entered.
func TestReadInPart(t *testing.T) {
	t.Parallel()
	const text = `{"a":{"b":[1, 2],"c":{"b":3}},"b":[ {"a":4} ]}`
	root, err := verbatim.Read([]byte(text), func(depth int, name []byte) bool { return depth == 0 || string(name) == "a" })
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, inner := range root.Member("a").Children() {
		parts = append(parts, string(inner.Bytes()))
		for range inner.Children() {
			t.Error("a value that was not entered has parts")
		}
	}
	parts = append(parts, string(root.Member("b").Bytes()))
	if got, want := strings.Join(parts, " "), `[1, 2] {"b":3} [ {"a":4} ]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestReadHostile reads with little memory for each value, whatever the nesting is. It is
// not parallel, because it counts all memory of the process.
func TestReadHostile(t *testing.T) {
	for name, text := range map[string]string{
		"tiny values": "[" + strings.Repeat("1,", 1<<20) + "1]",
		"deep lists":  strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := verbatim.Read([]byte(text), nil); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		const most = 128 // with the remains of growing lists
		values := uint64(strings.Count(text, "1") + strings.Count(text, "["))
		if got := (after.TotalAlloc - before.TotalAlloc) / values; got > most {
			t.Errorf("%s: got %d bytes for each value, want at most %d", name, got, most)
		}
	}
}
