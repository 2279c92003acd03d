package catalog

// CheckName names a check as the entries of the journal do.
type CheckName string

// The checks of a call, in their order. The last one stands for all checks of the
// operation itself: parameters and rules.
const (
	CredentialCheck CheckName = "credential" // the account too
	SessionCheck    CheckName = "session"
	AcceptCheck     CheckName = "accept"
	FeatureCheck    CheckName = "feature"
	OperationCheck  CheckName = "operation"
)

// Check is a check of a call and how the call ends when it fails.
type Check struct {
	Name    CheckName
	Outcome Outcome
}

// Checks returns the checks of the operation, in their order. A check with several
// failures has several rows.
func (op *Operation) Checks() []Check {
	var checks []Check
	for _, name := range []CheckName{CredentialCheck, SessionCheck, AcceptCheck, FeatureCheck, OperationCheck} {
		for _, o := range op.failures {
			if o.Code != InternalError && op.checkOf(o.Code) == name {
				checks = append(checks, Check{name, o})
			}
		}
	}
	return checks
}

// Concerns returns parameters; a call that ends with the code carries at least one of
// them. It returns none if every call of the operation can end so.
func (op *Operation) Concerns(code Code) []string {
	switch code {
	case InvalidPage:
		return []string{"Page"}
	case InvalidLimit:
		return []string{"Limit"}
	case InvalidPricingOption:
		return []string{"Items.PricingOptions.Code"}
	case InvalidParameter:
		var names []string
		for _, p := range op.Parameters() {
			if p.In == InQuery || p.In == InPath {
				names = append(names, p.Name)
			}
		}
		return names
	}
	return nil
}

// checkOf returns the check that fails with a code.
func (op *Operation) checkOf(code Code) CheckName {
	switch code {
	case AuthenticationError, AuthenticationFailed:
		return CredentialCheck
	case InvalidSession, SessionExpired:
		return SessionCheck
	case InvalidAcceptHeader:
		return AcceptCheck
	case Forbidden:
		if op.Protocol == SOAP {
			return SessionCheck
		}
		return FeatureCheck
	}
	return OperationCheck
}
