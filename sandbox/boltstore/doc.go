// Package boltstore keeps every account of a sandbox in one bbolt file: the
// records of its shop (commerce.Store) and the document of the account itself.
//
// The file is a tree of buckets. Numbers in keys are 8 bytes, big-endian;
// signed ones and moments (Unix seconds) have the sign bit turned over, so that
// keys sort as the numbers do. A text in a key is its length and its bytes; a
// textKey of more than 200 bytes is cut there and followed by its SHA-256.
//
//	commerce-sandbox
//	  version                         -> number of the schema, in decimal digits
//	documents
//	  account code                    -> JSON, the account's own
//	scenarios
//	  name                            -> YAML, put by the control interface
//	snapshots
//	  account code
//	    name of the snapshot
//	      table, key                  -> as of an account
//	accounts
//	  account code
//	    table, key                    -> a record
//
// The tables of an account share its bucket, because most of them would fill
// a fraction of a page. The first byte of a key is the number of its table:
//
//	orders                            number -> date, length of side, side as JSON, JSON as served
//	dates                             date, number -> facts that search asks for
//	sales                             SaleId -> number of the order
//	invoices                          InvoiceId -> number of the order
//	forms                             number, index -> bytes of an order form
//	customers                         reference -> JSON
//	externals                         external reference -> reference of the customer
//	subscriptions                     reference -> JSON
//	buyers                            number, customer, subscription -> nothing
//	purchases                         customer, date, number -> nothing
//	products, partners                code -> JSON
//	campaigns                         code (bare bytes) -> length of facts, facts, JSON as served
//	primary, recommended              product, campaign -> nothing
//	settings                          name -> JSON
//	handles                           name -> JSON
//	sequences                         name -> the last number given
//
// Dates, sales, invoices, externals, buyers, purchases, primary and recommended
// are indexes: they follow from the records, and Verify proves that they do. A
// listing is a walk down one of them, newest first.
//
// An update collects its writes and gives them to the file only when its
// function has succeeded, so a refusal costs nothing and cannot touch what
// others wrote. One goroutine takes all updates that wait, of all accounts,
// into one transaction of the file and one fsync. Pages are 16 KiB because four
// orders of one line, just under four kilobytes each, fill one well. The list
// of free pages is not written, because opening reads every page anyway: a
// damaged page would crash the process later, so it is found, and the file
// cannotUse, before anything is written to it.
//
// The package leaves the rules of the shop to commerce, what an account's
// document says to account, and what records a new account has to fixtures.
package boltstore
