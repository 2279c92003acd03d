package control

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// importQuery is the query of the routes for imports.
func importQuery() []queryName {
	return []queryName{
		{"kind", "the kind of all records, such as orders; without it, each says it by its names"},
		{"dry_run", "true to change nothing"},
		{"replace", "true to replace the records of the account that have the same reference"},
		{"lenient", "true to note a broken rule or link, which otherwise refuses the records"},
		{"keep_going", "true to import the right records and to list the others, which otherwise refuse all"},
		{"shift_dates", "true to move all dates by the same number of days, so that what happened last lies in the 24 hours before the account's clock"},
		{"anonymize", "false to keep personal data"},
		{"file", "the name of the file, which faults begin with"},
	}
}

// importRecords takes records of the kind named by the query or the records.
func (api *API) importRecords(c *gin.Context, a *account.Account) (done answer, err error) {
	asked, err := readImportRequest(c)
	if err != nil {
		return answer{}, err
	}
	text, err := api.readImport(c)
	if err != nil {
		return answer{}, err
	}
	defer func() { err = errors.Join(err, text.close()) }()
	imported, err := api.importInTurn(c, a, asked, text)
	if err != nil {
		return answer{}, err
	}
	done = ok(imported)
	if !asked.dryRun {
		done.status = http.StatusCreated
	}
	return done, nil
}

// importRequest is the query of an import.
type importRequest struct {
	kind       transfer.Kind
	policy     transfer.Policy // GoOn imports the right records
	shiftDates bool
	anonymize  bool
	file       string
	dryRun     bool
}

// errDryRun undoes a trial of an import.
var errDryRun = errors.New("a dry run changes nothing")

func readImportRequest(c *gin.Context) (asked importRequest, err error) {
	asked = importRequest{file: phrase.Shorten(c.Query("file"), 200), anonymize: true}
	for _, flag := range []struct {
		name string
		is   *bool
	}{{"replace", &asked.policy.Replace}, {"lenient", &asked.policy.Lenient}, {"keep_going", &asked.policy.GoOn},
		{"shift_dates", &asked.shiftDates}, {"anonymize", &asked.anonymize}, {"dry_run", &asked.dryRun}} {
		if *flag.is, err = queryFlag(c, flag.name, *flag.is); err != nil {
			return asked, err
		}
	}
	asked.kind, err = queryWord(c, "kind", transfer.Kinds()...)
	return asked, err
}

// importInTurn writes the records of a text into the account when there is room for another import: all
// of them or none, or only the right ones.
func (api *API) importInTurn(c *gin.Context, a *account.Account, asked importRequest, text *importText) (imported client.Imported, err error) {
	if text.spool != nil { // one at a time, because it takes minutes, and others add fragments meanwhile
		end, err := api.long.await(c.Request.Context())
		if err != nil {
			return client.Imported{}, err
		}
		defer end()
	}
	end, err := api.adding.take(c.Request.Context())
	if err != nil {
		return client.Imported{}, err
	}
	defer end()
	source := transfer.Source{File: asked.file, Text: text.bytes, Kind: asked.kind, Merchant: a.Code}
	if asked.policy.GoOn {
		source.Refusals = &transfer.Refusals{}
	}
	for again := true; again; again = source.Refusals.Take(err) {
		imported, err = api.importOnce(c.Request.Context(), a, asked, source)
	}
	if err != nil {
		return imported, importError(err)
	}
	if r := source.Refusals; r != nil {
		imported.Refused, imported.Faults, imported.MoreFaults = byText(r.Counts), shownFaults(r.Faults), r.More
	}
	return imported, nil
}

// importOnce writes the records not yet refused, all of them or none, with their dates moved and their
// personal data replaced as asked. It undoes a dry run.
func (api *API) importOnce(ctx context.Context, a *account.Account, asked importRequest, source transfer.Source) (client.Imported, error) {
	run := api.Anonymize.Run()
	read, err := transfer.Read(source)
	if err != nil {
		return client.Imported{}, err
	}
	days := 0
	if asked.shiftDates {
		days = read.DaysTo(a.Clock.Now())
	}
	var personal transfer.Anonymizer
	if asked.anonymize {
		personal = run
	}
	if err := read.Prepare(days, personal); err != nil {
		return client.Imported{}, err
	}
	var o *transfer.Outcome
	err = a.Import(ctx, account.Personal(!asked.anonymize && !asked.dryRun), read.Bytes(), func(tx commerce.Tx, now time.Time) (err error) {
		policy := asked.policy
		policy.Now, policy.Progress = now, api.importProgress(a.Code)
		o, err = read.Add(tx, policy)
		if err == nil && asked.dryRun {
			err = errDryRun
		}
		return err
	})
	if err != nil && !errors.Is(err, errDryRun) {
		return client.Imported{}, err
	}
	shown := client.Imported{
		Created: byText(o.Created), Replaced: byText(o.Replaced), Implied: byText(o.Implied), LeftOut: byText(o.LeftOut),
		Refused: map[string]int{}, Faults: []client.Fault{}, Notes: append([]string{}, o.Notes...), MoreNotes: o.More,
		PersonalData: !asked.anonymize, Anonymized: byText(run.Counts()),
	}
	if asked.shiftDates {
		shown.ShiftedBy = strconv.Itoa(days) + "d"
	}
	return shown, nil
}

// progressStep is how many imported records are between two lines of the log, some seconds
// of work.
const progressStep = 20_000

// importProgress logs how far a long import into an account is.
func (api *API) importProgress(code string) func(added, all int) {
	logged := 0
	return func(added, all int) {
		if added >= logged+progressStep {
			logged = added
			api.Log.Info("importing", slog.String("account", code), slog.String("records", fmt.Sprintf("%d of %d", added, all)))
		}
	}
}

// importError returns the control interface's error for records that cannot be imported.
func importError(err error) error {
	var taken *transfer.TakenError
	var faulty *transfer.Error
	switch {
	case errors.As(err, &taken):
		return conflict("nothing was imported; ?replace=true, or import --replace, replaces those of the account", "%v", taken)
	case errors.As(err, &faulty):
		hint := "nothing was imported; correct what is named"
		if faulty.Lenient {
			hint += ", or import with ?lenient=true, or --lenient, to note broken rules and links"
		}
		return &client.Error{Status: http.StatusBadRequest, Text: faulty.Error(), Hint: hint, Faults: shownFaults(faulty.Faults)}
	}
	return err
}

func shownFaults(faults []transfer.Fault) []client.Fault {
	shown := make([]client.Fault, len(faults))
	for i, f := range faults {
		shown[i] = client.Fault{Line: f.Line, Column: f.Column, Message: f.Error()}
	}
	return shown
}
