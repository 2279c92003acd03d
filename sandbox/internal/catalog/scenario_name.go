package catalog

import "strings"

// FailureScenario returns the name of the scenario that ships in which the
// operation fails with the code, such as customer-orders-forbidden.
func FailureScenario(operation OperationID, code Code) string {
	return string(operation) + "-" + strings.ReplaceAll(strings.ToLower(string(code)), "_", "-")
}
