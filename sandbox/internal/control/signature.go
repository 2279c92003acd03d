package control

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// LoginFunc reads the claim in the envelope of a SOAP login. The error shows the fault of
// the envelope.
type LoginFunc func(envelope []byte) (credential.Claim, error)

// maxSignature is the longest signature to diagnose, in bytes.
const maxSignature = 64 << 10

// diagnoseSignature diagnoses the signature of the body. It keeps nothing.
func (api *API) diagnoseSignature(c *gin.Context) (answer, error) {
	var asked client.SignatureRequest
	if err := decode(c, &asked); err != nil {
		return answer{}, err
	}
	if err := checkSignatureRequest(asked); err != nil {
		return answer{}, err
	}
	d := gate.Diagnosed{Account: asked.Account, Secret: asked.Secret}
	if asked.At != "" {
		at, err := clock.ParseMoment(asked.At)
		if err != nil {
			return answer{}, badRequest(momentHint, "at: %v", err)
		}
		d.At = []time.Time{at}
	}
	if asked.Account != "" {
		if _, err := api.account(c, asked.Account); err != nil {
			return answer{}, err
		}
	}
	if asked.Call != "" {
		if err := api.recordedSignature(&asked, &d); err != nil {
			return answer{}, err
		}
	}
	found, err := api.diagnose(c, asked, d)
	return ok(found), err
}

// diagnose reads and verifies a signature. For a wrong one of a known account it adds calls
// with the right one, as programs make them.
func (api *API) diagnose(c *gin.Context, asked client.SignatureRequest, d gate.Diagnosed) (client.SignatureDiagnosis, error) {
	pasted, err := api.readSignature(asked)
	if err != nil {
		mistake := pasted.Mistake
		if r := (*credential.Refusal)(nil); errors.As(err, &r) {
			mistake = cmp.Or(r.Mistake, mistake)
		}
		return client.SignatureDiagnosis{Mistake: string(mistake), Message: err.Error(), Notes: pasted.Notes}, nil
	}
	d.Claim = pasted.Claim
	settings, err := api.Gate.Diagnose(d)
	found := diagnosis(d, pasted, settings, err)
	if _, known := api.Registry.Find(found.Account); !known && asked.Secret == "" {
		found.Expected = "" // nothing is, without an account
		if found.Valid {
			found.Message = strings.TrimSuffix(found.Message, ".") + "; a call with it opens the account."
		}
	}
	if settings == nil || found.Valid {
		return found, nil
	}
	sign := client.SignRequest{}
	if asked.Envelope != "" {
		sign.Protocol = client.SOAP
	}
	call, err := api.snippetOf(c, sign, settings)
	call.Code = cmp.Or(d.Account, d.Code)
	found.Corrected = new(snippetsOf(call))
	return found, err
}

func checkSignatureRequest(asked client.SignatureRequest) error {
	inParts := asked.Code != "" || asked.Date != "" || asked.Hash != ""
	forms := slices.DeleteFunc([]bool{asked.Header != "", asked.Envelope != "", asked.Call != "", inParts}, func(given bool) bool { return !given })
	size := len(asked.Header) + len(asked.Envelope) + len(asked.Code) + len(asked.Date) + len(asked.Hash) + len(asked.Algorithm)
	switch {
	case len(forms) != 1:
		return badRequest(`send {"header": …}, {"envelope": …}, {"call": …} or {"code": …, "date": …, "hash": …}`,
			"one of header, envelope, call and the parts is required, got %d of them", len(forms))
	case asked.Account != "" && asked.Secret != "":
		return badRequest("leave one of them out", "account and secret exclude each other")
	case size+len(asked.Secret) > maxSignature:
		return badRequest("send the signature alone", "a signature must have at most %d KiB", maxSignature>>10)
	}
	return nil
}

// readSignature reads the claim of a request in one of its three forms.
func (api *API) readSignature(asked client.SignatureRequest) (credential.Pasted, error) {
	switch {
	case asked.Header != "":
		return credential.ReadPasted(asked.Header, api.CredentialHeaders)
	case asked.Envelope != "":
		claim, err := api.Login([]byte(asked.Envelope))
		if err != nil {
			return credential.Pasted{}, err
		}
		return credential.Unwrap(claim)
	}
	return credential.Unwrap(credential.Claim{Code: asked.Code, Date: asked.Date, Hash: asked.Hash, Algo: asked.Algorithm})
}

// diagnosis says whether a claim would be admitted. settings verified it with the result
// err; they are nil for an unknown account.
func diagnosis(d gate.Diagnosed, pasted credential.Pasted, settings *account.Settings, err error) client.SignatureDiagnosis {
	found := client.SignatureDiagnosis{Code: d.Code, Date: d.Date, Algorithm: d.Algo, Given: d.Hash, Notes: pasted.Notes, Mistake: string(pasted.Mistake)}
	var wrong *credential.Refusal
	if errors.As(err, &wrong) {
		found.Message, found.Mistake = wrong.Message, cmp.Or(string(wrong.Mistake), found.Mistake)
	}
	if settings == nil {
		return found
	}
	found.Signed = credential.SignedString(d.Code, d.Date)
	if d.Secret == "" {
		found.Account = cmp.Or(d.Account, d.Code)
	}
	switch { // the right hash, and for a wrong one what the client hashed
	case wrong == nil || wrong.Kind == credential.Stale:
		found.Expected = strings.ToLower(d.Hash)
	case wrong.Kind == credential.Mismatch:
		found.Given, found.Expected, found.Made = wrong.Given, wrong.Expected, wrong.Made
	default:
		found.Expected = credential.Sign(cmp.Or(settings.Algorithm, credential.SHA256), d.Code, d.Date, settings.Secret)
	}
	switch {
	case err != nil:
	case pasted.Mistake != "":
		found.Message = "The hash and the date are right, but " + pasted.Wrong + "."
	case d.Account != "" && d.Account != d.Code:
		found.Mistake = string(credential.OtherSecret)
		found.Message = "The hash is right for the secret of account " + d.Account + ", but the code names another account; send the code of the account."
	default:
		found.Valid, found.Message = true, "The hash and the date are right."
	}
	return found
}

// recordedSignature reads the signature and the time of the recorded call named by a
// request.
func (api *API) recordedSignature(asked *client.SignatureRequest, d *gate.Diagnosed) error {
	e, err := api.entry(asked.Call)
	if err != nil {
		return err
	}
	switch header, envelope := api.credentialHeader(e.Request.Header), e.Request.Body; {
	case header != "":
		asked.Header = header
	case e.Operation == string(catalog.Login) && len(envelope) > 0 && !e.Request.Truncated:
		asked.Envelope = string(envelope)
	default:
		return badRequest("name a call with a credential header, or a SOAP login", "call %s has no signature, or the journal keeps it no longer", e.ID)
	}
	if d.At == nil {
		d.At = []time.Time{e.WallTime} // a call is checked on each clock
		if !e.AccountTime.IsZero() {
			d.At = append(d.At, e.AccountTime)
		}
	}
	return nil
}

// credentialHeader returns the first credential header among the fields, "" for none.
func (api *API) credentialHeader(fields client.Header) string {
	for _, name := range api.CredentialHeaders {
		if value := fields.Get(name); value != "" {
			return value
		}
	}
	return ""
}
