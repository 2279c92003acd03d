package worlds

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/fixtures"
)

// schemaFile is generated from the types of a world file by a test, which fails
// when the file is stale.
const schemaFile = "world.schema.json"

// Schema returns the JSON Schema of world files, for editors.
func Schema() []byte {
	text, err := fixtures.Files.ReadFile(schemaFile)
	if err != nil {
		panic(fmt.Sprintf("the embedded schema cannot be read: %v", err))
	}
	return text
}
