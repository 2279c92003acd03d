package main

import (
	"errors"
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// usage is an error of a command that was called wrongly, which only the sandbox can
// find out.
type usage struct{ error }

// asUsage returns a refusal of the sandbox as an error of usage, because a CI job
// must not take a wrong condition for one that is not true.
func asUsage(err error) error {
	var refused *client.Error
	if errors.As(err, &refused) && refused.Status == http.StatusBadRequest {
		return usage{err}
	}
	return err
}
