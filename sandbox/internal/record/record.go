// Package record has the records of an account in the shapes of the interface: orders and
// their lines, customers, subscriptions, products, partners, campaigns and their settings,
// with exact money and with moments of whole seconds.
//
// The JSON names are those of the interface, because they are the language of the domain. A
// record is encoded once, when it is written, and reading returns the stored bytes.
//
// The package leaves the rules to commerce, the agreement of records with each other to
// ledger, and bytes and indexes to boltstore. It takes closed sets of values from catalog.
package record
