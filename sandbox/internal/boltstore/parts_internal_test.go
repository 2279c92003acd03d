package boltstore

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestPackedNumbers reads back numbers at the bounds of their lengths, and nothing behind them.
func TestPackedNumbers(t *testing.T) {
	t.Parallel()
	for _, n := range []uint64{0, 1, 127, 128, 129, 255, 256, 16_383, 16_384, math.MaxUint64} {
		u := unpacker{string(binary.AppendUvarint(nil, n)) + "x"}
		if got := u.number(); got != n || u.rest != "x" {
			t.Errorf("got %d and %q behind it, want %d and x", got, u.rest, n)
		}
	}
	for text, rest := range map[string]string{"\x80": "", strings.Repeat("\x80", 10) + "\x01": "\x01"} {
		cut := unpacker{text}
		if got := cut.number(); got != 0 || cut.rest != rest {
			t.Errorf("%q: got %d and %q, want 0 and %q", text, got, cut.rest, rest)
		}
	}
}

// TestCutTexts reads nothing of a text or a list longer than its record.
func TestCutTexts(t *testing.T) {
	t.Parallel()
	cut := unpacker{"\x03ab"}
	if got := cut.text(); got != "" || cut.rest != "" {
		t.Errorf("got %q and %q, want nothing", got, cut.rest)
	}
	many := unpacker{"\xff\xff\xff\xff\x7fab"}
	if got := many.texts(); got != nil {
		t.Errorf("got %d texts, want none", len(got))
	}
	if isVerbatim(nil) || isVerbatim([]byte{renewalsBit}) || !isVerbatim([]byte{verbatimBit}) {
		t.Error("the flag of a verbatim record is misread")
	}
}

// TestHeadsOfRecords parses records without a body, and cut ones.
func TestHeadsOfRecords(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]bool{
		"": false, string(numberKey(0)[:7]): false, string(numberKey(0)): true, string(numberKey(1)): false,
		string(numberKey(1)) + "h": true, string(numberKey(9)) + "h": false,
	} {
		if got, ok := parseHeaded([]byte(value)); ok != want || ok && string(got.head)+string(got.body) != value[lengthSize:] {
			t.Errorf("%q: got %q, %t, want %t", value, got, ok, want)
		}
	}
}

// TestFormats writes keys and values as other programs of the same schema do.
func TestFormats(t *testing.T) {
	t.Parallel()
	short, long := strings.Repeat("x", textLimit), strings.Repeat("x", textLimit+1)
	sum := sha256.Sum256([]byte(long))
	for what, test := range map[string]struct{ got, want string }{
		"text":       {string(textKey("A")), "\x01A"},
		"200 bytes":  {string(textKey(short)), "\xc8" + short},
		"201 bytes":  {string(textKey(long)), "\xe8" + short + string(sum[:])},
		"no moment":  {string(appendMoment(nil, record.Moment{})), "\x00"},
		"no day":     {string(appendDay(nil, nil)), "\x00"},
		"moment":     {string(appendMoment(nil, record.At(time.Unix(1, 0)))), "\x08\x80\x00\x00\x00\x00\x00\x00\x01"},
		"one order":  {string(withCount(nil, []byte("\x00\x01b\x00"), 1)), "\x00\x01b\x00\x01"},
		"no order":   {string(withCount([]byte("\x00\x01b\x00\x01"), []byte("\x00\x01b\x00"), -1)), ""},
		"two orders": {string(withCount([]byte("\x00\x01b\x00\x01"), []byte("\x00\x01a\x00"), 1)), "\x00\x01a\x00\x01\x00\x01b\x00\x01"},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %q, want %q", what, test.got, test.want)
		}
	}
}

// TestRecordsInWords names a record of an account, of another kind, and one of no table.
func TestRecordsInWords(t *testing.T) {
	t.Parallel()
	account := &records{kind: accountRecords, name: theAccount}
	for _, test := range []struct {
		of   *records
		key  string
		want string
	}{
		{account, "", `record "" of account DEMO`}, {account, string(rune(tableCount)) + "x", `record "\x17x" of account DEMO`},
		{account, string(products.key(textKey("P"))), `record "P" of products of account DEMO`},
		{&records{kind: documentRecords}, "DEMO", `record "DEMO" of the documents of the accounts`},
	} {
		if got := test.of.describe([]byte(test.key)); got != test.want {
			t.Errorf("%q: got %s, want %s", test.key, got, test.want)
		}
	}
}

// memoryFault is a panic at an address.
type memoryFault struct{}

func (memoryFault) Addr() uintptr { return 1 }

// TestPanicsInWords distinguishes damage from a fault of the program.
func TestPanicsInWords(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]any{
		"the data file x.db is damaged: record 1 does not match its checksum": damagedRecord("record 1"),
		"the data file x.db is damaged: a part of it cannot be read":          memoryFault{},
		"a transaction panicked: a bug\n":                                     "a bug",
	} {
		err := panicError("x.db", p)
		if isDamage(err) == (p == "a bug") || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		var lost error
		s := &sentry{path: "x.db"}
		s.writing.Lock() // a lost file is lost during a write, too
		func() {
			defer s.catchJam(&lost)
			panic(p)
		}()
		if !isDamage(lost) || isDamage(err) && !strings.HasPrefix(lost.Error(), want) || s.check() == nil {
			t.Errorf("got %v of a transaction that cannot begin, want %s", lost, want)
		}
		if err := s.close(); err != nil {
			t.Errorf("closing: got %v", err)
		}
	}
	if debug.SetPanicOnFault(false) {
		t.Error("faults are panics")
	}
	faultsPanic()()
	if debug.SetPanicOnFault(false) {
		t.Error("faults stay panics")
	}
}

// TestNoRoom recognizes the errors of a full disk, also those with the text alone.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		err  error
		want bool
	}{
		{syscall.ENOSPC, true}, {syscall.EDQUOT, true}, {syscall.EFBIG, true}, {fmt.Errorf("%w while it was written", syscall.EFBIG), true},
		{errors.New("file resize error: " + syscall.ENOSPC.Error()), true}, {&accounts.NoSpaceError{Err: errors.New("other")}, true},
		{syscall.EROFS, false}, {errors.New("other"), false},
	} {
		if got := hasNoRoom(test.err); got != test.want {
			t.Errorf("%v: got %t, want %t", test.err, got, test.want)
		}
	}
}

// TestChangesWithoutTheirBytes counts further changes of each sort.
func TestChangesWithoutTheirBytes(t *testing.T) {
	t.Parallel()
	some := []byte{}
	sorts := []commerce.Change{{Kind: "order", After: some}, {Kind: "order", Before: some, After: some}, {Kind: "order", Before: some}, {Kind: "customer", After: some}}
	writing := updateTx(nil)
	add := func(sort, count int) {
		for range count {
			writing.changedBriefly(sorts[sort])
		}
	}
	for sort := range sorts {
		add(sort, maxListed/len(sorts))
	}
	for sort := range sorts {
		add(sort, sort+1)
	}
	others := make([]int, len(sorts))
	for i, c := range *writing.changes {
		others[i/(maxListed/len(sorts))] += c.Others
	}
	if len(*writing.changes) != maxListed || !slices.Equal(others, []int{1, 2, 3, 4}) {
		t.Errorf("got %d changes and %v others", len(*writing.changes), others)
	}
}

// TestKeysInWords describes keys as a person knows the record, and strange ones as they are.
func TestKeysInWords(t *testing.T) {
	t.Parallel()
	short := "\x00\x07"
	for _, test := range []struct {
		id   tableID
		key  string
		want string
	}{
		{orders, string(numberKey(800007001)), "800007001"}, {orders, short, `"\x00\a"`},
		{customers, string(numberKey(sortable(-5))), "-5"}, {customers, short, `"\x00\a"`},
		{products, "\x03PRO", `"PRO"`}, {products, "\x07PRODUCT", `"PRODUCT"`}, {subscriptions, "\x03SUB", `"SUB"`}, {partners, "\x03PAR", `"PAR"`}, {partners, "", `""`}, {campaigns, string(numberKey(1)), `"\x00\x00\x00\x00\x00\x00\x00\x01"`},
	} {
		if got := test.id.describe([]byte(test.key)); got != test.want {
			t.Errorf("%s %q: got %s, want %s", test.id, test.key, got, test.want)
		}
	}
}

// TestAFaultOfBoltIsDamage distinguishes a fault found within bbolt, by its functions or by
// the runtime, from one of the program.
func TestAFaultOfBoltIsDamage(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	for what, test := range map[string]struct {
		read     func(*bolt.Tx)
		isDamage bool
	}{
		"no bucket":  {func(*bolt.Tx) { (*bolt.Bucket)(nil).Get([]byte("key")) }, true},
		"no account": {func(*bolt.Tx) { _ = (*records)(nil).name }, false},
	} {
		err := db.view(func(file *bolt.Tx) error {
			test.read(file)
			return nil
		})
		if err == nil || isDamage(err) != test.isDamage {
			t.Errorf("%s: got error %v, want damage: %t", what, err, test.isDamage)
		}
	}
}

// A transaction stays open when bbolt keeps its locks, because its end would wait for ever.
func TestAJammedTransactionStaysOpen(t *testing.T) {
	t.Parallel()
	file, err := bolt.Open(filepath.Join(t.TempDir(), "data.db"), 0o600, nil)
	mustDo(t, err)
	s := &sentry{path: "x.db", file: file}
	tx, err := s.begin(false)
	mustDo(t, err)
	lost := s.lose("it is torn", restart)
	s.jams.Store(true)
	if err := s.rollback(tx); !errors.Is(err, lost) || tx.DB() == nil {
		t.Errorf("got %v and an ended transaction, want %v and an open one", err, lost)
	}
	mustDo(t, errors.Join(tx.Rollback(), file.Close()))
}
