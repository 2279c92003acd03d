package control

import (
	"fmt"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// GuidePage is a page of the guide.
type GuidePage struct {
	client.GuidePage
	Text string // Markdown
}

func (api *API) listGuide(*gin.Context) (answer, error) {
	pages, err := api.Guide()
	rows := make([]client.GuidePage, len(pages))
	for i, p := range pages {
		rows[i] = p.GuidePage
	}
	return list("pages", rows), err
}

// showGuidePage answers a page as Markdown. Its relative links lead to the other
// pages.
func (api *API) showGuidePage(c *gin.Context) (answer, error) {
	pages, err := api.Guide()
	if err != nil {
		return answer{}, err
	}
	var names []string
	for _, p := range pages {
		if names = append(names, p.Name); p.Name == c.Param("page") {
			return textAnswer(markdown, p.Text), nil
		}
	}
	return answer{}, unknownName("page", c.Param("page"), names)
}

// showLLMs answers the first page for language models: a title, a summary, and links with
// a line each (llmstxt.org).
func (api *API) showLLMs(c *gin.Context) (answer, error) {
	pages, err := api.Guide()
	if err != nil {
		return answer{}, err
	}
	var text strings.Builder
	text.WriteString("# commerce-sandbox\n\n" +
		"> A local sandbox of a commerce interface, over REST and SOAP. It keeps real state, fails on demand, and explains every answer.\n\n" +
		"The commerce interface is below " + api.REST + "/ and at " + api.SOAP + "; what shows and changes the sandbox itself is below " + base + "/. " +
		"`commerce-sandbox mcp` offers the same as tools of the Model Context Protocol.\n")
	root := api.controlAddress(c) + base
	section := func(title string) { fmt.Fprintf(&text, "\n## %s\n\n", title) }
	line := func(title, path, summary string) {
		fmt.Fprintf(&text, "- [%s](%s%s): %s\n", title, root, path, summary)
	}
	section("Guide")
	for _, p := range pages {
		line(p.Title, "/guide/"+p.Name, p.Summary)
	}
	section("Interfaces")
	line("Routes", "/", "every route of the control interface with its query")
	line("Operations", "/catalog", "the commerce interface as data: operations, parameters, outcomes, limits, features, error codes")
	line("Open questions", "/questions", "what the interface leaves open, and the answers that an account can choose")
	line("Scenarios", "/scenarios", "named misbehaviour that an account can activate")
	line("REST", "/openapi.json", "OpenAPI document of the REST operations")
	line("Control interface", "/control.openapi.json", "OpenAPI document of everything below "+base+"/")
	section("Optional")
	line("Scenario files", "/scenario.schema.json", "JSON Schema")
	line("World files", "/world.schema.json", "JSON Schema")
	return textAnswer(plain, text.String()), nil
}
