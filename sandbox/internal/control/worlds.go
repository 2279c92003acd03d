package control

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/gin-gonic/gin"
)

// World is a world that an account can start with, and its file.
type World struct {
	client.World
	Text  string   // in YAML
	Named []string // handles
}

func (api *API) listWorlds(*gin.Context) (answer, error) {
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
func (api *API) showWorld(c *gin.Context) (answer, error) {
	shown, err := api.ShownWorlds()
	if err != nil {
		return answer{}, err
	}
	var names []string
	for _, w := range shown {
		if names = append(names, w.Name); w.Name == c.Param("name") {
			return textAnswer(yamlText, w.Text), nil
		}
	}
	return answer{}, unknownName("world", c.Param("name"), names)
}
