package record

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// mountStep is set in the copy of the test that has its own mounts.
const mountStep = "THREADLENS_TEST_MOUNT"

// TestMountTracefs: root mounts the descriptions of events where they are missing, and reports
// that, once; where that fails, the error names what is missing. It needs its own mounts.
func TestMountTracefs(t *testing.T) {
	if os.Getenv(mountStep) != "" {
		mountInOwnNamespace(t)
		return
	}
	if os.Geteuid() != 0 || !capable(capSysAdmin) {
		t.Skip("only root may mount")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestMountTracefs$")
	cmd.Env = append(os.Environ(), mountStep+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	out, err := cmd.CombinedOutput()
	switch {
	case errors.Is(err, unix.EPERM):
		t.Skip(err)
	case err != nil:
		t.Errorf("%v: %s", err, out)
	}
}

func mountInOwnNamespace(t *testing.T) {
	for _, dir := range tracefsPaths {
		for unix.Unmount(dir, unix.MNT_DETACH) == nil {
		}
	}
	_ = unix.Unmount("/sys/kernel/debug", unix.MNT_DETACH) // which would mount it again
	if !mayMount() {
		t.Fatal("it is still mounted")
	}
	if err := check("threadlens"); err != nil {
		t.Errorf("what can be mounted is said to be missing: %v", err)
	}
	known := tracefsPaths
	tracefsPaths = []string{"/sys/kernel/none"}
	said, err := mountTracefs()
	if rights := (*RightsError)(nil); said != "" || !errors.As(err, &rights) || !strings.Contains(err.Error(), "mounting it failed (no such file or directory). To allow recording: sudo mount") {
		t.Errorf("where it cannot be mounted: %q, %v", said, err)
	}
	tracefsPaths = known
	for _, want := range []string{"Mounted /sys/kernel/tracing, ", ""} {
		said, err := mountTracefs()
		if _, found := findTracefs(); err != nil || !found || !strings.HasPrefix(said, want) || want == "" && said != "" {
			t.Errorf("%q, %v, found: %v", said, err, found)
		}
	}
}
