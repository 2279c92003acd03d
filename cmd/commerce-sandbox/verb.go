package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// verb is a command as a row: its inputs, what it sends to a running sandbox, and how the
// answer looks. One engine does the rest for all of them: it reads the inputs, finds the
// sandbox and the account, sends, and writes the answer as --format says. A command that
// writes by itself has fetch, which returns nil then.
type verb struct {
	use, short, long string
	group            string   // of the help, "" for that of the verbs with a sandbox, or without one
	local            bool     // it needs no sandbox
	callsProtocols   bool     // its --url is that of the protocols
	plain            bool     // it has no --format, or one of its own
	examples         []string // with or without the name of the program
	needs            string   // what its arguments are, such as "the name of a snapshot"
	account          string   // the account without --account, "" for a verb of the whole sandbox

	args, flags []flag                         // an input is sent under its name, in the path, the query or the body
	check       func(*request, []string) error // of arguments and address, in place of reach
	prepare     func(*request) error           // checks and completes the inputs
	send        string                         // method and path, with inputs in braces: PUT /accounts/{account}/clock
	then        string                         // what to read for the answer afterwards, "" for the answer itself
	fetch       func(*request) (any, error)    // makes the answer in place of send; nil when it has written it

	answer  any             // zero value of the answer; of one without a body, named
	text    string          // template of the answer
	notes   string          // template of what goes to stderr beside a text
	formats []client.Format // further formats of its report
	untrue  string          // template of why the command fails although it was answered, in place of what fetch says

	dryRun  any    // zero value of the answer with --dry-run, if it is another one
	dryText string // template of it

	below []verb
}

// named is an answer that a sandbox gives without a body: inputs, under names.
type named map[string]string

// listOf is the zero value of an answer with rows under their plural, and with their number.
type listOf struct {
	plural string
	row    any // its zero value
}

// request is a call of a verb.
type request struct {
	remote
	verb
	*cobra.Command
	ctx    context.Context
	args   []string
	in     map[string]any // to be sent
	words  map[string]any // for the templates alone
	format client.Format
	raw    json.RawMessage                     // the answer
	report func(client.Format) (string, error) // its report in a format, nil for a verb with a text
	why    error                               // why the command fails although it was answered; beside untrue
}

// parent returns a verb that does by itself what the first one below it does.
func parent(use, short, more string, below ...verb) verb {
	v := below[0]
	v.use, v.short, v.below = use, short, below
	if more != "" {
		v.long = short + ".\n" + more
	}
	return v
}

// verb returns the command of a row.
func (p *program) verb(v verb) *cobra.Command {
	c := &cobra.Command{Use: v.use, Short: v.short, Long: v.long, GroupID: v.group}
	r := &request{remote: p.remote(), verb: v, Command: c, in: map[string]any{}, words: map[string]any{}}
	r.remote.protocols = v.callsProtocols
	var lines []string
	for _, example := range v.examples {
		if !strings.Contains(example, name+" ") {
			example = name + " " + example
		}
		lines = append(lines, example)
	}
	if lines != nil {
		c.Example = examples(lines...)
	}
	switch {
	case v.send == "" && v.fetch == nil:
		c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	case v.local:
		c.Args, c.RunE = r.readArgs, r.run
		define(c, r.inputs()...)
	default:
		if r.check == nil {
			r.check = (*request).reach
		}
		c.Args, c.RunE = func(_ *cobra.Command, args []string) error { return r.check(r, args) }, r.run
		define(c, append(r.inputs(), r.urlFlag(), r.tokenFlag())...)
	}
	if n := len(v.args); n > 0 && v.args[0].complete != nil {
		if c.ValidArgsFunction = v.args[0].complete; n > 1 || !v.args[0].many {
			c.ValidArgsFunction = firstArgument(v.args[0].complete)
		}
	}
	for _, below := range v.below {
		c.AddCommand(p.verb(below))
	}
	return c
}

// reach reads the arguments, and finds the sandbox.
func (r *request) reach(args []string) error {
	return errors.Join(r.readArgs(r.Command, args), r.findURL(), r.keepToken())
}

// inputs returns the flags, which put what they are given where it is sent from.
func (r *request) inputs() []flag {
	var flags []flag
	if r.verb.account != "" {
		flags = append(flags, r.accountFlag(r.verb.account))
	}
	for _, f := range r.verb.flags {
		switch {
		case f.name == accountArgument.name:
			f.set = to(&r.code, text)
		case f.set == nil:
			as := cmp.Or(f.sent, strings.ReplaceAll(f.name, "-", "_"))
			f.set = func(given string) error { return f.keep(r.in, as, given) }
		}
		flags = append(flags, f)
	}
	if r.plain {
		return flags
	}
	return append(flags, formatFlag(&r.format, r.formats...))
}

// placeholders are the arguments in the use of a command.
var placeholders = regexp.MustCompile(`[A-Z]+(=[A-Z]+)?`)

// readArgs reads the arguments. Those in brackets may be absent, and the last one may be many.
func (r *request) readArgs(c *cobra.Command, args []string) error {
	path, all := pathOf(c), r.verb.args
	least, many := 0, len(all) > 0 && all[len(all)-1].many
	for _, a := range all {
		if !a.optional {
			least++
		}
	}
	switch {
	case len(all) == 0:
		return noArguments(c, args)
	case len(args) < least, len(args) > len(all) && !many && least > 0:
		return fmt.Errorf("%s needs %s, got %q", path, r.needs, strings.Join(args, " "))
	case len(args) > len(all) && !many:
		return fmt.Errorf("%s takes %s, got %q", path, r.needs, strings.Join(args, " "))
	}
	if len(args) == 1 && all[0].name == accountArgument.name {
		if r.code != "" && r.code != args[0] {
			return fmt.Errorf("give the account once, got %s and --account %s", args[0], r.code)
		}
		r.code = args[0]
		return nil
	}
	var faults []error
	words := placeholders.FindAllString(r.use, -1)
	for n, given := range args {
		at := min(n, len(all)-1)
		if err := all[at].keep(r.in, all[at].name, given); err != nil {
			word := strings.ToUpper(all[at].name)
			if at < len(words) { // a choice in place of it has none
				word = words[at]
			}
			faults = append(faults, fmt.Errorf("%s %w", word, err))
		}
	}
	return errors.Join(faults...)
}

func (r *request) run(c *cobra.Command, args []string) error {
	r.ctx, r.args = c.Context(), args
	if r.dryRun != nil && r.in["dry_run"] == true {
		r.answer, r.text = r.dryRun, r.dryText
	}
	if r.prepare != nil {
		if err := r.prepare(r); err != nil {
			return err
		}
	}
	if err := checkTemplate(r.format, r.answer); err != nil {
		return usage{err}
	}
	fetch := r.fetch
	if fetch == nil {
		fetch = (*request).sendAll
	}
	if err := r.take(fetch(r)); err != nil || r.raw == nil {
		return err
	}
	return r.write()
}

// account returns the account of the command, without a code the first one.
func (r *request) account() (account *client.Account, err error) {
	if account = r.client().Account(r.code); r.code == "" {
		account, err = r.client().First(r.ctx)
	}
	if err == nil {
		r.code, r.words["account"] = account.Code, account.Code
	}
	return account, err
}

// withAccount returns a fetch that begins with the account of the command.
func withAccount(fetch func(*request, *client.Account) (any, error)) func(*request) (any, error) {
	return func(r *request) (any, error) {
		account, err := r.account()
		if err != nil {
			return nil, err
		}
		return fetch(r, account)
	}
}

// input returns an input, or a word for the templates.
func (r *request) input(name string) (any, error) {
	if value, is := r.in[name]; is {
		return value, nil
	}
	if word, is := r.words[name]; is {
		return word, nil
	}
	return nil, fmt.Errorf("no input %q", name)
}

// sendAll sends the inputs, and keeps the answer. It returns one that has no body.
func (r *request) sendAll() (any, error) {
	err := r.sendTo(r.send, r.in)
	if err == nil && r.then != "" {
		err = r.sendTo(r.then, nil)
	}
	names, is := r.answer.(named)
	if !is || err != nil {
		return nil, err
	}
	said := map[string]any{}
	for as, input := range names {
		said[as], _ = r.input(input) // an argument or the account, which are there
	}
	return said, nil
}

// braces are the inputs in the path of a route.
var braces = regexp.MustCompile(`\{[a-z]+\}`)

// sendTo sends inputs to a route: those that its path does not have in the query of a GET or
// a DELETE, otherwise in the body.
func (r *request) sendTo(route string, in map[string]any) error {
	method, path, _ := strings.Cut(route, " ")
	if strings.Contains(path, "{account}") {
		if _, err := r.account(); err != nil {
			return err
		}
	}
	in = maps.Clone(in)
	path = braces.ReplaceAllStringFunc(path, func(input string) string {
		input = strings.Trim(input, "{}")
		delete(in, input)
		value, _ := r.input(input) // a test fills every path
		return url.PathEscape(fmt.Sprint(value))
	})
	var body any
	switch {
	case len(in) == 0:
	case method == http.MethodGet || method == http.MethodDelete:
		query := url.Values{}
		for input, value := range in {
			query.Set(input, fmt.Sprint(value))
		}
		path += "?" + query.Encode()
	default:
		body = in
	}
	answer, err := r.client().Send(r.ctx, method, path, body)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	r.raw, err = io.ReadAll(answer.Body)
	return err
}

// take keeps a value as the answer, unless it is nil.
func (r *request) take(value any, err error) error {
	if err == nil && value != nil {
		r.raw, err = encodeJSON(value)
	}
	return err
}

// write writes the answer in the format of the command.
func (r *request) write() error {
	p := r.program
	data, err := answerData(r.raw, r.answer)
	if err != nil {
		return err
	}
	switch {
	case r.report != nil && !isTemplate(r.format):
		var made string
		if made, err = r.report(r.format); err == nil {
			_, err = io.WriteString(p.stdout, made)
		}
	case r.format == client.AsText:
		if err = r.writeText(p.stdout, r.text, data); err == nil {
			err = r.writeText(p.stderr, r.notes, data)
		}
	case r.format == client.AsJSON:
		var laid bytes.Buffer
		if err := json.Indent(&laid, bytes.TrimSpace(r.raw), "", "  "); err != nil {
			return err
		}
		_, err = fmt.Fprintln(p.stdout, laid.String())
	default:
		err = p.writeAs(r.format, data)
	}
	if err != nil || r.untrue == "" {
		return cmp.Or(err, r.why)
	}
	why, err := r.render(r.untrue, data)
	if err == nil && why != "" {
		err = errors.New(why)
	}
	return err
}

// writeText writes a text of the row, in aligned columns if it has any.
func (r *request) writeText(out io.Writer, text string, data any) error {
	made, err := r.render(text, data)
	if err != nil {
		return err
	}
	if !strings.Contains(text, "\t") {
		_, err = io.WriteString(out, sandbox.Visible(made))
		return err
	}
	return writeTable(out, made)
}

// render makes a text of a row from an answer. The function in returns an input.
func (r *request) render(text string, data any) (string, error) {
	t, err := parseTemplate(text, map[string]any{
		"in":     r.input,
		"fields": func() ([][2]string, error) { return flattenRecord(r.raw) },
	})
	var made strings.Builder
	if err == nil {
		err = t.Execute(&made, data)
	}
	return made.String(), err
}
