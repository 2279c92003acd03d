package openapi

// Descriptions returns the descriptions of components and fields.
func Descriptions() map[string]string { return descriptions }
