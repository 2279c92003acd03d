package control

import (
	"io"
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// World is a world that an account can start with, and its file.
type World struct {
	client.World
	Text string // in YAML
}

func (api *API) listWorlds(*request) (answer, error) {
	shown, err := api.ShownWorlds()
	if err != nil {
		return answer{}, err
	}
	rows := make([]client.World, len(shown))
	for i, w := range shown {
		rows[i] = w.World
	}
	return list("worlds", rows), nil
}

// showWorld answers the file of a world.
func (api *API) showWorld(r *request) (answer, error) {
	shown, err := api.ShownWorlds()
	if err != nil {
		return answer{}, err
	}
	var names []string
	for _, w := range shown {
		if names = append(names, w.Name); w.Name == r.param("name") {
			return answer{stream: func(to http.ResponseWriter, _ *http.Request) {
				to.Header().Set("Content-Type", string(yamlText))
				to.Header().Set("X-Content-Type-Options", "nosniff")
				_, _ = io.WriteString(to, w.Text) // an error means that the client went away
			}}, nil
		}
	}
	return answer{}, unknown("world", r.param("name"), names)
}
