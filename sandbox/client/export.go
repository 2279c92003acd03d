package client

import (
	"context"
	"io"
	"net/http"
	"strconv"
)

// ExportFormat is how an account is exported.
type ExportFormat string

// The formats of an export.
const (
	ExportWorld ExportFormat = "world" // a world file for the same records
	ExportJSON  ExportFormat = "json"  // one JSON object
)

// ExportFormats returns all formats, the default first.
func ExportFormats() []ExportFormat { return []ExportFormat{ExportWorld, ExportJSON} }

// Export writes all records of the account to w, from one state of them: orders with
// their forms, subscriptions, customers, campaigns, products, partners, settings,
// handles and running numbers. The error is io.ErrUnexpectedEOF when w did not get all
// of them.
func (a *Account) Export(ctx context.Context, format ExportFormat, w io.Writer) error {
	return a.client.download(ctx, with(a.at("export"), "format", format), w)
}

// Form returns the bytes of form n, from 1, of the forms uploaded to an order. The
// reference may be a handle.
func (a *Account) Form(ctx context.Context, reference string, n int) ([]byte, error) {
	response, err := a.client.Send(ctx, http.MethodGet, a.at(string(Orders), reference, "forms", strconv.Itoa(n)), nil)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return io.ReadAll(response.Body)
}
