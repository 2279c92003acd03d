package sandbox

import (
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/web"
)

// Fixture is a file for the tests of a suite in another language: it opens an account
// for each test and, when a test fails, prints why the sandbox refused its calls.
type Fixture struct {
	Framework string // such as pytest
	File      string // such as conftest.py
	Text      string
}

// fixtures are the frameworks, each with its file and the page of the guide showing it.
var fixtures = []struct{ framework, page, file string }{
	{"junit", "test-java.md", "Sandbox.java"},
	{"node", "test-node.md", "sandbox.mjs"},
	{"phpunit", "test-php.md", "SandboxTestCase.php"},
	{"pytest", "test-python.md", "conftest.py"},
	{"vitest", "test-node.md", "sandbox.mjs"},
	{"xunit", "test-dotnet.md", "SandboxTest.cs"},
}

// Frameworks returns the names known to FixtureFor, sorted.
func Frameworks() []string {
	var names []string
	for _, f := range fixtures {
		names = append(names, f.framework)
	}
	return names
}

// FixtureFor returns the fixture for a framework, as the guide of this version shows it.
// The error names the known frameworks.
func FixtureFor(framework string) (Fixture, error) {
	at := slices.IndexFunc(fixtures, func(f struct{ framework, page, file string }) bool { return f.framework == framework })
	if at < 0 {
		return Fixture{}, fmt.Errorf("unknown framework %q; %s", framework, phrase.Suggest(framework, Frameworks()))
	}
	pages, err := web.Guide(web.Options{})
	if err != nil {
		return Fixture{}, err
	}
	wanted := fixtures[at]
	for _, p := range pages {
		if p.Name != wanted.page {
			continue
		}
		_, after, _ := strings.Cut(p.Text, " file="+wanted.file+"\n")
		if text, _, found := strings.Cut(after, "\n```\n"); found {
			return Fixture{Framework: framework, File: wanted.file, Text: text + "\n"}, nil
		}
	}
	return Fixture{}, fmt.Errorf("the guide has no file %s", wanted.file)
}
