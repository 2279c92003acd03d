package sandbox

import (
	"errors"
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// Worlds returns the shipped worlds, by name. It needs no running sandbox.
func Worlds() ([]client.World, error) {
	shown, err := shippedWorlds(&worlds.Library{})
	rows := make([]client.World, len(shown))
	for i, w := range shown {
		rows[i] = w.World
	}
	return rows, err
}

// WorldText returns the file of a shipped world, in YAML. The error of an unknown
// name lists the known ones.
func WorldText(name string) (string, error) {
	shown, err := shippedWorlds(&worlds.Library{})
	for _, w := range shown {
		if w.Name == name {
			return w.Text, err
		}
	}
	return "", errors.Join(err, fmt.Errorf("unknown world %q; %s", name, phrase.Suggest(name, worlds.Names())))
}

// StarterWorld returns a world file to begin with, with an entry of every kind and
// comments.
func StarterWorld() string { return string(worlds.Starter()) }

// WorldSchema returns the JSON Schema of world files.
func WorldSchema() string { return string(worlds.Schema()) }

func shippedWorlds(library *worlds.Library) ([]control.World, error) {
	var shown []control.World
	for _, name := range worlds.Names() {
		w, err := library.Load(name)
		if err != nil {
			return nil, err
		}
		shown = append(shown, shownWorld(client.World{Name: name, Source: client.ShippedWorld}, w))
	}
	return shown, nil
}

// shownWorld returns a world as the control interface shows it.
func shownWorld(row client.World, w *worlds.World) control.World {
	c := w.Contents()
	row.Summary, row.Orders, row.Customers, row.Campaigns = c.Summary, c.Orders, c.Customers, c.Campaigns
	row.Products, row.Partners, row.Handles = c.Products, c.Partners, c.Handles
	return control.World{World: row, Text: c.Text, Named: w.Handles()}
}

// ownWorldName is the name of the sandbox's own world file.
const ownWorldName = "own"

// shownWorlds returns the possible worlds of an account: the shipped ones, and the
// sandbox's own file if there is one.
func shownWorlds(library *worlds.Library, own string) ([]control.World, error) {
	shown, err := shippedWorlds(library)
	if err != nil || slices.Contains(worlds.Names(), own) {
		return shown, err
	}
	w, err := library.Load(own)
	if err != nil {
		return nil, err
	}
	return append(shown, shownWorld(client.World{Name: ownWorldName, Source: client.OwnWorld, Path: own}, w)), nil
}
