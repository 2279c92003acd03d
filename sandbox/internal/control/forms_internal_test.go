package control

import "testing"

// TestSavedAs verifies the file names of browsers for names found only in worlds and
// imports.
func TestSavedAs(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"form.pdf":                  `attachment; filename=form.pdf`,
		"../../etc/passwd":          `attachment; filename=_.._etc_passwd`,
		`..\..\x`:                   `attachment; filename=_.._x`,
		"a\r\nSet-Cookie: x=1\r\n":  `attachment; filename="a__Set-Cookie_ x=1__"`,
		"":                          `attachment; filename=form`,
		"...":                       `attachment; filename=form`,
		"\xff\xfe":                  `attachment; filename=_`,
		"ö\u2028\u202e\x00.pdf":     "attachment; filename*=utf-8''%C3%B6%E2%80%A8__.pdf",
		`C:\x"; filename*=utf-8''y`: `attachment; filename="C__x_; filename_=utf-8''y"`,
	} {
		if got := savedAs(name); got != want {
			t.Errorf("%q: got %s, want %s", name, got, want)
		}
	}
}
