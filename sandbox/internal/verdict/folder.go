package verdict

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
)

// CheckFolder makes the folder of a report, and returns why it cannot be written.
func CheckFolder(path string) error {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return fmt.Errorf("report must be a folder that can be made: %w", err)
	}
	probe, err := os.CreateTemp(path, ".report.*")
	if err != nil {
		return fmt.Errorf("report must be a folder that can be written: %w", err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// Folder is the history of every account and every run, for writing it into a folder.
type Folder struct {
	Judge
	Path     string
	Registry *account.Registry
	Runs     *Runs
	Calls    *journal.Journal
	Log      *slog.Logger
}

// Write writes the files. Failures are only logged, because the data of the sandbox are
// as they should be.
func (f Folder) Write() {
	log := f.Log.With(slog.String("folder", f.Path))
	accounts := f.Registry.All()
	folders := folderNames(accounts)
	complete := 0
	for _, a := range accounts {
		if err := writeFiles(filepath.Join(f.Path, folders[a.Code]), f.ofAccount(a)); err != nil {
			log.Error("the report of an account is not complete", slog.String("account", a.Code), slog.Any("error", err))
			continue
		}
		complete++
	}
	for _, line := range f.Runs.List(f.Registry).Runs {
		if found, known := f.Runs.Find(line.Name, f.Registry); known {
			if err := writeFiles(filepath.Join(f.Path, runsFolder, folderName(line.Name)), ofRun(found)); err != nil {
				log.Error("the report of a run is not complete", slog.String("run", line.Name), slog.Any("error", err))
			}
		}
	}
	if none := f.Calls.Ring(journal.None); none.Counts().Kept > 0 {
		if err := writeFiles(filepath.Join(f.Path, journal.None), files{journalFile: f.calls(none)}); err != nil {
			log.Error("the report of the calls without an account is not complete", slog.Any("error", err))
		}
	}
	log.Info("wrote the report", slog.Int("accounts", complete))
}

// files are writers of files, by their names.
type files map[string]func(io.Writer) error

// runsFolder is the folder of the reports of runs.
const runsFolder = "runs"

// ofRun returns the files about a run.
func ofRun(r client.Run) files {
	all := files{"coverage.json": reportIn(r.Coverage, client.AsJSON, report.Coverage)}
	for extension, format := range extensions() {
		all["run."+extension] = reportIn(r, format, report.Run)
	}
	return all
}

// extensions returns how the files of a report end, and their formats.
func extensions() map[string]client.Format {
	return map[string]client.Format{"json": client.AsJSON, "txt": client.AsText, "xml": client.AsJUnit, "md": client.AsMarkdown}
}

// reportIn returns a writer of a report in a format.
func reportIn[R any](r R, format client.Format, in func(R, client.Format) (string, error)) func(io.Writer) error {
	return func(w io.Writer) error {
		text, err := in(r, format)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		return err
	}
}

// journalFile is the name of the file with the calls of an account, one JSON object a
// line.
const journalFile = "journal.jsonl"

// ofAccount returns the files about an account.
func (f Folder) ofAccount(a *account.Account) files {
	coverage := a.Coverage.Report(a.Settings().Answers)
	coverage.Account = a.Code
	all := files{
		journalFile:     f.calls(a.Ring),
		"coverage.json": reportIn(coverage, client.AsJSON, report.Coverage),
	}
	judged, err := f.Verdict(a, 0)
	for extension, format := range extensions() {
		if format != client.AsMarkdown {
			all["verdict."+extension] = func(w io.Writer) error { return errors.Join(err, reportIn(judged, format, report.Verdict)(w)) }
		}
	}
	return all
}

// calls returns a writer of the entries of a ring, oldest first, as lists show them.
func (f Folder) calls(ring *journal.Ring) func(io.Writer) error {
	return func(w io.Writer) error {
		entries, _ := ring.List(nil, 0, 0)
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		for _, e := range slices.Backward(entries) {
			if err := encoder.Encode(e.View()); err != nil {
				return err
			}
		}
		return nil
	}
}

// writeFiles writes files into a folder. A failure at one does not keep the others from
// being written.
func writeFiles(folder string, all files) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var faults []error
	for name, write := range all {
		faults = append(faults, writeWhole(filepath.Join(folder, name), write))
	}
	return errors.Join(faults...)
}

// writeWhole writes a file. It appears under its name when it is complete, so
// neither a full disk nor the end of the process leaves a part of it there. It is not synced,
// because syncing the files of many accounts takes longer than a container has to stop. Others
// than the user of the process may read it.
func writeWhole(path string, write func(io.Writer) error) error {
	part, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(part, 64<<10)
	err = errors.Join(cmp.Or(write(buffered), buffered.Flush()), part.Chmod(0o644), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), path)
	}
	if err != nil {
		_ = os.Remove(part.Name())
	}
	return err
}

// folderNames returns the folder of each account. Codes that a file system refuses
// or does not distinguish get other names.
func folderNames(accounts []*account.Account) map[string]string {
	names, taken := map[string]string{}, map[string]bool{journal.None: true, runsFolder: true}
	for _, a := range accounts {
		name := folderName(a.Code)
		for n, base := 2, name; taken[strings.ToLower(name)]; n++ {
			name = fmt.Sprintf("%s%%%d", base, n)
		}
		taken[strings.ToLower(name)] = true
		names[a.Code] = name
	}
	return names
}

// folderName returns a vendor code as the name of a folder: with a % escape where it
// begins or ends with a dot, or is the name of a device on Windows.
func folderName(code string) string {
	if strings.HasPrefix(code, ".") {
		code = "%2E" + code[1:]
	}
	if strings.HasSuffix(code, ".") {
		code = code[:len(code)-1] + "%2E"
	}
	device, _, _ := strings.Cut(strings.ToUpper(code), ".")
	if slices.Contains([]string{"CON", "PRN", "AUX", "NUL"}, device) ||
		len(device) == len("COM1") && (strings.HasPrefix(device, "COM") || strings.HasPrefix(device, "LPT")) && device[3] >= '0' && device[3] <= '9' {
		code = fmt.Sprintf("%%%02X", code[0]) + code[1:]
	}
	return code
}
