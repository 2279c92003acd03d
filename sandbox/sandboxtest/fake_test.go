package sandboxtest_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// fakeTest is a test that can fail without failing a real one. It keeps its log.
type fakeTest struct {
	testing.TB // for the missing methods
	failed     bool
	errors     []string
	log        strings.Builder
	cleanups   []func()
}

func (f *fakeTest) Helper()           {}
func (f *fakeTest) Failed() bool      { return f.failed }
func (f *fakeTest) Cleanup(do func()) { f.cleanups = append(f.cleanups, do) }
func (f *fakeTest) Log(args ...any)   { fmt.Fprintln(&f.log, args...) }
func (f *fakeTest) Error(args ...any) { f.errors = append(f.errors, fmt.Sprint(args...)) }

func (f *fakeTest) Errorf(form string, args ...any) { f.Error(fmt.Sprintf(form, args...)) }

// end does the work of the testing package at the end of a test.
func (f *fakeTest) end() {
	for _, do := range slices.Backward(f.cleanups) {
		do()
	}
}

// exampleTest is the test for an example, because examples get none.
type exampleTest struct{ fakeTest }

func newExampleTest() *exampleTest { return &exampleTest{} }

func (e *exampleTest) Context() context.Context     { return context.Background() }
func (e *exampleTest) Output() io.Writer            { return io.Discard }
func (e *exampleTest) Errorf(form string, a ...any) { panic(fmt.Sprintf(form, a...)) }
func (e *exampleTest) Fatalf(form string, a ...any) { panic(fmt.Sprintf(form, a...)) }
func (e *exampleTest) Fatal(args ...any)            { panic(fmt.Sprint(args...)) }

func (e *exampleTest) TempDir() string {
	folder, err := os.MkdirTemp("", "example-*")
	if err != nil {
		panic(err)
	}
	e.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}
