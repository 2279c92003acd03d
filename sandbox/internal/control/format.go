package control

import (
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// formatOf returns the format of the query, one of the route's formats, JSON without one.
func formatOf(c *gin.Context, formats ...client.Format) (client.Format, error) {
	switch format := client.Format(c.Query("format")); {
	case format == "":
		return client.AsJSON, nil
	case slices.Contains(formats, format):
		return format, nil
	default:
		return "", unknownValue("format", string(format), wordsOf(formats))
	}
}

// answerIn answers a report in a format.
func answerIn[R any](report R, format client.Format, in func(R, client.Format) (string, error)) (answer, error) {
	kinds := map[client.Format]mediaType{client.AsText: plain, client.AsMarkdown: markdown, client.AsJUnit: "application/xml; charset=utf-8"}
	if format == client.AsJSON {
		return ok(report), nil
	}
	text, err := in(report, format)
	return textAnswer(kinds[format], text), err
}

// wordsOf returns words of a closed set as texts.
func wordsOf[T ~string](words []T) []string {
	texts := make([]string, len(words))
	for n, word := range words {
		texts[n] = string(word)
	}
	return texts
}
