package sandbox

import (
	"context"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/bundle"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
)

// SnapshotOfBundle is the name of the snapshot of an account as its bundle has it.
const SnapshotOfBundle = "bundle"

// CheckBundle reads a bundle file, checks all of it and returns its content.
func CheckBundle(ctx context.Context, path string) (client.BundleInfo, error) {
	b, err := bundle.Open(ctx, path)
	if err != nil {
		return client.BundleInfo{}, err
	}
	return b.Manifest, b.Close()
}

// withBundle opens the bundle of the options, and returns the options with the bundle's
// decisions. The bundle is nil without one.
func (o Options) withBundle() (*bundle.Bundle, Options, error) {
	if o.Bundle == "" {
		return nil, o, nil
	}
	b, err := bundle.Open(context.Background(), o.Bundle)
	if err != nil {
		return nil, o, err
	}
	o.VendorCode, o.AuthHeaders = b.Manifest.Account, slices.Clone(o.AuthHeaders)
	for _, name := range b.State.AuthHeaders {
		if !slices.Contains(rest.CredentialHeaders(), name) {
			o.AuthHeaders = append(o.AuthHeaders, name)
		}
	}
	return b, o, nil
}
