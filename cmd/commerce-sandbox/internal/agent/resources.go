package agent

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// scheme begins the addresses of all resources.
const scheme = "sandbox://"

// The media types of the resources.
const (
	jsonText = "application/json"
	yamlText = "application/yaml"
	markdown = "text/markdown"
)

// kindOfResource is a kind of resources: an index, and one resource for each name.
type kindOfResource struct {
	name    string // in the address
	one     string
	media   string // of one
	summary string
	names   func(context.Context) ([]named, error)
	read    func(context.Context, string) (any, error) // a text is shown as it is
}

// named is a resource in an index.
type named struct {
	Name    string `json:"name"`
	Title   string `json:"title,omitempty"`
	Summary string `json:"summary"`
}

// library is the resources of a sandbox.
type library struct{ Options }

func (l *library) resourceKinds() []kindOfResource {
	return []kindOfResource{
		{"guide", "page", markdown, "the guide of the sandbox", l.pages, func(ctx context.Context, name string) (any, error) { return l.Client.GuideText(ctx, name) }},
		{"operations", "operation", jsonText, "the operations of the commerce interface", l.operations, l.operation},
		{"questions", "question", jsonText, "what the documentation of the interface leaves open", l.questions, l.question},
		{"scenarios", "scenario", yamlText, "named misbehaviour that an account can activate", l.scenarios, l.scenario},
	}
}

// addTo adds an index and a template for each kind. The single resources of the
// guide and of the operations are listed too, when a sandbox answers.
func (l *library) addTo(server *mcp.Server) {
	for _, k := range l.resourceKinds() {
		server.AddResource(&mcp.Resource{URI: scheme + k.name, Name: k.name, MIMEType: jsonText, Description: "list of " + k.summary}, l.index(k))
		server.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: scheme + k.name + "/{name}", Name: k.one, MIMEType: k.media, Description: "one of " + k.summary}, l.one(k))
	}
	server.AddReceivingMiddleware(l.list)
}

// list adds the pages of the guide and the operations to the last page of the list of
// resources. The other kinds are long; their indexes list them.
func (l *library) list(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, request)
		found, is := result.(*mcp.ListResourcesResult)
		if err != nil || !is || found.NextCursor != "" {
			return result, err
		}
		for _, k := range l.resourceKinds()[:2] {
			names, err := k.names(ctx)
			if err != nil {
				return result, nil // the indexes are there without a sandbox, too
			}
			for _, n := range names {
				found.Resources = append(found.Resources, &mcp.Resource{URI: scheme + k.name + "/" + url.PathEscape(n.Name), Name: n.Name, Title: n.Title, MIMEType: k.media, Description: n.Summary})
			}
		}
		return result, nil
	}
}

// index reads the index of a kind.
func (l *library) index(k kindOfResource) mcp.ResourceHandler {
	return func(ctx context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		names, err := k.names(ctx)
		if err != nil {
			return nil, l.problem(request.Params.URI, err)
		}
		text, err := encode(map[string]any{k.name: names, "total": len(names), "read": scheme + k.name + "/{name}"})
		return contents(jsonText, text), err
	}
}

// one reads a resource of a kind.
func (l *library) one(k kindOfResource) mcp.ResourceHandler {
	return func(ctx context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		name, err := url.PathUnescape(strings.TrimPrefix(request.Params.URI, scheme+k.name+"/"))
		if err != nil {
			return nil, mcp.ResourceNotFoundError(request.Params.URI)
		}
		found, err := k.read(ctx, name)
		if err != nil {
			return nil, l.problem(request.Params.URI, err)
		}
		if text, is := found.(string); is {
			return contents(k.media, text), nil
		}
		text, err := encode(found)
		return contents(k.media, text), err
	}
}

func contents(media, text string) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{MIMEType: media, Text: visible(text)}}}
}

// problem returns the error of the protocol for an error of the sandbox. An unknown
// name is a missing resource, with the nearest names.
func (l *library) problem(uri string, err error) error {
	var answered *client.Error
	if errors.As(err, &answered) && answered.Status == http.StatusNotFound {
		missing := mcp.ResourceNotFoundError(uri)
		var coded *jsonrpc.Error
		if errors.As(missing, &coded) {
			return &jsonrpc.Error{Code: coded.Code, Message: answered.Error(), Data: coded.Data}
		}
		return missing
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: (&session{Options: l.Options}).explain(err).Error()}
}

func (l *library) pages(ctx context.Context) (found []named, err error) {
	all, err := l.Client.Guide(ctx)
	for _, p := range all {
		found = append(found, named{p.Name, p.Title, p.Summary})
	}
	return found, err
}

func (l *library) operations(ctx context.Context) (found []named, err error) {
	all, err := l.Client.Operations(ctx)
	for _, o := range all {
		found = append(found, named{o.ID, "", rowOf(o).Call + ": " + o.Summary})
	}
	return found, err
}

func (l *library) operation(ctx context.Context, id string) (any, error) {
	found, err := l.Client.Operation(ctx, id)
	return describedOperation(found), err
}

func (l *library) questions(ctx context.Context) (found []named, err error) {
	all, err := l.Client.Questions(ctx)
	for _, q := range all {
		found = append(found, named{q.ID, "", q.Question})
	}
	return found, err
}

func (l *library) question(ctx context.Context, id string) (any, error) {
	all, err := l.Client.Questions(ctx)
	for _, q := range all {
		if q.ID == id {
			return q, nil
		}
	}
	if err == nil {
		err = &client.Error{Status: http.StatusNotFound, Text: fmt.Sprintf("unknown open question %q", id), Hint: "sandbox://questions lists them"}
	}
	return nil, err
}

func (l *library) scenarios(ctx context.Context) (found []named, err error) {
	all, err := l.Client.Scenarios(ctx)
	for _, s := range all {
		found = append(found, named{s.Name, "", s.Summary})
	}
	return found, err
}

func (l *library) scenario(ctx context.Context, name string) (any, error) {
	found, err := l.Client.Scenario(ctx, name)
	return found.YAML, err
}

// maxCompleted is how many values a completion may have (the protocol's limit).
const maxCompleted = 100

// complete completes the name in the address of a resource. Without a sandbox it
// completes nothing.
func (l *library) complete(ctx context.Context, request *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	values := []string{}
	if ref := request.Params.Ref; ref != nil && ref.Type == "ref/resource" {
		for _, k := range l.resourceKinds() {
			if ref.URI != scheme+k.name+"/{name}" {
				continue
			}
			names, _ := k.names(ctx) // none when no sandbox answers
			for _, n := range names {
				if strings.HasPrefix(n.Name, request.Params.Argument.Value) {
					values = append(values, n.Name)
				}
			}
		}
	}
	shown := values[:min(len(values), maxCompleted)]
	return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: shown, Total: len(values), HasMore: len(shown) < len(values)}}, nil
}
