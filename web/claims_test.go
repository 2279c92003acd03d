package web_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the table of claims into the guide")

// claim is a row of testdata/claims.json.
type claim struct {
	About string
	Claim string
	Proof []string // "PACKAGE TestName", or "PAGE.md: figure" of a page of the guide
	Date  string   // when the proof was last looked at
	Not   string   // the limits of the proof
}

// TestClaims expects a proof of each claim about the sandbox, a claim for each operation,
// and all of them in the guide.
func TestClaims(t *testing.T) {
	t.Parallel()
	var claims []claim
	must(t, json.Unmarshal([]byte(read(t, filepath.Join("testdata", "claims.json"))), &claims))
	var about []string
	table := "| About | Claim | Proof | Date | It does not prove |\n|---|---|---|---|---|\n"
	for _, c := range claims {
		about = append(about, c.About)
		for _, fault := range c.faults() {
			t.Errorf("%s: %s", c.About, fault)
		}
		table += c.row()
	}
	operations, err := filepath.Glob(filepath.Join("..", "sandbox", "testdata", "exchange", "*"))
	if err != nil || len(operations) == 0 {
		t.Fatalf("no exchanges: %v", err)
	}
	needed := []string{"time", "isolation", "durability", "scenarios", "speed"}
	for _, folder := range operations {
		needed = append(needed, filepath.Base(folder))
	}
	for _, name := range needed {
		if name != "no-operation" && !slices.Contains(about, name) {
			t.Errorf("claims.json has no claim about %s", name)
		}
	}
	page := filepath.Join("guide", "conclusions.md")
	before, rest, _ := strings.Cut(read(t, page), "| About |")
	_, after, _ := strings.Cut(rest, "\n\n")
	want := before + table + "\n" + after
	if *update {
		must(t, os.WriteFile(page, []byte(want), 0o600))
	} else if read(t, page) != want {
		t.Errorf("%s does not have the claims of testdata/claims.json: run go test ./web -run TestClaims -update", page)
	}
}

// TestClaimsWithoutProof refuses a claim without an existing test or figure.
func TestClaimsWithoutProof(t *testing.T) {
	t.Parallel()
	right := claim{About: "x", Claim: "it is right", Proof: []string{"web TestClaims"}, Date: "2026-11-24", Not: "more"}
	for want, change := range map[string]func(*claim){
		"":                            func(*claim) {},
		"it has no proof":             func(c *claim) { c.Proof = nil },
		"web has no test TestNothing": func(c *claim) { c.Proof = []string{"web TestNothing"} },
		"web has no test TestClaim":   func(c *claim) { c.Proof = []string{"web TestClaim"} },
		"nowhere has no test TestX":   func(c *claim) { c.Proof = []string{"nowhere TestX"} },
		"speed.md has no 99.99":       func(c *claim) { c.Proof = []string{"speed.md: 99.99"} },
		"its date is no day":          func(c *claim) { c.Date = "lately" },
		"it says too little":          func(c *claim) { c.Not = "" },
	} {
		c := right
		change(&c)
		if got := strings.Join(c.faults(), "; "); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// faults returns the faults of a claim.
func (c claim) faults() []string {
	var faults []string
	if c.About == "" || c.Claim == "" || c.Not == "" {
		faults = append(faults, "it says too little")
	}
	if _, err := time.Parse(time.DateOnly, c.Date); err != nil {
		faults = append(faults, "its date is no day")
	}
	if len(c.Proof) == 0 {
		faults = append(faults, "it has no proof")
	}
	for _, p := range c.Proof {
		if page, figure, ok := strings.Cut(p, ": "); ok {
			text, err := os.ReadFile(filepath.Join("guide", page))
			if err != nil || !strings.Contains(string(text), figure) {
				faults = append(faults, fmt.Sprintf("%s has no %s", page, figure))
			}
			continue
		}
		folder, test, _ := strings.Cut(p, " ")
		if !hasTest(folder, test) {
			faults = append(faults, fmt.Sprintf("%s has no test %s", folder, test))
		}
	}
	return faults
}

// hasTest reports whether a package has a test.
func hasTest(folder, name string) bool {
	files, _ := filepath.Glob(filepath.Join("..", folder, "*_test.go"))
	return slices.ContainsFunc(files, func(path string) bool {
		text, err := os.ReadFile(path)
		return err == nil && regexp.MustCompile(`(?m)^func `+regexp.QuoteMeta(name)+`\(`).Match(text)
	})
}

// row returns the row of the page. Tests of one package name it once.
func (c claim) row() string {
	var proofs []string
	last := ""
	for _, p := range c.Proof {
		if page, figure, ok := strings.Cut(p, ": "); ok {
			proofs = append(proofs, fmt.Sprintf("%s ([%s](%s))", figure, strings.TrimSuffix(page, ".md"), page))
			continue
		}
		folder, test, _ := strings.Cut(p, " ")
		if folder != last {
			test = strings.TrimPrefix(folder, "sandbox/internal/") + " " + test
		}
		last = folder
		proofs = append(proofs, "`"+test+"`")
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s |\n", c.About, c.Claim, strings.Join(proofs, ", "), c.Date, c.Not)
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
