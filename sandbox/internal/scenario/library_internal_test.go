package scenario

import "testing"

// Contents never change after they are read: a call that has them finds a scenario deleted
// meanwhile.
func TestContentsOutliveADeletion(t *testing.T) {
	t.Parallel()
	library := NewLibrary(LibraryOptions{})
	_, err := library.Put("mine", []byte("rules: [{on: login, delay: 1s}]"))
	must(t, err)
	before := library.contents.Load()
	must(t, library.Delete("mine"))
	if _, err := before.find("mine"); err != nil {
		t.Errorf("before: %v", err)
	}
	if _, err := library.Find("mine"); err == nil {
		t.Error("found after it was deleted")
	}
}
