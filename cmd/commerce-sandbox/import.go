package main

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func importVerb() verb {
	var o client.Import
	kinds := []client.Kind{client.Orders, client.Campaigns, client.Customers, client.Subscriptions, client.Products, client.Partners}
	return verb{
		use: "import FILE...|-", short: "Add records of your own to an account, such as the exported page of a search",
		long: "Add records of your own to an account.\n\n" +
			"A file is JSON: a record of the interface, a list, a page as a search answers it, JSON Lines,\n" +
			"or an export as JSON. All records of a file are added or none, unless --keep-going is given.\n" +
			"What was read is what the sandbox serves, but the merchant code becomes the account's, and\n" +
			"personal data is replaced.",
		examples: []string{"import orders.json", "import --replace --account DEMO exports/*.json", "curl … | " + name + " import -"},
		needs:    "the files to import, such as orders.json, or - for stdin", args: []flag{{name: "file", many: true, complete: files}}, account: firstAccount,
		flags: []flag{
			{name: "kind", value: "KIND", usage: "kind of all records, such as orders; without it, each record says it by its names", set: to(&o.Kind, oneOf(kinds...)), complete: words(kinds...)},
			{name: "replace", usage: "replace the records of the account that have the same reference", set: to(&o.Replace, toggle)},
			{name: "lenient", usage: "note broken rules and links, which otherwise refuse the file", set: to(&o.Lenient, toggle)},
			{name: "keep-going", usage: "import the right records and list the others, with exit code 1", set: to(&o.KeepGoing, toggle)},
			{name: "shift-dates", usage: "move all dates of a file by the same number of days, so that what happened last\nlies in the 24 hours before the account's clock", set: to(&o.ShiftDates, toggle)},
			{name: "dry-run", usage: "say what would become of the records, and change nothing", set: to(&o.DryRun, toggle)},
			{name: "keep-personal-data", usage: "keep names, addresses and the like; the account then warns at every start", set: to(&o.KeepPersonalData, toggle)},
		},
		fetch:  withAccount(func(r *request, account *client.Account) (any, error) { return nil, ofFile(r.importFiles(account, o)) }),
		answer: client.Imported{}, text: outcome,
	}
}

// importFiles imports the files of the arguments, and says of each what became of its records.
func (r *request) importFiles(account *client.Account, o client.Import) error {
	var done []string
	var refused error
	for _, path := range r.args {
		imported, err := r.importFile(account, path, o)
		if o.KeepGoing && isRefusal(err) {
			refused = errors.Join(refused, err)
			continue
		}
		if err != nil && done != nil {
			err = fmt.Errorf("%w (imported before: %s)", err, strings.Join(done, ", "))
		}
		if err != nil {
			return errors.Join(refused, err)
		}
		r.words["path"], r.words["dry"] = path, o.DryRun
		if err := errors.Join(r.take(imported, nil), r.write()); err != nil {
			return err
		}
		refused = errors.Join(refused, refusedRecords(imported))
		done = append(done, path)
	}
	r.raw = nil // each is written
	return refused
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

// importFile imports one file, or stdin for "-".
func (r *request) importFile(account *client.Account, path string, o client.Import) (client.Imported, error) {
	file, err := openInput(path, r.InOrStdin())
	if err != nil {
		return client.Imported{}, err
	}
	defer file.Close()
	if path != fromStdin {
		o.File = filepath.ToSlash(path)
	}
	return account.Import(r.ctx, file, o)
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

// countsOf returns a line with the number of each kind: orders 2, customers 1; "" without any.
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
