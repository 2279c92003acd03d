package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// variablePrefix begins the name of every variable for a flag.
const variablePrefix = "SANDBOX_"

// commercePrefix begins the names of the variables set by run for clients.
const commercePrefix = "COMMERCE_"

// environment returns the variables of the program and of clients by name, without the
// empty ones, because many tools cannot leave a variable out.
func environment(environ []string) map[string]string {
	variables := map[string]string{}
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		if (strings.HasPrefix(name, variablePrefix) || strings.HasPrefix(name, commercePrefix)) && value != "" {
			variables[name] = value
		}
	}
	return variables
}

// warn reports variables unknown to every command. Names are near without the prefix of all.
func (p *program) warn(root *cobra.Command) {
	known := variables(root)
	for _, variable := range slices.Sorted(maps.Keys(p.environment)) {
		bare, ours := strings.CutPrefix(variable, variablePrefix)
		if !ours || slices.Contains(known, bare) || isServiceLink(variable, p.environment[variable]) {
			continue
		}
		hint := ""
		if near := sandbox.Nearest(bare, known); len(near) > 0 {
			hint = "; did you mean " + variablePrefix + near[0] + "?"
		}
		fmt.Fprintf(p.stderr, "%s: warning: unknown environment variable %s%s\n", name, variable, hint)
	}
}

// variables returns the variables of c and the commands below it, without their prefix.
func variables(c *cobra.Command) []string {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if v, ok := f.Value.(*values); ok && v.flag.variable {
			names = append(names, strings.TrimPrefix(v.flag.variableName(), variablePrefix))
		}
	})
	for _, below := range c.Commands() {
		names = append(names, variables(below)...)
	}
	return names
}

// serviceLink matches the names of variables set by Kubernetes and Docker.
var serviceLink = regexp.MustCompile(`_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$|^SANDBOX_(.+_)?ENV_`)

// isServiceLink reports whether a container engine set the variable: Kubernetes
// describes a service with the name sandbox, or sandbox-…, to every container
// by such variables, and Docker a linked container.
func isServiceLink(variable, value string) bool {
	return serviceLink.MatchString(variable) ||
		strings.HasSuffix(variable, "_PORT") && strings.Contains(value, "://") ||
		strings.HasSuffix(variable, "_NAME") && strings.HasPrefix(value, "/")
}
