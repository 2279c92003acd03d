// Package boltstore keeps every account of a sandbox in one bbolt file: the
// records of its shop (commerce.Store) and the document of the account itself.
//
// The file is a tree of buckets. Numbers in keys are 8 bytes, big-endian; signed
// ones and moments (Unix seconds) have the sign bit flipped, so keys sort like the
// numbers. A text in a key is its length and its bytes; a text of more than 200
// bytes is cut there and followed by its SHA-256. The tables of an account share its
// bucket, because most of them need less than a page: the first byte of a key is the
// number of its table.
//
//	commerce-sandbox
//	  version                     -> number of the schema, in decimal digits
//	  checksum                    -> CRC-32C of the version
//	documents
//	  account code                -> JSON, the account's own
//	scenarios
//	  name                        -> YAML, put through the control interface
//	runs
//	  name of the run, moment and code of an account -> JSON, the result of the account
//	rehearsals
//	  number                      -> JSON, the report of a rehearsal
//	numbers
//	  used                        -> JSON, up to which numbers calls and events may have
//	accounts
//	  account code
//	    orders                    number -> length of head, head: date, flags, internals as JSON; JSON as served
//	    dates                     date, number -> brief: class, and what lists show and filter by
//	    days                      day -> how many orders of each class it has
//	    references                external reference, date, number -> class
//	    owners                    customer, number of an order -> nothing
//	    sales                     SaleId -> number of the order
//	    invoices                  InvoiceId -> number of the order
//	    forms                     number, index -> bytes of an order form
//	    customers                 reference -> length of head, head: brief; JSON as served
//	    externals                 external reference -> reference of the customer
//	    subscriptions             reference -> length of head, head: brief; JSON
//	    buyers                    number, customer or 0, subscription -> nothing, or u while the
//	                                        order is only to upgrade the subscription
//	    purchases                 customer, date, number -> nothing
//	    products, partners        code -> 0, JSON
//	    campaigns                 code (bare bytes) -> length of head, head: facts; JSON as served
//	    primary, recommended      product, campaign -> nothing
//	    settings, handles         name -> 0, JSON
//	    sequences                 name -> the last number given
//	    counts                    number of one of the tables of records -> how many it has
//	snapshots
//	  account code
//	    name of the snapshot
//	      description             nothing -> JSON of account.Snapshot: when it was saved, its counts
//	      the other tables        as in an account
//	staging
//	  number
//	    account code, or name of a snapshot
//	      all tables              as in an account or a snapshot, until they are moved there
//
// bbolt keeps a sequence number with each bucket. That of an account is its generation: each
// opening, reset and restore takes the next number of the bucket accounts. An update compares
// it within its transaction, so no writer changes the records of a later generation.
//
// Who keeps an index writes it in the same transaction as the record: orderStore.put and
// Delete keep dates, days, references, owners, sales and invoices; customerStore keeps
// externals; subscriptionStore keeps buyers and purchases, and so does an order with a new
// date; campaignStore keeps primary and recommended; tx.replace keeps counts. An index follows
// from the records: CheckFile compares both. A snapshot copies it. A listing is a scan of one of
// them, newest first.
//
// A class is status, approval, test and partner. A search adds up the days of its window, and
// reads the orders of the days on its page alone, so the last page of a million costs no more
// than the first. A day cut by the window is read order by order.
//
// Behind each value is the CRC-32C of the account's code (of the bucket's name for
// documents and texts), the key and the value. Reading verifies it. When no
// entry has the key, reading verifies both neighbours, because one of them may be the
// entry with a damaged key. A damaged record or page ends the transaction with an error
// naming file and record.
//
// An update collects its writes and applies them to the file only when its function
// has succeeded, so an error leaves no trace and does not affect other updates. A
// world, an addition to one and a snapshot may be large, so they go in parts to a bucket
// of staging, which the last transaction moves to its place. Updates of an account wait
// while its records are copied.
//
// One goroutine puts all waiting updates, of all accounts, into one transaction of
// the file and one fsync. Before it commits, it lets ready calls join. Zeros behind
// the last page make the fsync shorter. Pages have 16 KiB, because four orders of one
// line, just under four kilobytes each, fill one well. Nobody writes a list of free
// pages: Open reads every page and so finds them, and a damaged page before it writes.
//
// A view stays open for the next read until something is written.
//
// The files, in the order to read them:
//
//	schema, key, pack, class, brief                what lies in the file
//	damage, checksum                               how damage of it is found
//	meta, pages, inspect                           a file before it is opened
//	sentry, views, reserve, writer                 transactions of an open file
//	boltstore, compact, health                     how it is opened and closed
//	table, scan, tx, sequence, record, index       the records of an account in a transaction
//	order_index, forms, orders                     orders
//	customers, subscriptions, products, campaigns  the other records
//	handles, images, lists                         and what is read of them
//	touch, draft, accounts, preview                whole accounts
//	extend, snapshots, texts                       and what is kept beside them
//	check, verify                                  all of it once more, for faults
//
// The package leaves the rules of the shop to commerce, the meaning of an account's
// document to account, and the records of a new account to worlds.
package boltstore
