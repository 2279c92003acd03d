package worlds

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/fixtures"
)

// schemaFile is generated from the types of a world file by a test. The test fails
// when the file is stale.
const schemaFile = "world.schema.json"

// Schema returns the JSON Schema of world files, for editors.
func Schema() []byte { return readEmbedded(schemaFile) }

// Starter returns a world file to begin with, with an entry of every kind and
// comments.
func Starter() []byte { return readEmbedded("starter.yaml") }

func readEmbedded(file string) []byte {
	text, err := fixtures.Files.ReadFile(file)
	if err != nil {
		panic(fmt.Sprintf("the embedded file %s cannot be read: %v", file, err))
	}
	return text
}
