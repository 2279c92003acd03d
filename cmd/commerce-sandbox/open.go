package main

import (
	"fmt"
	"net/url"
	"os/exec"
	"runtime"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func openVerb() verb {
	return verb{
		use: "open [ID]", short: "Open the pages of an account, or of one call, in a browser; print the address where there is none",
		examples: []string{"open", "open DEMO-41", "open --print"}, plain: true,
		needs: "the id of a call, such as DEMO-41", args: []flag{{name: "id", optional: true}}, account: firstAccount,
		flags: []flag{{name: "print", usage: "print the address only", kind: value(toggle)}},
		fetch: withAccount(func(r *request, account *client.Account) (any, error) {
			page := r.url + "/ui/a/" + url.PathEscape(account.Code) + "/"
			if len(r.args) == 1 {
				page += "calls/" + url.PathEscape(r.args[0])
			}
			if _, err := fmt.Fprintln(r.program.stdout, page); err != nil || r.in["print"] == true {
				return nil, err
			}
			openBrowser(page)
			return nil, nil
		}),
	}
}

// openBrowser gives an address, http or https as --url checked, to the system's
// program for addresses: as one argument, without a shell. Without a program or a browser,
// the address is printed at least.
func openBrowser(page string) {
	opener, args := "xdg-open", []string{page}
	switch runtime.GOOS {
	case "darwin":
		opener = "open"
	case "windows":
		opener, args = "rundll32", []string{"url.dll,FileProtocolHandler", page}
	}
	if command := exec.Command(opener, args...); command.Start() == nil {
		_ = command.Process.Release()
	}
}
