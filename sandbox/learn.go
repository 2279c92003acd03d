package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/bundle"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/learn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transcript"
)

// Learn says which answers to open questions recordings of the service show, and what its
// answers have that the sandbox's have not. headers are the names of the credential header
// beside the two known ones, and answers are the sandbox's, without the default ones. Nothing is
// kept, and no value of a record is in what it returns.
func Learn(recordings []client.Recording, headers []string, answers map[string]string) client.Learned {
	return learn.Learn(recordings, learn.Options{CredentialHeaders: Options{AuthHeaders: headers}.credentialHeaders(), Answers: answers, WSDL: soap.WSDL(soap.RPC, ""), OpenAPI: func(answers map[string]string) ([]byte, error) {
		given := catalog.Answers{}
		for id, answer := range answers {
			var err error
			if given, err = given.With(catalog.QuestionID(id), answer); err != nil {
				return nil, err
			}
		}
		d := openapi.Document{Server: rest.Base, Account: "DEMO", CredentialHeaders: rest.CredentialHeaders(), Answers: given, ForGenerators: true}
		for _, op := range operations() {
			if op.rest != nil {
				row, _ := catalog.Find(op.id)
				d.Operations = append(d.Operations, openapi.Operation{Row: row, Reads: op.shown.Reads, Answers: op.shown.Answers})
			}
		}
		return d.JSON()
	}})
}

// OpenRecording opens a recording in a file, which may be a bundle: its calls are read as an
// HTTP Archive. The caller closes it.
func OpenRecording(ctx context.Context, path string) (io.ReadCloser, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	head := make([]byte, len(zipStart))
	n, _ := file.ReadAt(head, 0) // a shorter file or another one than a regular one is no bundle
	if string(head[:n]) != zipStart {
		return file, nil
	}
	b, err := bundle.Open(ctx, path)
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	r, w := io.Pipe()
	calls := func(yield func(client.Entry) bool) {
		for call, err := range b.Calls() {
			if err != nil {
				w.CloseWithError(err) // the reader gets it in place of the end of the archive
				return
			}
			if !yield(call) {
				return
			}
		}
	}
	go func() {
		err := transcript.Archive{Version: version(), Origin: "http://localhost", Calls: calls}.Write(w)
		w.CloseWithError(errors.Join(err, b.Close()))
	}()
	return r, nil
}

const zipStart = "PK\x03\x04"

// LearnedText returns what was learned in a format: text, json, markdown or junit.
func LearnedText(l client.Learned, format client.Format) (string, error) {
	return report.Recordings(l, format)
}

// learn learns from one recording, as the control interface does.
func (o Options) learn(name string, recording io.Reader, answers map[string]string) client.Learned {
	return Learn([]client.Recording{{Name: name, Text: recording}}, o.AuthHeaders, answers)
}

var assumeLine = regexp.MustCompile(`^assume:[ \t]*(#.*)?$`)

// AnswerProject returns the text of a project's file with other answers to open questions. All
// else stays as it is written, comments too. The error says when the answers are written in
// another way than one in a line.
func AnswerProject(text string, answers map[string]string) (string, error) {
	lines := strings.Split(text, "\n")
	if last := len(lines) - 1; lines[last] == "" {
		lines = lines[:last]
	}
	first := slices.IndexFunc(lines, assumeLine.MatchString) + 1
	if first == 0 {
		lines = append(lines, "assume:")
		first = len(lines)
	}
	end, indent := first, "  "
	for i, line := range lines[first:] {
		text := strings.TrimLeft(line, " ")
		if text == line && line != "" {
			break
		}
		if text != "" {
			end, indent = first+i+1, line[:len(line)-len(text)]
		}
	}
	for _, id := range slices.Sorted(maps.Keys(answers)) {
		line := regexp.MustCompile(`^( +["']?` + regexp.QuoteMeta(id) + `["']?[ \t]*:[ \t]*)("[^"]*"|'[^']*'|[^#\s]+)`)
		value := fmt.Sprintf("%q", answers[id])
		if at := slices.IndexFunc(lines[first:end], line.MatchString); at >= 0 {
			lines[first+at] = line.ReplaceAllString(lines[first+at], "${1}"+value)
		} else {
			lines = slices.Insert(lines, end, indent+id+": "+value)
			end++
		}
	}
	answered := strings.Join(lines, "\n") + "\n"
	p, err := ReadProject([]byte(answered))
	for id, answer := range answers {
		if err == nil && p.Answers[id] != answer {
			err = fmt.Errorf("%s is written in another way than one answer in a line; write %s: %q there", "assume", id, answer)
		}
	}
	return answered, err
}
