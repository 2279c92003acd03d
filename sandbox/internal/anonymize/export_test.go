package anonymize

// Kinds returns all kinds.
func Kinds() []Kind {
	return []Kind{Names, Companies, Emails, Telephones, Addresses, TaxNumbers, CardDigits, IPs, Forms}
}

// Personal reports whether a value with this name is personal data.
func Personal(name string) bool { return sortOf(foldName(name), "").kind != "" }
