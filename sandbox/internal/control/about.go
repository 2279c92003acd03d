package control

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// showAbout describes the sandbox and its addresses.
func (api *API) showAbout(c *gin.Context) (answer, error) {
	origin, kept := api.origin(c), api.Journal.Limits()
	return ok(client.About{
		Instance: api.Events.Instance, Version: api.Version, Started: api.Events.Started, First: api.first(c),
		Last: api.Events.ID(api.Events.End().Last),
		Addresses: client.Addresses{
			Control: api.controlAddress(c) + base + "/", REST: origin + api.REST, SOAP: origin + api.SOAP, WSDL: origin + api.SOAP + "?wsdl",
		},
		Limits: client.AboutLimits{
			Accounts: api.Registry.Max(), Snapshots: account.MaxSnapshots, Scenarios: maxOwnScenarios, Streams: maxStreams,
			JournalEntries: kept.Entries, JournalBody: kept.Body, JournalAccountBytes: kept.Account, JournalBytes: kept.Total,
		},
		Faults: api.Gate.Faults.Summary(), DroppedLines: api.DroppedLines(),
	}), nil
}

// showCertificate shows the self-signed certificate. It is public: every client
// gets it when it connects.
func (api *API) showCertificate(*gin.Context) (answer, error) {
	if api.Certificate == nil {
		return answer{}, problem(http.StatusNotFound, "start the sandbox with --tls self-signed", "the sandbox has no self-signed certificate")
	}
	return textAnswer(pemText, string(api.Certificate)), nil
}
