package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// world is the parent of the commands about worlds. By itself it lists.
func (p *program) world() *cobra.Command {
	c := p.worldList()
	c.Use, c.GroupID = "world", groupLocal
	c.Short = "List the worlds that ship, show one, begin one of your own"
	c.Long = c.Short + ".\nWithout a command it lists. check checks a world file."
	c.AddCommand(p.worldList(), p.worldShow(), p.worldNew(), p.worldSchema())
	return c
}

func (p *program) worldList() *cobra.Command {
	var shown format
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the worlds that ship",
		Example: examples(name+" world list", name+" world list --format json"),
		RunE:    func(*cobra.Command, []string) error { return p.listWorlds(shown) },
	}
	define(c, formatFlag(&shown))
	return c
}

func (p *program) listWorlds(shown format) error {
	rows, err := sandbox.Worlds()
	if err != nil {
		return err
	}
	if shown != asText {
		return p.print(shown, map[string]any{"worlds": rows, "total": len(rows)})
	}
	var t table
	t.add("NAME", "ORDERS", "CUSTOMERS", "CAMPAIGNS", "HANDLES", "SUMMARY")
	for _, w := range rows {
		t.add(w.Name, strconv.Itoa(w.Orders), strconv.Itoa(w.Customers), strconv.Itoa(w.Campaigns), strconv.Itoa(w.Handles), w.Summary)
	}
	return t.write(p.stdout)
}

func (p *program) worldShow() *cobra.Command {
	return &cobra.Command{
		Use:               "show NAME",
		Short:             "Show the file of a world that ships",
		Example:           examples(name+" world show default", name+" world show paging > world.yaml"),
		Args:              oneArgument("the name of a world that ships, such as default"),
		ValidArgsFunction: firstArgument(shippedWorlds),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := sandbox.WorldText(args[0])
			if err == nil {
				_, err = io.WriteString(p.stdout, text)
			}
			return err
		},
	}
}

// shippedWorlds completes the name of a shipped world.
func shippedWorlds(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var found []cobra.Completion
	rows, _ := sandbox.Worlds() // a test loads them all
	for _, w := range rows {
		found = append(found, cobra.CompletionWithDesc(w.Name, w.Summary))
	}
	return found, cobra.ShellCompDirectiveNoFileComp
}

func (p *program) worldNew() *cobra.Command {
	return &cobra.Command{
		Use:               "new [FILE]",
		Short:             "Print a world file to begin with, or write it to a new file",
		Example:           examples(name+" world new world.yaml", name+" world new > world.yaml"),
		Args:              atMostOne("the file to write, such as world.yaml"),
		ValidArgsFunction: firstArgument(files),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				_, err := io.WriteString(p.stdout, sandbox.StarterWorld())
				return err
			}
			return p.writeNew(args[0], sandbox.StarterWorld())
		},
	}
}

// writeNew writes a new file.
func (p *program) writeNew(path, content string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists; name a new file", path)
	}
	if err != nil {
		return err
	}
	if _, err := file.WriteString(content); err != nil {
		return errors.Join(err, file.Close())
	}
	if err := file.Close(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s is written; start with it: %s --world %s\n", path, name, path)
	return err
}

func (p *program) worldSchema() *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON Schema of world files, for editors",
		Example: examples(name + " world schema > world.schema.json"),
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(p.stdout, sandbox.WorldSchema())
			return err
		},
	}
}
