package control

import "testing"

// TestHosts verifies the names of hosts for the control interface.
func TestHosts(t *testing.T) {
	t.Parallel()
	hosts := Hosts{"sandbox.example.com", "10.0.0.1", "Build.Example."}
	tests := map[string]bool{
		"": true, ":8080": true, // HTTP/1.0
		"127.0.0.1": true, "127.0.0.1:8080": true, "203.0.113.7:80": true,
		"[::1]": true, "[::1]:8080": true, "::1": true, "[fe80::1%eth0]:8080": true, "[::ffff:127.0.0.1]:80": true,
		"localhost": true, "LOCALHOST:8080": true, "localhost.:8080": true, "sandbox:8080": true,
		"my.localhost": true, "printer.local": true, "host.docker.internal:8080": true, "sandbox.TEST.": true,
		"sandbox.default.svc.cluster.local": true,
		"sandbox.example.com":               true, "SANDBOX.example.com.:443": true, "build.example:80": true,

		"evil.example": false, "evil.example:8080": false, "evil.example.": false,
		"127.0.0.1.evil.example": false, "localhost.evil.example": false, "evillocal.example": false,
		"sandbox.example.com.evil.example": false, "a.sandbox.example.com": false, "1.2.3": false,
		"evil.example:8080:8080": false, "notlocal.tests": false, "x.local.example": false,
	}
	for host, want := range tests {
		if got := hosts.allow(host); got != want {
			t.Errorf("%q: got %t, want %t", host, got, want)
		}
	}
}

// TestCheckHost verifies the further names that a user may give.
func TestCheckHost(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"sandbox.example.com": "", "sandbox.example.com.": "", "build-7.my_corp.example": "",
		"":                    `a host must be a name without scheme and port, such as sandbox.example.com, got ""`,
		"sandbox.example:80":  `a host must be a name without scheme and port, such as sandbox.example.com, got "sandbox.example:80"`,
		"http://sandbox.test": `a host must be a name without scheme and port, such as sandbox.example.com, got "http://sandbox.test"`,
		"*.example.com":       `a host must be a name without scheme and port, such as sandbox.example.com, got "*.example.com"`,
	} {
		got := ""
		if err := CheckHost(name); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
