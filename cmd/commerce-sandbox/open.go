package main

import (
	"fmt"
	"net/url"
	"os/exec"
	"runtime"

	"github.com/spf13/cobra"
)

// openCmd is the command open with its flags.
type openCmd struct {
	remote
	print bool
}

func (p *program) open() *cobra.Command {
	o := &openCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:               "open [ID]",
		GroupID:           groupRemote,
		Short:             "Open the pages of an account, or of one call, in a browser; print the address where there is none",
		Example:           examples(name+" open", name+" open DEMO-41", name+" open --print"),
		Args:              atMostOne("the id of a call, such as DEMO-41"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              o.run,
	}
	o.define(c, o.accountFlag(firstAccount), flag{name: "print", usage: "print the address only", set: toggle(&o.print)})
	return c
}

func (o *openCmd) run(c *cobra.Command, args []string) error {
	account, err := o.account(c.Context())
	if err != nil {
		return err
	}
	page := o.url + "/ui/a/" + url.PathEscape(account.Code) + "/"
	if len(args) == 1 {
		page += "calls/" + url.PathEscape(args[0])
	}
	if _, err := fmt.Fprintln(o.program.stdout, page); err != nil || o.print {
		return err
	}
	_ = openBrowser(page) // the address is printed, whether there is a browser or not
	return nil
}

// openBrowser gives an address, http or https as --url checked, to the system's
// program for addresses: as one argument, without a shell.
func openBrowser(page string) error {
	opener, args := "xdg-open", []string{page}
	switch runtime.GOOS {
	case "darwin":
		opener = "open"
	case "windows":
		opener, args = "rundll32", []string{"url.dll,FileProtocolHandler", page}
	}
	path, err := exec.LookPath(opener)
	if err != nil {
		return err
	}
	command := exec.Command(path, args...)
	if err := command.Start(); err != nil {
		return err
	}
	return command.Process.Release()
}
