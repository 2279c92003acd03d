package main

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// importCmd is the command import with its flags.
type importCmd struct {
	remote
	format  format
	options client.Import
}

func (p *program) importRecords() *cobra.Command {
	i := &importCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "import FILE...|-",
		GroupID: groupRemote,
		Short:   "Add records of your own to an account, such as the exported page of a search",
		Long: "Add records of your own to an account.\n\n" +
			"A file is JSON: a record of the interface, a list, a page as a search answers it, JSON Lines,\n" +
			"or an export as JSON. All records of a file are added or none, unless --keep-going is given.\n" +
			"What was read is what the sandbox serves, but the merchant code becomes the account's, and\n" +
			"personal data is replaced.",
		Example:           examples(name+" import orders.json", name+" import --replace --account DEMO exports/*.json", "curl … | "+name+" import -"),
		Args:              someFiles("import needs the files to import, such as orders.json, or - for stdin"),
		ValidArgsFunction: files,
		RunE:              i.run,
	}
	i.addFlags(c)
	return c
}

func (i *importCmd) addFlags(c *cobra.Command) {
	kinds := []client.Kind{client.Orders, client.Campaigns, client.Customers, client.Subscriptions, client.Products, client.Partners}
	i.define(c, i.accountFlag(firstAccount),
		flag{name: "kind", value: "KIND", usage: "kind of all records, such as orders; without it, each record says it by its names", set: oneOf(&i.options.Kind, kinds...), complete: words(kinds...)},
		flag{name: "replace", usage: "replace the records of the account that have the same reference", set: toggle(&i.options.Replace)},
		flag{name: "lenient", usage: "note broken rules and links, which otherwise refuse the file", set: toggle(&i.options.Lenient)},
		flag{name: "keep-going", usage: "import the right records and list the others, with exit code 1", set: toggle(&i.options.KeepGoing)},
		flag{name: "shift-dates", usage: "move all dates of a file by the same number of days, so that what happened last\nlies in the 24 hours before the account's clock", set: toggle(&i.options.ShiftDates)},
		flag{name: "dry-run", usage: "say what would become of the records, and change nothing", set: toggle(&i.options.DryRun)},
		flag{name: "keep-personal-data", usage: "keep names, addresses and the like; the account then warns at every start", set: toggle(&i.options.KeepPersonalData)},
		formatFlag(&i.format))
}

// someFiles requires one file or more; needed is the error for none.
func someFiles(needed string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return errors.New(needed)
		}
		return nil
	}
}

func (i *importCmd) run(c *cobra.Command, paths []string) error {
	account, err := i.account(c.Context())
	if err != nil {
		return err
	}
	var done []string
	var refused error
	for _, path := range paths {
		imported, err := i.file(c, account, path)
		if i.options.KeepGoing && isRefusal(err) {
			refused = errors.Join(refused, err)
			continue
		}
		if err != nil {
			return ofFile(errors.Join(refused, afterOthers(err, done)))
		}
		if err := i.print(path, account.Code, imported); err != nil {
			return err
		}
		refused = errors.Join(refused, refusedRecords(imported))
		done = append(done, path)
	}
	return ofFile(refused)
}

// isRefusal reports whether a file was refused, and the next one may not be.
func isRefusal(err error) bool {
	var answer *client.Error
	return errors.As(err, &answer) && answer.Status == http.StatusBadRequest
}

// refusedRecords returns an error with the faults of the refused records, nil for none.
func refusedRecords(imported client.Imported) error {
	n := 0
	for _, of := range imported.Refused {
		n += of
	}
	if n == 0 {
		return nil
	}
	var lines []string
	for _, f := range imported.Faults {
		lines = append(lines, f.Message)
	}
	if imported.MoreFaults > 0 {
		lines = append(lines, "and "+count(imported.MoreFaults, "further fault"))
	}
	return fmt.Errorf("%s; refused %s, imported the others", strings.Join(lines, "\n"), count(n, "record"))
}

// afterOthers adds the files imported before a failed one to its error.
func afterOthers(err error, done []string) error {
	if len(done) == 0 {
		return err
	}
	return fmt.Errorf("%w (imported before: %s)", err, strings.Join(done, ", "))
}

// file imports one file.
func (i *importCmd) file(c *cobra.Command, account *client.Account, path string) (client.Imported, error) {
	options := i.options
	if path == "-" {
		return account.Import(c.Context(), c.InOrStdin(), options)
	}
	file, err := os.Open(path)
	if err != nil {
		return client.Imported{}, err
	}
	defer file.Close()
	options.File = filepath.ToSlash(path)
	return account.Import(c.Context(), file, options)
}

// outcome is the template of what became of the records of a file.
const outcome = `{{in "path"}}: {{if in "dry"}}would be imported{{else}}imported{{end}} into account {{in "account"}}
{{counts "created" .created}}{{counts "replaced" .replaced}}{{counts "implied" .implied}}{{counts "left out" .left_out}}{{counts "refused" .refused}}
{{- with .shifted_by}}  all dates were moved by {{.}}
{{end}}{{if .personal_data}}  personal data was kept; the account warns at every start
{{else}}{{counts "anonymous" .anonymized}}{{end}}
{{- range .notes}}  note: {{.}}
{{end}}{{with .more_notes}}  and {{count . "further note"}}
{{end}}`

// print says what became of the records of a file.
func (i *importCmd) print(path, code string, imported client.Imported) error {
	if i.format != asText {
		return i.program.print(i.format, imported)
	}
	r := request{remote: i.remote, format: i.format, verb: verb{text: outcome, answer: imported}, words: map[string]any{"path": path, "dry": i.options.DryRun, "account": code}}
	if err := r.take(imported, nil); err != nil {
		return err
	}
	return r.write()
}

// countsOf returns a line with how many there are of each kind: orders 2, customers 1. It is
// "" without any.
func countsOf(what string, counts map[string]any) string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		if n, is := counts[kind].(int64); is && n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", strings.ReplaceAll(kind, "_", " "), n))
		}
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("  %-12s%s\n", what, strings.Join(parts, ", "))
}
