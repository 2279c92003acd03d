package client

import "context"

// Operation is an operation of the interface.
type Operation struct {
	ID       string `json:"id"`       // such as search-orders
	Protocol string `json:"protocol"` // rest or soap
	Section  string `json:"section"`  // of the interface's documentation
	Summary  string `json:"summary"`
}

// Operations lists the operations of the interface.
func (c *Client) Operations(ctx context.Context) ([]Operation, error) {
	var catalog struct{ Operations []Operation }
	err := c.get(ctx, at("catalog"), &catalog)
	return catalog.Operations, err
}
