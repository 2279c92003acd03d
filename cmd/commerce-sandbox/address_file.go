package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// addressFile is where serve leaves the address of its control interface for ready,
// because ready does not see the flags of serve: the possible paths, of which the first
// writable one counts. Both find the file by what they share: the working folder and the
// variables. The folder of the file belongs to this user alone, because otherwise another
// user could plant an address in the temporary folder, or a link there.
type addressFile []string

func (p *program) addressFile() (paths addressFile) {
	here, _ := os.Getwd() // "" is also the same for both
	shared := []string{here}
	for _, variable := range []string{"SANDBOX_LISTEN", "SANDBOX_CONTROL_LISTEN", "SANDBOX_TLS", "SANDBOX_DATA"} {
		shared = append(shared, p.environment[variable])
	}
	sum := sha256.Sum256([]byte(strings.Join(shared, "\x00")))
	for _, folder := range []string{os.TempDir(), "/dev/shm", cmp.Or(filepath.Dir(p.environment["SANDBOX_DATA"]), ".")} {
		paths = append(paths, filepath.Join(folder, ownFolder(), hex.EncodeToString(sum[:8])+".address"))
	}
	return paths
}

// ownFolder is the name of the folder of this user.
func ownFolder() string { return fmt.Sprintf(".%s-%d", name, os.Getuid()) }

// write leaves an address, in place of another sandbox's. The returned function removes it.
func (paths addressFile) write(address string) (remove func(), err error) {
	var faults []error
	for _, path := range paths {
		err := leave(path, address)
		if errors.Is(err, fs.ErrNotExist) { // another sandbox ended and removed the folder
			err = leave(path, address)
		}
		if err == nil {
			return func() {
				if left, _ := os.ReadFile(path); string(left) == address {
					_ = os.Remove(path)               // if the address stays, ready finds no answer there
					_ = os.Remove(filepath.Dir(path)) // unless another sandbox left its address there
				}
			}, nil
		}
		faults = append(faults, err)
	}
	return func() {}, errors.Join(faults...)
}

// leave writes an address into a file, and makes its folder.
func leave(path, address string) error {
	folder := filepath.Dir(path)
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := private(folder); err != nil {
		return err
	}
	return replaceFile(path, 0o600, writeText(address))
}

// read returns the address left by a sandbox, "" without one.
func (paths addressFile) read() string {
	for _, path := range paths {
		if private(filepath.Dir(path)) != nil {
			continue
		}
		if left, err := os.ReadFile(path); err == nil {
			return string(left)
		}
	}
	return ""
}

// private returns an error unless the folder is this user's own and nobody else may
// use it. A link is not a folder.
func private(folder string) error {
	info, err := os.Lstat(folder)
	if err != nil {
		return err
	}
	if !info.IsDir() || !isOwn(info, 0o077) {
		return fmt.Errorf("%s is not a folder of this user alone", folder)
	}
	return nil
}
