package main

import "github.com/spf13/cobra"

// gone returns what to use in place of a flag or a command that c does not have any more,
// "" for any other name.
func gone(c *cobra.Command, what string) (use string) {
	switch c.CommandPath() + " " + what {
	case name + " reset --dry-run":
		use = "a reset has no preview: " + name + " snapshot take NAME first keeps a way back"
	}
	return use
}
