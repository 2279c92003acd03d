// Package web holds what the sandbox shows in a browser: at present the pages
// of the guide, as Markdown. Each page has one title and answers in its first
// lines what its reader came for; links between pages are relative, so that
// they hold on a code host and in the browser alike.
//
// Serving and rendering the pages is left to others.
package web

import "embed"

// Files are the pages of the guide, guide/NAME.md.
//
//go:embed guide/*.md
var Files embed.FS
