package bundle

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// part is a file of a zip made by a test.
type part struct {
	name   string
	text   string
	header func(*zip.FileHeader)
}

// wholeParts returns the files of a bundle without records, without its manifest.
func wholeParts() []part {
	parts := []part{{name: stateName, text: "{}"}, {name: callsName}, {name: readmeName}, {name: "scenarios/own.yaml", text: "rules: []"}}
	for _, kind := range transfer.Kinds() {
		parts = append(parts, part{name: fileOf(kind)})
	}
	return parts
}

// manifestOf returns a manifest.
func manifestOf(change func(*client.BundleInfo)) part {
	m := client.BundleInfo{Format: Format, Version: "1.0", Account: "DEMO"}
	change(&m)
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // it has only plain values
	}
	return part{name: manifestName, text: string(text)}
}

// zipped returns a zip of files.
func zipped(t testing.TB, parts ...part) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, p := range parts {
		h := &zip.FileHeader{Name: p.name, Method: zip.Deflate}
		if p.header != nil {
			p.header(h)
		}
		to, err := w.CreateHeader(h)
		if err == nil && p.text != "" {
			_, err = to.Write([]byte(p.text))
		}
		must(t, err)
	}
	must(t, w.Close())
	return out.Bytes()
}

func readBytes(t testing.TB, text []byte) (*Bundle, error) {
	t.Helper()
	return Read(t.Context(), bytes.NewReader(text), int64(len(text)))
}

func unchanged(*client.BundleInfo) {}

// whole returns a bundle with some files in place of its own or beside them.
func whole(t testing.TB, change func(*client.BundleInfo), others ...part) []byte {
	t.Helper()
	parts := wholeParts()
	for _, other := range others {
		replaced := false
		for i, p := range parts {
			if p.name == other.name {
				parts[i], replaced = other, true
			}
		}
		if !replaced {
			parts = append(parts, other)
		}
	}
	return zipped(t, append(parts, manifestOf(change))...)
}

func TestReadAWholeBundle(t *testing.T) {
	t.Parallel()
	b, err := readBytes(t, whole(t, unchanged))
	must(t, err)
	if b.Manifest.Account != "DEMO" || len(b.Scenarios) != 1 || b.Scenarios[0].Name != "own" {
		t.Errorf("got %+v", b)
	}
}

// TestHostileBundles reads files that are no bundles, or other ones than they say.
func TestHostileBundles(t *testing.T) {
	t.Parallel()
	valid := whole(t, unchanged)
	flipped := bytes.Clone(valid)
	flipped[43] ^= 0xff // in the content of the first file
	beside := func(name string) []byte { return whole(t, unchanged, part{name: name}) }
	symlink := part{name: readmeName, text: "/etc/passwd", header: func(h *zip.FileHeader) { h.SetMode(fs.ModeSymlink | 0o777) }}
	bomb := part{name: fileOf(transfer.Orders), text: strings.Repeat(" ", 64<<20)}
	longer := whole(t, unchanged, part{name: stateName, text: "{}" + strings.Repeat(" ", maxDocument)})
	size := bytes.LastIndex(longer, []byte(stateName)) - 22 // in the list of files
	binary.LittleEndian.PutUint32(longer[size:], 2)
	for want, text := range map[string][]byte{
		"it has only 0 bytes":                   nil,
		"it has only 4 bytes":                   []byte("PK\x03\x04"),
		"it does not end as a zip":              valid[:len(valid)-1],
		"its list of files is not":              append(bytes.Clone(valid[:len(valid)/2]), valid[len(valid)-endLength:]...),
		`"../x" does not belong`:                beside("../x"),
		`"/x" does not belong`:                  beside("/x"),
		"is no regular file":                    beside("before/"),
		`"C:\\x" does not belong`:               beside(`C:\x`),
		`"scenarios/../x.yaml" does not belong`: beside("scenarios/../x.yaml"),
		`"calls.jsonl" twice`:                   zipped(t, append(wholeParts(), part{name: callsName}, manifestOf(unchanged))...),
		`"README.txt" is no regular file`:       whole(t, unchanged, symlink),
		"expand to more than 200 times":         whole(t, unchanged, bomb),
		"manifest.json is missing":              zipped(t, wholeParts()...),
		"calls.jsonl is missing":                zipped(t, wholeParts()[0], manifestOf(unchanged)),
		"manifest.json cannot be read":          zipped(t, part{name: manifestName, text: strings.Repeat("[", 100_000)}),
		"has format 99, of commerce-sandbox 1.0; this program reads format 4: open it with that version, or save it again with this one": whole(t, func(m *client.BundleInfo) { m.Format = 99 }),
		"has format 3, of":                        whole(t, func(m *client.BundleInfo) { m.Format = 3 }, part{name: "before/account.json"}),
		"the account of the bundle":               whole(t, func(m *client.BundleInfo) { m.Account = "../DEMO" }),
		"account.json cannot be read":             whole(t, unchanged, part{name: stateName, text: "[]"}),
		"cannot be read: its content was damaged": flipped,
		"account.json cannot be read: zip: not":   longer,
	} {
		_, err := readBytes(t, text)
		var not *NotABundleError
		if !errors.As(err, &not) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestEveryCutIsFound reads a bundle cut at any byte, or changed in one.
func TestEveryCutIsFound(t *testing.T) {
	t.Parallel()
	valid := whole(t, unchanged)
	for n := range valid {
		if _, err := readBytes(t, valid[:n]); err == nil {
			t.Errorf("a bundle of %d bytes was read from the first %d", len(valid), n)
		}
	}
}

// TestLyingSizes reads a file with more bytes than its header says.
func TestLyingSizes(t *testing.T) {
	t.Parallel()
	valid := whole(t, unchanged, part{name: fileOf(transfer.Orders), text: strings.Repeat("0123456789\n", 100)})
	size := []byte{1100 & 0xff, 1100 >> 8, 0, 0}
	at := bytes.LastIndex(valid, size)
	if at < 0 {
		t.Fatal("the size is not in the list of files")
	}
	copy(valid[at:], []byte{5, 0, 0, 0})
	if _, err := readBytes(t, valid); err == nil {
		t.Error("got no error for a file that is longer than its header says")
	}
}

func TestHostileRecordsAndCalls(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"a":`, 100_000)
	for _, text := range []string{"x", deep, `[]`, `{}`, "\"" + strings.Repeat("x", maxLine)} {
		b, err := readBytes(t, whole(t, unchanged, part{name: callsName, text: text, header: func(h *zip.FileHeader) { h.Method = zip.Store }}))
		must(t, err)
		var fault error
		for _, err := range b.Calls() {
			fault = err
		}
		if fault == nil {
			t.Errorf("%.30s: got no error", text)
		}
	}
	for _, kind := range transfer.Kinds() {
		for _, line := range []string{"x", deep, `"x"`, `"`, "[", `[]`, `{"RefNo":"1"`} {
			b, err := readBytes(t, whole(t, unchanged, part{name: fileOf(kind), text: line, header: func(h *zip.FileHeader) { h.Method = zip.Store }}))
			must(t, err)
			if err := b.Seed(nil); err == nil || !strings.Contains(err.Error(), "line 1 of "+string(kind)+".jsonl is no record: it is no JSON object") {
				t.Errorf("%s: got %v for %.30s", kind, err, line)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(whole(f, unchanged))
	f.Fuzz(func(t *testing.T, text []byte) {
		if b, err := readBytes(t, text); err == nil {
			for range b.Calls() {
				continue
			}
		}
	})
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
