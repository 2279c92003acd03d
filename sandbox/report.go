package sandbox

import (
	"bufio"
	"context"
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
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verdict"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
)

// checkReport makes the folder of the report, and returns why it cannot be written.
func (o Options) checkReport() error {
	if o.Report == "" {
		return nil
	}
	if err := os.MkdirAll(o.Report, 0o755); err != nil {
		return fmt.Errorf("report must be a folder that can be made: %w", err)
	}
	probe, err := os.CreateTemp(o.Report, ".report.*")
	if err != nil {
		return fmt.Errorf("report must be a folder that can be written: %w", err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// report writes the history of every account when the sandbox stops. Failures are
// only logged, because the data of the sandbox are as they should be.
func (s *Sandbox) report() {
	if s.options.Report == "" || s.registry == nil {
		return
	}
	log := s.options.Log.With(slog.String("folder", s.options.Report))
	accounts := s.registry.All()
	folders := folderNames(accounts)
	complete := 0
	for _, a := range accounts {
		files := s.accountReport(a)
		if err := writeReport(filepath.Join(s.options.Report, folders[a.Code]), files); err != nil {
			log.Error("the report of an account is not complete", slog.String("account", a.Code), slog.Any("error", err))
			continue
		}
		complete++
	}
	for _, line := range s.runs.List(s.registry).Runs {
		if found, known := s.runs.Find(line.Name, s.registry); known {
			if err := writeReport(filepath.Join(s.options.Report, runsFolder, folderName(line.Name)), runReport(found)); err != nil {
				log.Error("the report of a run is not complete", slog.String("run", line.Name), slog.Any("error", err))
			}
		}
	}
	if none := s.calls.Ring(journal.None); none.Counts().Kept > 0 {
		files := map[string]func(io.Writer) error{journalFile: s.writeCalls(none)}
		if err := writeReport(filepath.Join(s.options.Report, journal.None), files); err != nil {
			log.Error("the report of the calls without an account is not complete", slog.Any("error", err))
		}
	}
	log.Info("wrote the report", slog.Int("accounts", complete))
}

// runsFolder is the folder of the reports of runs.
const runsFolder = "runs"

// runReport returns writers of the files about a run, by their names.
func runReport(r client.Run) map[string]func(io.Writer) error {
	files := map[string]func(io.Writer) error{"coverage.json": written(r.Coverage, client.AsJSON, report.Coverage)}
	for extension, format := range extensions() {
		files["run."+extension] = written(r, format, report.Run)
	}
	return files
}

// extensions returns how the files of a report end, and their formats.
func extensions() map[string]client.Format {
	return map[string]client.Format{"json": client.AsJSON, "txt": client.AsText, "xml": client.AsJUnit, "md": client.AsMarkdown}
}

// written returns a writer of a report in a format.
func written[R any](r R, format client.Format, in func(R, client.Format) (string, error)) func(io.Writer) error {
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

// accountReport returns writers of the files about an account, by their names.
func (s *Sandbox) accountReport(a *account.Account) map[string]func(io.Writer) error {
	coverage := a.Coverage.Report(a.Settings().Answers)
	coverage.Account = a.Code
	files := map[string]func(io.Writer) error{
		journalFile:     s.writeCalls(a.Ring),
		"coverage.json": written(coverage, client.AsJSON, report.Coverage),
	}
	judged, err := s.verdict(a)
	for extension, format := range extensions() {
		if format != client.AsMarkdown {
			files["verdict."+extension] = func(w io.Writer) error { return errors.Join(err, written(judged, format, report.Verdict)(w)) }
		}
	}
	return files
}

// verdict returns the verdict of an account without expectations.
func (s *Sandbox) verdict(a *account.Account) (client.Verdict, error) {
	outcome, err := verify.Verifier{}.All(context.Background(), a.Ring, client.Expectations{}, 0)
	if err != nil {
		return client.Verdict{}, err
	}
	session := verdict.Of(a, client.VerdictRequest{}, outcome)
	session.Time = s.options.Wall()
	session.Line = func(e *journal.Entry) client.EntryLine { return e.MaskedLine(s.options.credentialHeaders()...) }
	return session.Verdict(), nil
}

// writeCalls returns a writer of the entries of a ring, oldest first, as lists show
// them.
func (s *Sandbox) writeCalls(ring *journal.Ring) func(io.Writer) error {
	return func(w io.Writer) error {
		entries, _ := ring.List(nil, 0, 0)
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		for _, e := range slices.Backward(entries) {
			if err := encoder.Encode(e.Masked(s.options.credentialHeaders()...)); err != nil {
				return err
			}
		}
		return nil
	}
}

// writeReport writes files into a folder. A failure at one does not keep the others
// from being written.
func writeReport(folder string, files map[string]func(io.Writer) error) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var faults []error
	for name, write := range files {
		faults = append(faults, writeWhole(filepath.Join(folder, name), write))
	}
	return errors.Join(faults...)
}

// writeWhole writes a file. It appears under its name when it is complete, so
// neither a full disk nor the end of the process leaves a part of it there.
func writeWhole(path string, write func(io.Writer) error) error {
	part, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	err = fill(part, write)
	if closed := part.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(part.Name(), path)
	}
	if err != nil {
		_ = os.Remove(part.Name())
	}
	return err
}

// fill writes a file. It is not synced, because syncing the files of many accounts takes
// longer than a container has to stop. Others than the user of the process may read it.
func fill(file *os.File, write func(io.Writer) error) error {
	buffered := bufio.NewWriterSize(file, 64<<10)
	if err := write(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return file.Chmod(0o644)
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
