package control

import (
	"fmt"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// request is one request of the control interface.
type request struct {
	*http.Request
	params gin.Params
}

// param returns a parameter of the path.
func (r *request) param(name string) string { return r.params.ByName(name) }

// account returns the account that the path names.
func (i *API) account(r *request) (*account.Account, error) {
	return i.accountOf(r.param("code"))
}

// accountOf returns the account of a code.
func (i *API) accountOf(code string) (*account.Account, error) {
	if a, known := i.Registry.Find(code); known {
		return a, nil
	}
	var codes []string
	for _, a := range i.Registry.All() {
		codes = append(codes, a.Code)
	}
	return nil, unknown("account", code, codes)
}

// text returns the body, up to the cap of a JSON body.
func (r *request) text() ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, catalog.MaxJSONBody+1))
	switch {
	case err != nil:
		return nil, refuse(http.StatusBadRequest, "send it again", "the body broke off: %v", err)
	case len(body) > catalog.MaxJSONBody:
		return nil, refuse(http.StatusRequestEntityTooLarge, fmt.Sprintf("send at most %d MiB", catalog.MaxJSONBody>>20), "the body is too large")
	}
	return body, nil
}
