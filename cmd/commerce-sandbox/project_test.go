package main

import (
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// projectOf returns the content of a project's file, found in its folder below.
func projectOf(t *testing.T, text, below string, variables ...string) (*project, string, error) {
	t.Helper()
	var stderr strings.Builder
	p := newProgram(variables, io.Discard, &stderr)
	root := t.TempDir()
	p.folder, p.home = filepath.Join(root, below), root
	for _, folder := range []string{p.folder, filepath.Join(root, "fail")} {
		must(t, os.MkdirAll(folder, 0o755))
	}
	write(t, filepath.Join(root, "world.yaml"), "{}")
	write(t, filepath.Join(root, projectFile), text)
	err := p.readProject()
	found := p.project
	if err != nil {
		return found, stderr.String(), err
	}
	for flag, values := range found.values {
		for n, value := range values {
			found.values[flag][n] = strings.ReplaceAll(value, root, "ROOT")
		}
	}
	found.path = strings.ReplaceAll(found.path, root, "ROOT")
	return found, strings.ReplaceAll(stderr.String(), root, "ROOT"), nil
}

func TestProject(t *testing.T) {
	t.Parallel()
	const text = "listen: 127.0.0.1:9\naccount: SHOP\nworld: world.yaml\nseed: 7\nscenarios: fail\nassume: {search-status: \"200\"}\ntoken_variable: COMMERCE_TOKEN\n"
	got, said, err := projectOf(t, text, "a/b", "COMMERCE_TOKEN=hush")
	want := project{path: "ROOT/" + projectFile, listen: "127.0.0.1:9", values: map[string][]string{
		"listen": {"127.0.0.1:9"}, "account": {"SHOP"}, "vendor-code": {"SHOP"}, "world": {"ROOT/world.yaml"}, "seed": {"7"},
		"scenarios": {"ROOT/fail"}, "assume": {"search-status=200"}, "control-token": {"hush"},
	}}
	if err != nil || !reflect.DeepEqual(*got, want) || said != name+": read ROOT/"+projectFile+"\n" {
		t.Errorf("got %+v %q %v, want %+v", got, said, err, want)
	}
	for text, want := range map[string]string{
		"wrold: empty\n":                "did you mean world?",
		"world: ../outside.yaml\n":      "../outside.yaml must be below ",
		"scenarios: /etc\n":             "/etc must be below ",
		"token_variable: PATH\n":        `token_variable must be the name of a variable that begins with SANDBOX_ or COMMERCE_, got "PATH"`,
		"seed: -1\n":                    "seed must be at least 1, got -1",
		strings.Repeat("# x\n", 50_000): "",
	} {
		if _, _, err := projectOf(t, text, "."); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: got %v, want %s", text, err, want)
		}
	}
}

// TestFlagsOfTheProject lists which flags of commands have values in the file of the project.
func TestFlagsOfTheProject(t *testing.T) {
	t.Parallel()
	const serving = "assume control-token listen scenarios seed vendor-code world"
	root := newProgram(nil, io.Discard, io.Discard).command(nil)
	for command, want := range map[string]string{
		"": serving, "serve": serving, "run": "account assume control-token scenarios seed world", "rehearse": "assume control-token scenarios seed world",
		"bundle open": "",                          // the bundle decides
		"sign":        "control-token vendor-code", // with an account, a sandbox would sign in place of the secret
		"requests":    "account control-token", "account open": "control-token", "check": "",
	} {
		c, _, err := root.Find(strings.Fields(command))
		must(t, err)
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if v, is := f.Value.(*values); is && v.flag.project && usesProject(c) {
				names = append(names, f.Name)
			}
		})
		slices.Sort(names)
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: got %q, want %q", command, got, want)
		}
	}
}

// TestProjectIsFound looks for the file where it counts, and where it does not.
func TestProjectIsFound(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		spoil func(t *testing.T, root string)
		found bool
		said  string
	}{
		{"above", func(*testing.T, string) {}, true, ""},
		{"beyond .git", func(t *testing.T, root string) {
			must(t, os.Mkdir(filepath.Join(root, "a", ".git"), 0o755))
		}, false, ""},
		{"others may write it", func(t *testing.T, root string) {
			must(t, os.Chmod(filepath.Join(root, projectFile), 0o666))
		}, false, "is ignored, because it is no file, or another user owns or may write it"},
		{"a link", func(t *testing.T, root string) {
			path := filepath.Join(root, projectFile)
			must(t, os.Rename(path, path+".real"))
			must(t, os.Symlink(path+".real", path))
		}, false, "is ignored"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			must(t, os.MkdirAll(filepath.Join(root, "a", "b"), 0o755))
			write(t, filepath.Join(root, projectFile), "seed: 2\n")
			test.spoil(t, root)
			var stderr strings.Builder
			p := newProgram(nil, io.Discard, &stderr)
			p.folder, p.home = filepath.Join(root, "a", "b"), root
			path, err := p.findProject()
			if err != nil || (path != "") != test.found || !strings.Contains(stderr.String(), test.said) {
				t.Errorf("got %q %v %s, want %t %s", path, err, &stderr, test.found, test.said)
			}
		})
	}
}

// TestTokenStaysHere gives the address of another machine in the file of a project. No
// token goes there.
func TestTokenStaysHere(t *testing.T) {
	t.Parallel()
	for listen, want := range map[string]bool{"127.0.0.1:8080": true, ":8080": true, "localhost:1": true, "10.0.0.1:8080": false, "evil.example:80": false} {
		p := newProgram(nil, io.Discard, io.Discard)
		p.project = &project{path: projectFile, listen: listen}
		r := p.remote()
		r.token = "hush"
		err := r.findURL()
		if err == nil {
			err = r.keepToken()
		}
		if (err == nil) != want {
			t.Errorf("%s: got %v, want it sent: %t", listen, err, want)
		}
	}
}
