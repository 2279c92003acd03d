package catalog

import "strings"

// ReservedInputs returns the inputs of a call that can name a scenario by the value
// sandbox:NAME, and the others.
func ReservedInputs() (inputs, not []string) {
	return []string{
			"each parameter of the path and the query, and each value of a list",
			"each text of a JSON body, at any depth",
			"each element of a SOAP call, sessionID and the arguments of login among them",
			"code, date, hash and algo of the credential header",
			"Accept",
		}, []string{
			"all other headers: use X-Sandbox-Scenario",
			"names of members and elements, and attributes",
			"a text of which sandbox:NAME is only a part",
			"a body that cannot be read or is too large",
		}
}

// FailureScenario returns the name of the shipped scenario for the operation and the
// code, such as customer-orders-forbidden.
func FailureScenario(operation OperationID, code Code) string {
	return string(operation) + "-" + strings.ReplaceAll(strings.ToLower(string(code)), "_", "-")
}
