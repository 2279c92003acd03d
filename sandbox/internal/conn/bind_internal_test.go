package conn

import (
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
)

// machine is one with certain hosts, on which certain addresses are taken. It chooses the
// ports 1, 2 and so on for those who want any.
type machine struct {
	hosts, taken []string
	chosen       int
	open         []string
}

// bound is an address of a machine on which a program listens.
type bound struct {
	net.Listener
	*machine
	address string
}

func (b bound) Addr() net.Addr { return &net.UnixAddr{Name: b.address} }

func (b bound) Close() error {
	b.open = slices.DeleteFunc(b.open, func(open string) bool { return open == b.address })
	return nil
}

func (m *machine) bind(address string) (net.Listener, error) {
	host, port, _ := net.SplitHostPort(address)
	if !slices.Contains(m.hosts, host) {
		return nil, fmt.Errorf("%s: no such address", address)
	}
	if port == "0" {
		m.chosen++
		address = fmt.Sprintf("%s:%d", host, m.chosen)
	}
	if slices.Contains(m.taken, address) {
		return nil, fmt.Errorf("%s: in use", address)
	}
	m.open = append(m.open, address)
	return bound{machine: m, address: address}, nil
}

// TestBind verifies where a machine listens when a name has the hosts a, b and c.
func TestBind(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		hosts, port, taken        string
		open, lacking, impossible string
	}{
		{"a b c", "80", "", "a:80 b:80 c:80", "[]", ""},
		{"a b c", "0", "", "a:1 b:1 c:1", "[]", ""},
		{"b c", "80", "", "b:80 c:80", "[a:80: no such address]", ""},
		{"b", "0", "", "b:1", "[a:0: no such address c:1: no such address]", ""},
		{"a b c", "80", "c:80", "", "[]", "c:80: in use"},
		{"b", "80", "b:80", "", "[]", "b:80: in use"},
		{"a b c", "0", "c:1 b:2", "a:3 b:3 c:3", "[]", ""},
		{"d", "80", "", "", "[]", "a:80: no such address"},
	} {
		m := &machine{hosts: strings.Fields(test.hosts), taken: strings.Fields(test.taken)}
		_, lacking, err := binder(m.bind).each([]string{"a", "b", "c"}, test.port)
		impossible := ""
		if err != nil {
			impossible = err.Error()
		}
		if open := strings.Join(m.open, " "); open != test.open || fmt.Sprint(lacking) != test.lacking || impossible != test.impossible {
			t.Errorf("%+v: got %s, %v, %v", test, open, lacking, err)
		}
	}
}
