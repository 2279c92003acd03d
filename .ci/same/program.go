package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// program is a running binary, and the connection that it is called on.
type program struct {
	command  *exec.Cmd
	log      bytes.Buffer // its standard error
	address  string       // host and port
	instance string       // the name of the process, in the ids of events
	conn     net.Conn     // nil without a connection
	reader   *bufio.Reader
}

// moment is what all clocks show at the start. A frozen clock makes sessions, ids and
// dates repeat.
const moment = "2026-10-09T12:00:00Z"

// origin is a page in another place that may call both protocols.
const origin = "http://shop.example.test"

var restBase = regexp.MustCompile(`REST base +http://([^/\s]+)/`)

// start runs a binary until stop, and returns when it serves.
func start(binary string) (*program, error) {
	p := &program{command: exec.Command(binary, "serve", "--ephemeral", "--listen", "127.0.0.1:0", "--seed", "1",
		"--clock", moment, "--cors", origin, "--anonymize-key", "same", "--log-level", "error")}
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "SANDBOX_") {
			p.command.Env = append(p.command.Env, variable)
		}
	}
	p.command.Stderr = &p.log
	block, err := p.command.StdoutPipe()
	if err == nil {
		err = p.command.Start()
	}
	if err != nil {
		return nil, err
	}
	for lines := bufio.NewScanner(block); lines.Scan(); {
		if found := restBase.FindStringSubmatch(lines.Text()); found != nil {
			p.address = found[1]
		}
		if strings.HasPrefix(lines.Text(), "curl ") { // the last line
			return p, nil
		}
	}
	_ = p.command.Wait() // what it says stands in the log
	return nil, fmt.Errorf("%s does not serve: %s", binary, &p.log)
}

func (p *program) stop() {
	p.hangUp()
	if p.command != nil {
		_ = p.command.Process.Signal(os.Interrupt)
		_ = p.command.Wait()
	}
}

// unnamed returns a text without the address and the name of the process.
func (p *program) unnamed(text string) string {
	return strings.NewReplacer(p.address, "ADDRESS", p.instance+"-", "INSTANCE-", `"`+p.instance+`"`, "INSTANCE").Replace(text)
}

func (p *program) hangUp() {
	if p.conn != nil {
		_ = p.conn.Close()
		p.conn = nil
	}
}

// dial connects when there is no connection. It fails when the program has ended.
func (p *program) dial() error {
	if p.conn != nil {
		return nil
	}
	conn, err := net.DialTimeout("tcp", p.address, 10*time.Second)
	if err != nil {
		return fmt.Errorf("%s ended: %w\n%s", p.command, err, &p.log)
	}
	p.conn, p.reader = conn, bufio.NewReader(conn)
	return nil
}
