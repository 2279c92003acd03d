package soap

import (
	"slices"
	"strings"
)

// usualNames are the names and the namespace of nearly all calls.
var usualNames = func() map[string]string {
	names := map[string]string{}
	for _, name := range slices.Concat(loginNames, upgradeNames, itemNames, optionNames, extraNames, wrappers,
		[]string{loginOperation, upgradeOperation, TargetNamespace, "key", "value"}) {
		names[name] = name
	}
	return names
}()

// lasting returns a name of a tree for longer use, because the name can be a part of
// the text of the whole envelope, which it would keep in memory.
func lasting(name string) string {
	if usual, ok := usualNames[name]; ok {
		return usual
	}
	return strings.Clone(name)
}
