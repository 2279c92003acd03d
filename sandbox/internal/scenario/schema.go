package scenario

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/scenarios"
)

// schemaFile is generated from the types of a scenario file by a test. It fails
// when the file is stale.
const schemaFile = "scenario.schema.json"

// Schema returns the JSON Schema of scenario files, for editors.
func Schema() []byte {
	text, err := scenarios.Files.ReadFile(schemaFile)
	if err != nil {
		panic(fmt.Sprintf("the embedded schema cannot be read: %v", err))
	}
	return text
}
