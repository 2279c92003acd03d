package client

import (
	"context"
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/coverage"
)

// Coverage returns which outcomes were met over all accounts since the sandbox
// started, deleted accounts included.
func (c *Client) Coverage(ctx context.Context) (coverage.Report, error) {
	var report coverage.Report
	err := c.get(ctx, at("coverage"), &report)
	return report, err
}

// ClearCoverage counts all outcomes from zero again.
func (c *Client) ClearCoverage(ctx context.Context) error {
	return c.call(ctx, http.MethodDelete, at("coverage"), nil, nil)
}

// Coverage returns which outcomes the calls of the account met since it was
// opened or the sandbox started, resets or not.
func (a *Account) Coverage(ctx context.Context) (coverage.Report, error) {
	var report coverage.Report
	err := a.client.get(ctx, a.at("coverage"), &report)
	return report, err
}
