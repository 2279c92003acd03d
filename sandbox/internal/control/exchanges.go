package control

import (
	"io/fs"
	"path"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// exchanges returns the recorded stories of an operation by name. Each is a file
// OPERATION/NAME.http with its subject in the first line.
func (api *API) exchanges(of catalog.OperationID) ([]client.Exchange, error) {
	rows := []client.Exchange{}
	files, err := fs.Glob(api.Exchanges, string(of)+"/*.http")
	for _, file := range files {
		text, err := fs.ReadFile(api.Exchanges, file)
		if err != nil {
			return nil, err
		}
		summary, _, _ := strings.Cut(string(text), "\n")
		rows = append(rows, client.Exchange{
			Name: strings.TrimSuffix(path.Base(file), ".http"), Summary: strings.TrimPrefix(summary, "# "), Text: string(text),
		})
	}
	return rows, err
}
