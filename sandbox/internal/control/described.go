package control

import (
	_ "embed" // for the document
	"encoding/json"

	"github.com/gin-gonic/gin"
)

// described is the OpenAPI document of this interface. A test makes it from the
// tables of routes and the types of package client.
//
//go:embed control.openapi.json
var described []byte

// showDescription shows the OpenAPI document of this interface.
func (api *API) showDescription(*gin.Context) (answer, error) {
	return api.keeper.answer("control.openapi.json", func() (any, error) { return json.RawMessage(described), nil })
}
