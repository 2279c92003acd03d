package main

import "github.com/spf13/cobra"

// replacementOf returns the replacement of a flag or a command removed from c, "" for any other
// name.
func replacementOf(c *cobra.Command, what string) (use string) {
	switch c.CommandPath() + " " + what {
	case name + " reset --dry-run":
		use = "a reset has no preview: " + name + " snapshot take NAME first keeps a way back"
	case name + " bundle replay":
		use = "a bundle is not repeated: " + name + " bundle open FILE runs a sandbox with its account and shows its calls"
	case name + " bundle save --snapshot":
		use = "a bundle has all calls of the journal: reset the account before the calls that matter"
	}
	return use
}
