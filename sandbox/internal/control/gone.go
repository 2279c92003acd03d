package control

import (
	"strings"

	"github.com/gin-gonic/gin"
)

// gone returns what to use in place of a name that the body or the query of a route does
// not have any more, "" for any other name.
func gone(c *gin.Context, name string) (use string) {
	switch strings.TrimSuffix(c.FullPath(), "/") + " " + name {
	case base + "/accounts/:code/reset dry_run":
		use = "a reset has no preview: PUT " + base + "/accounts/{code}/snapshots/NAME first keeps a way back"
	case base + "/accounts/:code/bundle snapshot":
		use = "a bundle has all calls of the journal: POST " + base + "/accounts/{code}/reset before the calls that matter"
	}
	return use
}
