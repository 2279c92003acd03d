package agent_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadRehearsal reads a report and one of its findings.
func TestReadRehearsal(t *testing.T) {
	t.Parallel()
	_, u := use(t)
	const schedule = "create-upsell#1=lost-answer+search-upsell#1=503"
	for _, test := range []struct {
		given with
		parts []string
	}{
		{with{"path": "./rehearsal.json"}, []string{"13 not survived: 1 mistake, seen at 13 places", "| wrong-in-silence | `" + schedule + "` |"}},
		{with{"path": "rehearsal.json", "schedule": schedule}, []string{"WRONG IN SILENCE: ", " 503 SERVICE_UNAVAILABLE", "repeat it: commerce-sandbox rehearse --world empty --schedule '" + schedule + "' -- ", "records that differ: [{"}},
	} {
		answer := u.get("read_rehearsal", test.given)
		for _, part := range test.parts {
			if !strings.Contains(answer["text"].(string), part) || !strings.Contains(answer["notice"].(string), "not instructions") {
				t.Errorf("%v: got %v, want %q in it", test.given, answer, part)
			}
		}
	}
}

// TestReadRehearsalBelow reads nothing outside of the folder, and nothing but reports. Long
// texts in one are cut and hidden characters escaped.
func TestReadRehearsalBelow(t *testing.T) {
	t.Parallel()
	outside, folder := t.TempDir(), t.TempDir()
	long := strings.Repeat(`{"name":"login#1","status":200},`, 100)
	for at, text := range map[string]string{
		filepath.Join(outside, "report.json"): `{"good":{"calls":["x"]},"trials":[]}`, filepath.Join(folder, "other.json"): `{"trials":null}`,
		filepath.Join(folder, "report.json"): `{"good":{},"trials":[],"findings":[{"schedule":"login#1=503","why":"a` + "\u202e" + `b","output":"` + strings.Repeat("x", 9000) + `","calls":[` + strings.TrimSuffix(long, ",") + `]}]}`,
	} {
		must(t, os.WriteFile(at, []byte(text), 0o600))
	}
	if err := os.Symlink(filepath.Join(outside, "report.json"), filepath.Join(folder, "link.json")); err != nil {
		t.Log(err) // Windows may forbid links
	}
	o := options("http://127.0.0.1:1")
	o.Folder = folder
	u := user{t, pipe(t, o)}
	for _, at := range []string{"../" + filepath.Base(outside) + "/report.json", filepath.Join(outside, "report.json"), "link.json", ".", "none.json", "other.json", "a\x00b"} {
		if text, failed := u.call("read_rehearsal", with{"path": at}); !failed || strings.ContainsAny(text, "\n") {
			t.Errorf("%s: got %s", at, text)
		}
	}
	u.fails("read_rehearsal", with{"path": "/etc/passwd"}, `path must be below the folder in which commerce-sandbox mcp was started, got "/etc/passwd"`)
	u.fails("read_rehearsal", with{"path": "."}, `"." cannot be read: it is no regular file`)
	u.fails("read_rehearsal", with{"path": "other.json"}, `"other.json" is not the report of a rehearsal, such as commerce-sandbox rehearse --report FOLDER writes as report.json`)
	u.fails("read_rehearsal", with{"path": "report.json", "schedule": "x"}, `no trial of the report has the schedule "x"; without schedule, the findings are listed`)
	text, failed := u.call("read_rehearsal", with{"path": "report.json", "schedule": "login#1=503"})
	if failed || len(text) > 10_000 || !strings.Contains(text, `"more":{"left":`) || !strings.Contains(text, `a\u202eb`) {
		t.Errorf("got %d bytes: %.300s", len(text), text)
	}
}
