package sandbox_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// TestCheckFilesShipped checks every file that ships.
func TestCheckFilesShipped(t *testing.T) {
	t.Parallel()
	files, err := sandbox.CheckFiles("../scenarios", "../fixtures/worlds", "../fixtures/products.yaml")
	must(t, err)
	for _, file := range files {
		want := sandbox.CheckedFile{Path: file.Path, Kind: sandbox.WorldFile}
		if filepath.Dir(file.Path) == "../scenarios" {
			want.Kind = sandbox.ScenarioFile
		}
		if file != want {
			t.Errorf("got %+v, want %+v", file, want)
		}
	}
	if len(files) < 100 {
		t.Errorf("got %d files, want all that ship", len(files))
	}
}

// TestCheckFilesFinds looks into folders, and leaves out what is hidden or has
// another extension.
func TestCheckFilesFinds(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, file := range []string{"a.yaml", "b/c.YAML", "b/.d.yaml", ".e/f.yaml", "g.txt"} {
		save(t, filepath.Join(folder, file), "assume: {nulls: omitted}")
	}
	link := filepath.Join(t.TempDir(), "link")
	must(t, os.Symlink(folder, link))
	files, err := sandbox.CheckFiles(folder, filepath.Join(folder, "b", ".d.yaml"), link)
	var got []string
	for _, file := range files {
		got = append(got, strings.TrimPrefix(strings.TrimPrefix(file.Path, folder+"/"), filepath.Dir(link)+"/"))
	}
	if want := []string{"a.yaml", "b/c.YAML", "b/.d.yaml", "link/a.yaml", "link/b/c.YAML"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if _, err := sandbox.CheckFiles(filepath.Join(folder, "gone.yaml")); err == nil {
		t.Error("a file that does not exist: got no error")
	}
}

// TestCheckFilesPlaces refuses files that a sandbox with a folder of scenarios would not
// read: another of the same name, scenarios below it, worlds in it. Files that are named
// may be anywhere.
func TestCheckFilesPlaces(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const scenario, world = "assume: {nulls: omitted}", "summary: a world"
	for file, text := range map[string]string{
		"tests/mine/one.yaml": scenario, "tests/mine/two.yaml": scenario, "tests/mine/two.YML": scenario, "tests/mine/world.yaml": world,
		"tests/mine/below/deep/three.yml": scenario, "tests/mine/below/other.yaml": world, "tests/worlds/small.yaml": world,
	} {
		save(t, filepath.Join(folder, file), text)
	}
	mine := filepath.Join(folder, "tests", "mine")
	twice := ": the folder has scenario two twice, as two.YML, two.yaml; remove one"
	want := []string{
		mine + "/below/deep/three.yml: serve --scenarios " + mine + " does not read folders within it; move the scenario there",
		mine + "/two.YML" + twice, mine + "/two.yaml" + twice,
		mine + "/world.yaml: serve --scenarios " + mine + " reads every file as a scenario; move the world out of the folder",
	}
	for path, want := range map[string][]string{
		folder: want, mine + "/": want, mine + "/two.YML": {mine + "/two.YML" + twice},
		filepath.Join(mine, "below"): nil, filepath.Join(mine, "world.yaml"): nil, filepath.Join(mine, "below", "deep", "three.yml"): nil,
	} {
		files, err := sandbox.CheckFiles(path)
		var got []string
		for _, file := range files {
			if file.Err != nil {
				got = append(got, file.Err.Error())
			}
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got\n%s\n%v, want\n%s", path, strings.Join(got, "\n"), err, strings.Join(want, "\n"))
		}
	}
}

// TestCheckFilesKind distinguishes scenarios and worlds, also misspelt ones.
func TestCheckFilesKind(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want sandbox.FileKind
	}{
		{"rules: []", sandbox.ScenarioFile},
		{"# rules:\nfeatures: {}", sandbox.ScenarioFile},
		{"summary: x\n'assume': {}", sandbox.ScenarioFile},
		{"{rules: []}", sandbox.ScenarioFile},
		{"ruls: []", sandbox.ScenarioFile},
		{"orders: []", sandbox.WorldFile},
		{"custmers: []\n", sandbox.WorldFile},
		{"orders:\n  - rules: 1\n", sandbox.WorldFile},
		{"summary: x", sandbox.WorldFile},
		{"  rules: []", ""},
		{"- rules", ""},
		{"", ""},
		{"\x00\xff", ""},
	}
	for _, test := range tests {
		path := filepath.Join(t.TempDir(), "file.yaml")
		save(t, path, test.text)
		files, err := sandbox.CheckFiles(path)
		if err != nil || len(files) != 1 || files[0].Kind != test.want {
			t.Errorf("%q: got %+v, %v, want %q", test.text, files, err, test.want)
		}
	}
}

// TestCheckFilesFaults reports where a file is wrong.
func TestCheckFilesFaults(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	tests := []struct{ name, text, want string }{
		{"bad.yaml", "summary: x\nruels:\n  - {on: login, cut: reset}\n", `bad.yaml: [2:1] `},
		{"world.yaml", "summary: x\norders:\n  - customr: nobody\n", `world.yaml: [3:5] `},
		{"slow.txt", "assume: {nulls: omitted}", "slow.txt: a scenario file must be named NAME.yaml, got "},
		{"other.yaml", "services: {}", "other.yaml must be a scenario, which has features, assume or rules, or a world, which has "},
	}
	for _, test := range tests {
		path := filepath.Join(folder, test.name)
		save(t, path, test.text)
		files, err := sandbox.CheckFiles(path)
		if err != nil || len(files) != 1 || files[0].Err == nil || !strings.HasPrefix(files[0].Err.Error(), filepath.Join(folder, test.want)) {
			t.Errorf("%s: got %+v, %v, want %q", test.name, files, err, test.want)
		}
	}
	files, err := sandbox.CheckFiles(os.DevNull)
	if err != nil || len(files) != 1 || files[0].Err == nil || files[0].Err.Error() != os.DevNull+" is no regular file" {
		t.Errorf("got %+v, %v of a device", files, err)
	}
}

// TestCheckFilesHandles warns of a handle that neither a shipped world nor one of the files
// has, wherever the world stands.
func TestCheckFilesHandles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	scenarioFile, world := filepath.Join(folder, "a", "moves.yaml"), filepath.Join(folder, "b", "world.yaml")
	save(t, scenarioFile, "rules:\n  - on: login\n    do: {before: [{refund: order order-complete}, {refund: order order-compelte}, {refund: order mine}]}\n")
	save(t, world, "customers: [{handle: mine, first_name: Ida, last_name: Moreau, country: fr}]\n")
	const compelte, mine = "do: unknown handle order-compelte; did you mean order-complete?", "do: unknown handle mine"
	for _, test := range []struct {
		paths []string
		want  []string
	}{{[]string{scenarioFile}, []string{compelte, mine}}, {[]string{folder}, []string{compelte}}, {[]string{scenarioFile, world}, []string{compelte}}} {
		files, err := sandbox.CheckFiles(test.paths...)
		must(t, err)
		var got []string
		for _, w := range files[0].Warnings() {
			got = append(got, w.Message)
		}
		if !slices.Equal(got, test.want) || files[len(files)-1].Err != nil {
			t.Errorf("%q: got %q, %v, want %q", test.paths, got, files[len(files)-1].Err, test.want)
		}
	}
}

func save(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o600))
}

// TestCheckFilesNotes checks a data file that is intact, with an order that breaks a rule.
func TestCheckFilesNotes(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	s, err := sandbox.New(sandbox.Options{Data: path, Listen: "127.0.0.1:0"})
	must(t, err)
	must(t, errors.Join(s.Start(t.Context()), s.Stop(t.Context())))
	db, err := boltstore.Open(boltstore.Options{Path: path})
	must(t, err)
	var order string
	_, err = db.Account("DEMO").Update(func(tx commerce.Tx) error {
		complete, _, err := tx.Handles().Get("order-complete")
		if err != nil {
			return err
		}
		order = complete.IDs["OrderReference"]
		record, _, err := tx.Orders().Get(order)
		record.Order.ApproveStatus = "FRAUD"
		return errors.Join(err, tx.Orders().Put(record))
	})
	must(t, errors.Join(err, db.Close()))
	files, err := sandbox.CheckFiles(path)
	if err != nil || len(files) != 1 || files[0].Err != nil || len(files[0].Warnings()) != 2 {
		t.Fatalf("got %+v, %v", files, err)
	}
	want := path + ": note: account DEMO: order " + order + " breaks the rule approve-status: "
	if text := files[0].WarningText(); !strings.Contains(text, want) || files[0].Warnings()[1].Line != 0 {
		t.Errorf("got %s, want %s", text, want)
	}
}
