package boltstore

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	bolt "go.etcd.io/bbolt"
)

const damagedOrders = 10

// aFullFile returns the bytes of a file with everything: an account with forms and
// handles, one without records, a snapshot and a scenario.
func aFullFile(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path, NoSync: true})
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{"world":"w"}`)}, aWorld(damagedOrders)))
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "EMPTY", Document: []byte(`{}`)}, nothing))
	update(t, db.Account(theAccount), func(tx commerce.Tx) error {
		_, err := tx.Next(commerce.Proformas)
		return errors.Join(err, putForm(tx, reference(200000000), []byte("form")),
			tx.Handles().Put("an-order", record.Handle{Kind: "order", IDs: map[string]string{"OrderReference": "200000000"}}),
			tx.Products().PutProduct(record.Product{Code: "P"}), tx.Products().PutPartner(record.Partner{Code: "Q"}),
			tx.Campaigns().PutSettings(record.UpsellSettings{UpsellingDisplayType: "overlay"}))
	})
	saveSnapshot(t, db, "before")
	mustDo(t, db.Scenarios().Put(t.Context(), "mine", []byte("summary: mine")))
	mustDo(t, errors.Join(db.Check(), db.Close()))
	content := readFile(t, path)
	newest, err := newestMeta(strings.NewReader(string(content)))
	mustDo(t, err)
	return content[:newest.next*pageSize]
}

// everything reads the whole file through the methods called by the sandbox. An answer is
// its text, or "damaged" for an error.
func everything(t *testing.T, db *DB) map[string]string {
	t.Helper()
	all := map[string]string{}
	note := func(name string, answer any, err error) {
		if all[name] = fmt.Sprintf("%+v", answer); err != nil {
			all[name] = "damaged"
			if !isDamage(err) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: got error %q, want one line about damage", name, err)
			}
		}
	}
	accounts, err := db.Accounts()
	note("accounts", accounts, err)
	own, err := db.Scenarios().All()
	note("scenarios", own, err)
	for _, code := range []string{theAccount, "EMPTY"} {
		snapshots, err := db.Snapshots(code)
		shown, _ := json.Marshal(snapshots)
		note("snapshots of "+code, string(shown), err)
		for name, ask := range questions() {
			var answer any
			err := db.Account(code).View(func(tx commerce.Tx) (err error) {
				answer, err = ask(tx)
				return err
			})
			note(name+" of "+code, answer, err)
		}
	}
	note("update", "", lastly(db.Account(theAccount).Update(put(anOrder(3)))))
	note("restore", "", db.RestoreSnapshot(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, "before"))
	return all
}

func lastly(_ []commerce.Change, err error) error { return err }

// questions are the reads of a file, by name. Their answers are copies.
func questions() map[string]func(commerce.Tx) (any, error) {
	ask := map[string]func(commerce.Tx) (any, error){
		"window": func(tx commerce.Tx) (any, error) {
			return factsBetween(tx, noon.AddDate(-1, 0, 0), noon), nil
		},
		"campaigns": func(tx commerce.Tx) (any, error) {
			var all []string
			for facts, body := range tx.Campaigns().Newest() {
				all = append(all, facts.Code+string(body))
			}
			for facts, body := range tx.Campaigns().Of(commerce.PrimaryRole, []string{"P"}) {
				all = append(all, facts.Code+string(body))
			}
			return all, nil
		},
		"settings": func(tx commerce.Tx) (any, error) { return tx.Campaigns().Settings() },
		"handles":  func(tx commerce.Tx) (any, error) { return tx.Handles().All() },
		"sequence": func(in commerce.Tx) (any, error) {
			return numberAt(in.(*tx).table(sequences).get(textKey(string(commerce.Proformas))), 0), nil
		},
		"customers":     func(tx commerce.Tx) (any, error) { return slices.Collect(tx.Customers().References()), nil },
		"subscriptions": func(tx commerce.Tx) (any, error) { return slices.Collect(tx.Subscriptions().References()), nil },
		"products": func(tx commerce.Tx) (any, error) {
			return slices.Collect(tx.Products().ProductCodes()), nil
		},
		"partners": func(tx commerce.Tx) (any, error) {
			return slices.Collect(tx.Products().PartnerCodes()), nil
		},
	}
	for n := range damagedOrders {
		order := anOrder(n)
		ask["order "+order.Order.RefNo] = func(tx commerce.Tx) (any, error) {
			body, _ := tx.Orders().Body(order.Order.RefNo)
			sale, _ := tx.Orders().BySale(order.Sale)
			invoice, _ := tx.Orders().ByInvoice(order.Invoice)
			return string(body) + sale + invoice, nil
		}
		ask[fmt.Sprint("customer ", n)] = func(tx commerce.Tx) (any, error) {
			customer, _, err := tx.Customers().Get(int64(1000 + n))
			external, _ := tx.Customers().ByExternal(fmt.Sprintf("CRM-%06d", n))
			customer.ExternalReference = nil // a pointer
			return fmt.Sprint(customer, external, slices.Collect(tx.Customers().Orders(int64(1000+n), lastDate))), err
		}
		ask[fmt.Sprint("subscription ", n)] = func(tx commerce.Tx) (any, error) {
			s, _, err := tx.Subscriptions().Get(fmt.Sprintf("7KQ%07X", n))
			return s, err
		}
	}
	return ask
}

// flips is how many single bits of a file the test changes.
const flips = 300

// A changed bit is an error of the start, an error of its reader, or has no effect. It
// never gives another answer.
func TestFlippedBitsAreNeverServed(t *testing.T) {
	t.Parallel()
	sound := aFullFile(t)
	want := everythingIn(t, sound)
	if slices.Contains(values(want), "damaged") {
		t.Fatal("the sound file is damaged")
	}
	var used []int // bytes other than zero; most others are free
	for at, b := range sound {
		if b != 0 {
			used = append(used, at)
		}
	}
	links := linksOf(sound)
	refused, damaged, same := 0, 0, 0
	random := rand.New(rand.NewPCG(7, 11))
	for n := range flips {
		at, bit := used[random.IntN(len(used))], byte(1)<<random.IntN(8)
		if n%3 == 0 { // most pages have records, and few lead to them
			at = links[random.IntN(len(links))]
		}
		content := slices.Clone(sound)
		content[at] ^= bit
		got := everythingIn(t, content)
		switch {
		case got == nil:
			refused++
		case reflect.DeepEqual(got, want):
			same++
		default:
			damaged++
		}
		for name, answer := range got {
			if answer != "damaged" && answer != want[name] {
				t.Errorf("byte %d, bit %d: %s: got %.300s, want %.300s", at, bit, name, answer, want[name])
			}
		}
	}
	t.Logf("of %d flipped bits, %d kept the file from opening, %d gave errors, %d had no effect", flips, refused, damaged, same)
	if damaged == 0 || refused == 0 {
		t.Error("no bit gave an error")
	}
}

// linksOf returns the bytes other than zero of the branch pages of a file. They lead to
// its records.
func linksOf(content []byte) (links []int) {
	for start := 0; start < len(content); start += pageSize {
		for at, b := range content[start : start+pageSize] {
			if b != 0 && native.Uint16(content[start+8:]) == branchPage {
				links = append(links, start+at)
			}
		}
	}
	return links
}

func values(m map[string]string) (all []string) {
	for _, v := range m {
		all = append(all, v)
	}
	return all
}

// everythingIn opens a file with the given content and reads everything. It returns nil
// if the file does not open, and expects the error to name the file.
func everythingIn(t *testing.T, content []byte) map[string]string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data.db")
	mustDo(t, os.WriteFile(path, content, 0o600))
	defer os.Remove(path)
	db, err := Open(Options{Path: path, NoSync: true})
	if err != nil {
		if !strings.Contains(err.Error(), path) {
			t.Errorf("got error %v, want it to name the file", err)
		}
		return nil
	}
	defer func() { mustDo(t, db.Close()) }()
	return everything(t, db)
}

// Pages damaged while the file is open make calls fail, and do not end the process. Calls
// without need of them succeed.
func TestPagesDamagedWhileOpen(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path, NoSync: true})
	defer func() { mustDo(t, db.Close()) }()
	for _, code := range []string{theAccount, "OTHER"} {
		mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: code, Document: []byte(`{}`)}, aWorld(200)))
	}
	var root uint64
	mustDo(t, db.view(func(tx *bolt.Tx) error {
		stored, err := account(tx, theAccount)
		root = uint64(stored.bucket.Root())
		return err
	}))
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	mustDo(t, err)
	defer file.Close()
	ones := make([]byte, 256)
	fill(ones, 0xFF)
	_, err = file.WriteAt(ones, int64(root)*pageSize)
	mustDo(t, err)

	_, err = db.Account(theAccount).Update(put(anOrder(7)))
	failsForDamage(t, err)
	failsForDamage(t, db.Account(theAccount).View(func(tx commerce.Tx) error {
		tx.Orders().Body(anOrder(7).Order.RefNo)
		return nil
	}))
	update(t, db.Account("OTHER"), put(anOrder(7)))

	expectText(t, "a file in use", damageOf(path), "is in use")
	mustDo(t, file.Truncate(int64(root)*pageSize))
	failsForDamage(t, db.Account(theAccount).View(func(tx commerce.Tx) error {
		tx.Orders().Body(anOrder(7).Order.RefNo)
		return nil
	}))
}

func failsForDamage(t *testing.T, err error) {
	t.Helper()
	if !isDamage(err) || strings.Contains(err.Error(), "\n") {
		t.Errorf("got error %v, want one line about damage", err)
	}
}

// damageOf returns the faults of a data file.
func damageOf(path string) error {
	_, err := CheckFile(path)
	return err
}

// An intact file has notes for records against a rule, because rules come with versions.
func TestBrokenRulesAreNotes(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path, NoSync: true})
	contradictory := anOrder(1)
	contradictory.Order.Status, contradictory.Order.ApproveStatus = "REFUND", "FRAUD"
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, put(contradictory)))
	mustDo(t, db.Close())
	notes, err := CheckFile(path)
	if err != nil || len(notes) < 2 || !strings.HasPrefix(notes[0], "it is intact, and some of its records break rules") ||
		!strings.HasPrefix(notes[1], "account "+theAccount+": order 200000001 breaks the rule ") {
		t.Errorf("got notes %q, %v", notes, err)
	}
}

// The error of a damaged record names the file, the record and the remedy.
func TestADamagedRecordIsNamed(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path, NoSync: true})
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, put(anOrder(1))))
	mustDo(t, db.Close())
	mustDo(t, damageOf(path))
	content := readFile(t, path)
	content[strings.Index(string(content), "Studio Pro")] ^= 1
	mustDo(t, os.WriteFile(path, content, 0o600))

	const what = "record 200000001 of orders of account DEMO does not match its checksum"
	if err := damageOf(path); err == nil || err.Error() != "the data file "+path+" is damaged: "+what {
		t.Errorf("got error %v, want %s", err, what)
	}
	db = openFile(t, Options{Path: path, NoSync: true})
	defer func() { mustDo(t, db.Close()) }()
	err := db.Account(theAccount).View(func(tx commerce.Tx) error {
		tx.Orders().Body("200000001")
		return nil
	})
	want := fmt.Sprintf("the data file %s is damaged: %s", path, what)
	if err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
	mustDo(t, db.Health()) // other records can be kept
	if err := trySnapshot(t, db, "copy"); !isDamage(err) {
		t.Errorf("got error %v for a snapshot of a damaged record", err)
	}
	mustDo(t, db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, nothing))
	mustDo(t, db.Check())
}

// The errors of records with a long key have short lines.
func TestALongKeyIsShortened(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path, NoSync: true})
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, nothing))
	mustDo(t, db.Close())
	file, err := bolt.Open(path, 0, nil)
	mustDo(t, err)
	mustDo(t, file.Update(func(tx *bolt.Tx) error {
		stored, err := account(tx, theAccount)
		key := append([]byte{byte(handles)}, strings.Repeat("\x01", 30_000)...)
		return errors.Join(err, stored.bucket.Put(key, []byte("no record")))
	}))
	mustDo(t, file.Close())

	failsInShort := func(err error) {
		t.Helper()
		if err == nil || len(err.Error()) > 2<<10 || !strings.Contains(err.Error(), "… (120") {
			t.Errorf("got an error of %d bytes, %.200v, want at most 2 KB", len(fmt.Sprint(err)), err)
		}
	}
	failsInShort(damageOf(path))
	db = openFile(t, Options{Path: path, NoSync: true})
	defer func() { mustDo(t, db.Close()) }()
	failsInShort(db.Check())
	failsInShort(db.Account(theAccount).View(func(tx commerce.Tx) error {
		_, err := tx.Handles().All()
		return err
	}))
}
