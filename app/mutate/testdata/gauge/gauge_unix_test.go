//go:build unix

package gauge

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// TestOtherUser goes on as a user without rights, under the name that go test gives to
// tests.
func TestOtherUser(t *testing.T) {
	if name := filepath.Base(os.Args[0]); name != "gauge.test" {
		t.Error(name)
	}
	if os.Geteuid() != 0 {
		Level(0)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestOtherUser$")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
