package conn

import "context"

// portKey is the key of the account whose port a request arrived at.
type portKey struct{}

// WithPort returns a context of requests that arrive at the port of an account.
func WithPort(ctx context.Context, code string) context.Context {
	return context.WithValue(ctx, portKey{}, code)
}

// AccountOfPort returns the vendor code of the account at whose port a request arrived, "" for
// the address of all.
func AccountOfPort(ctx context.Context) string {
	code, _ := ctx.Value(portKey{}).(string)
	return code
}
