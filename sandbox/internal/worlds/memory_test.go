package worlds

import (
	"runtime"
	"strings"
	"testing"
)

// hostile are texts of 1 MB, or one text of 8 MiB, that are no worlds.
func hostile() map[string]string {
	texts := map[string]string{}
	for name, part := range map[string][2]string{
		"directives": {"", "%"}, "lists": {"", "["}, "closed lists": {"", "[]\n"}, "values": {"[", "a,"}, "entries": {"", "- a: b\n"}, "comments": {"", "#\n"},
		"quotes": {"", `"`}, "empty quotes": {"- ", "'' "}, "tags": {"", "! "}, "dashes": {"a:\n", "  - a\n"}, "colons": {"", ": "}, "lines": {"", "\n"},
		"literals": {"", "- |\n"}, "a literal": {"a: |\n", " %\n"}, "folded": {"a: >\n", " x\n"}, "anchors": {"", "&a "}, "documents": {"", "---\n"}, "text": {"a: ", "é"},
		"words": {"a: ", "x y "}, "flow": {"a: [{", "a:1,"}, "braces": {"", "{}"}, "faults": {"orders:\n", "- {customer: x, lines: [{product: y}]}\n"},
		"few faults": {"orders: # " + strings.Repeat("x", 900_000) + "\n", "- {customer: x, lines: [{product: y}]}\n"}, "keys": {"", "a: 1\n"},
	} {
		texts[name] = part[0] + strings.Repeat(part[1], (1_000_000-len(part[0]))/len(part[1]))
	}
	for name, part := range map[string][2]string{
		"a large text": {"", "x"}, "a large value": {"a: ", "x "}, "large quotes": {"a: \"", "x"}, "a large comment": {"a: b #", "x"}, "a large literal": {"a: |\n  ", "x"},
		"a large list": {"- |\n ", "x"}, "a large folded": {"a: >\n  ", "x"}, "large lines": {"a: |\n", "  " + strings.Repeat("x", 100) + "\n"}, "empty lines": {"a: |\n  x\n", "\n"},
		"folded empty lines": {"a: >\n  x\n", "\n"}, "a large record": {"records:\n  orders: |\n    {\"a\":\"", "x"},
		"a false literal": {"x: \"\na: |\n  b\n\"\na: ", "x"}, "large wide": {"a: |\n  ", "é"},
	} {
		texts[name] = part[0] + strings.Repeat(part[1], (8<<20-len(part[0]))/len(part[1]))
	}
	return texts
}

// A refused text takes little memory while it is read, and none afterwards.
func TestRefusedTextsTakeLittleMemory(t *testing.T) { //nolint:paralleltest // it measures the process
	texts := hostile()
	first := memory()
	for name, text := range texts {
		before := memory()
		if err := Check([]byte(text), "sent"); err == nil || len(err.Error()) > 100_000 {
			t.Errorf("%s: got %.300v", name, err)
		}
		if took := (memory().TotalAlloc - before.TotalAlloc) >> 20; took > 60 {
			t.Errorf("%s: took %d MB", name, took)
		}
	}
	if last := memory(); last.HeapAlloc > first.HeapAlloc+20<<20 {
		t.Errorf("%d MB are left of %d MB", last.HeapAlloc>>20, first.HeapAlloc>>20)
	}
}

// memory returns the memory of the process after a collection.
func memory() (m runtime.MemStats) {
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m
}
