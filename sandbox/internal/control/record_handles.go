package control

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/listing"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// handlePrefix makes the name of a handle an id: @order-refund.
const handlePrefix = "@"

// resolve returns the id of a record named by its id or a handle. A record whose id
// begins with the prefix is found too, unless a handle has the name.
func resolve(r *listing.Reader, of resource, id string) (string, error) {
	name, named := strings.CutPrefix(id, handlePrefix)
	if !named {
		return id, nil
	}
	handle, known, err := r.Tx.Handles().Get(name)
	if err != nil {
		return "", err
	}
	if known {
		return resolveHandle(r, of, name, handle)
	}
	if _, exists, _ := of.show(r, id); exists {
		return id, nil
	}
	return "", unknownHandle(r, name)
}

// resolveHandle returns the id of the record named by a handle.
func resolveHandle(r *listing.Reader, of resource, name string, handle record.Handle) (string, error) {
	found, has := handle.IDs[listing.IDName(of.Name)]
	if !has {
		return "", problem(http.StatusNotFound, "it has "+phrase.And(slices.Sorted(maps.Keys(handle.IDs))...),
			"handle %q names a record of kind %s, which has no %s", name, handle.Kind, listing.IDName(of.Name))
	}
	_, exists, err := of.show(r, found)
	if err == nil && !exists {
		err = problem(http.StatusNotFound, "a reset to the world brings it back", "%s %s, which handle %q names, was deleted", of.Name, found, name)
	}
	return found, err
}

// unknownHandle returns the error for an unknown name of a handle.
func unknownHandle(r *listing.Reader, name string) error {
	all, err := r.Tx.Handles().All()
	if err != nil {
		return err
	}
	return unknownName("handle", name, slices.Sorted(maps.Keys(all)))
}
