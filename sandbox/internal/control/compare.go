package control

import (
	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/difference"
)

// compareRequests compares the answers to two recorded calls.
func (api *API) compareRequests(c *gin.Context) (answer, error) {
	var asked client.Compare
	if err := decode(c, &asked); err != nil {
		return answer{}, err
	}
	if asked.A == "" || asked.B == "" {
		return answer{}, badRequest(`send {"a": "DEMO-1", "b": "DEMO-2"}`, "a and b are required: the ids of two calls")
	}
	a, err := api.entry(asked.A)
	if err != nil {
		return answer{}, err
	}
	b, err := api.entry(asked.B)
	if err != nil {
		return answer{}, err
	}
	return ok(difference.Calls(*a.View(), *b.View())), nil
}
