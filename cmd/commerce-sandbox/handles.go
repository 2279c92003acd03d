package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// handlesCmd is the command handles with its flags.
type handlesCmd struct {
	remote
	format format
}

func (p *program) handles() *cobra.Command {
	h := &handlesCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "handles [NAME]",
		GroupID: groupRemote,
		Short:   "List the names that the world of an account gives to records, with their ids, or show one",
		Example: examples(name+" handles", name+" handles order-refund --account DEMO --format json"),
		Args:    atMostOne("the name of a handle"),
		RunE:    h.run,
	}
	h.define(c, h.accountFlag(firstAccount), formatFlag(&h.format))
	return c
}

func (h *handlesCmd) run(c *cobra.Command, args []string) error {
	account, err := h.account(c.Context())
	if err != nil {
		return err
	}
	handles, err := account.Handles(c.Context())
	if err != nil {
		return err
	}
	if handles, err = selectHandles(handles, args); err != nil {
		return err
	}
	return h.write(handles)
}

func (h *handlesCmd) write(handles map[string]client.Handle) error {
	if h.format == asJSON {
		return h.program.writeJSON(flat(handles))
	}
	var t table
	t.add("HANDLE", "KIND", "IDS")
	for _, handle := range slices.Sorted(maps.Keys(handles)) {
		t.add(handle, handles[handle].Kind, shownIDs(handles[handle].IDs))
	}
	return t.write(h.program.stdout)
}

// selectHandles returns the handle of a name only, or all handles without one.
func selectHandles(handles map[string]client.Handle, names []string) (map[string]client.Handle, error) {
	if len(names) == 0 {
		return handles, nil
	}
	if found, known := handles[names[0]]; known {
		return map[string]client.Handle{names[0]: found}, nil
	}
	if near := sandbox.Nearest(names[0], slices.Sorted(maps.Keys(handles))); len(near) > 0 {
		return nil, fmt.Errorf("unknown handle %q; did you mean %s?", names[0], strings.Join(near, " or "))
	}
	return nil, fmt.Errorf("unknown handle %q; %s handles lists all", names[0], name)
}

// flat returns the handles in the shape of the control interface.
func flat(handles map[string]client.Handle) map[string]map[string]string {
	shown := make(map[string]map[string]string, len(handles))
	for handle, of := range handles {
		shown[handle] = map[string]string{"kind": of.Kind}
		maps.Copy(shown[handle], of.IDs)
	}
	return shown
}

func shownIDs(ids map[string]string) string {
	var shown []string
	for _, name := range slices.Sorted(maps.Keys(ids)) {
		shown = append(shown, name+"="+ids[name])
	}
	return strings.Join(shown, " ")
}
