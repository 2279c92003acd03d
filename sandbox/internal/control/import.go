package control

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// importQuery is the query of the routes that take records.
func importQuery() []queryName {
	return []queryName{
		{"replace", "true to replace the records of the account that have the same reference"},
		{"lenient", "true to note a broken rule or link, which otherwise refuses the records"},
		{"anonymize", "false to keep personal data"},
		{"file", "the name of the file, which faults begin with"},
	}
}

// importing returns the handler that takes records of a kind, or with "" of those
// that the query or the records name.
func (api *API) importing(kind transfer.Kind) accountHandler {
	return func(c *gin.Context, a *account.Account) (answer, error) {
		asked, err := readImportRequest(c, kind)
		if err != nil {
			return answer{}, err
		}
		end, err := api.takeTurn(c.Request.Context())
		if err != nil {
			return answer{}, err
		}
		defer end()
		text, err := bodyTextOf(c, transfer.MaxBytes)
		if err != nil {
			return answer{}, err
		}
		imported, err := api.importRecords(c, a, asked, text)
		if err != nil {
			return answer{}, importError(err)
		}
		done := ok(imported)
		done.status = http.StatusCreated
		return done, nil
	}
}

// importRequest is what the query of an import says.
type importRequest struct {
	kind      transfer.Kind
	policy    transfer.Policy
	anonymize bool
	file      string
}

func readImportRequest(c *gin.Context, kind transfer.Kind) (importRequest, error) {
	asked := importRequest{kind: kind, file: phrase.Shorten(c.Query("file"), 200), anonymize: true}
	for _, flag := range []struct {
		name string
		is   *bool
	}{{"replace", &asked.policy.Replace}, {"lenient", &asked.policy.Lenient}, {"anonymize", &asked.anonymize}} {
		switch text := c.Query(flag.name); text {
		case "true", "false":
			*flag.is = text == "true"
		case "":
		default:
			return asked, badRequest("without it, it is "+fmt.Sprint(*flag.is), "%s must be true or false, got %q", flag.name, text)
		}
	}
	if given := transfer.Kind(c.Query("kind")); given != "" {
		if !slices.Contains(transfer.Kinds(), given) {
			return asked, unknownValue("kind", string(given), catalog.Words(transfer.Kinds()))
		}
		asked.kind = given
	}
	return asked, nil
}

// importRecords writes the records of a text into the account, all of them or none.
func (api *API) importRecords(c *gin.Context, a *account.Account, asked importRequest, text []byte) (client.Imported, error) {
	source := transfer.Source{File: asked.file, Text: text, Kind: asked.kind, Merchant: a.Code}
	run := api.Anonymize.Run()
	if asked.anonymize {
		source.Personal = run
	}
	batch, err := transfer.Parse(source)
	if err != nil {
		return client.Imported{}, err
	}
	var outcome *transfer.Outcome
	err = a.Import(c.Request.Context(), account.Personal(!asked.anonymize), batch.Bytes(), func(tx commerce.Tx, now time.Time) (err error) {
		policy := asked.policy
		policy.Now = now
		outcome, err = batch.Add(tx, policy)
		return err
	})
	if err != nil {
		return client.Imported{}, err
	}
	shown := client.Imported{
		Created: counts(outcome.Created), Replaced: counts(outcome.Replaced), Implied: counts(outcome.Implied), LeftOut: counts(outcome.LeftOut),
		PersonalData: !asked.anonymize, Anonymized: counts(run.Counts()), Notes: append([]string{}, outcome.Notes...), MoreNotes: outcome.More,
	}
	return shown, nil
}

func counts[K ~string](of map[K]int) map[string]int {
	shown := map[string]int{}
	for kind, n := range of {
		shown[string(kind)] = n
	}
	return shown
}

// importError returns the error that the control interface shows for records that
// cannot be imported.
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
		shown := &client.Error{Status: http.StatusBadRequest, Text: faulty.Error(), Hint: hint}
		for _, f := range faulty.Faults {
			shown.Faults = append(shown.Faults, client.Fault{Line: f.Line, Column: f.Column, Message: f.Error()})
		}
		return shown
	}
	return err
}
