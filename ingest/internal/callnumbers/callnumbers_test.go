package callnumbers

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCallNumbers: the calls of each machine are those that golang.org/x/sys took from the kernel's
// headers. THREADLENS_UPDATE=1 in the environment writes them again.
func TestCallNumbers(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/sys").Output()
	if err != nil {
		t.Fatal(err)
	}
	constant := regexp.MustCompile(`(?m)^\tSYS_(\w+) += (\d+)$`)
	for machine, arch := range map[string]string{"x86_64": "amd64", "aarch64": "arm64"} {
		data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "unix", "zsysnum_linux_"+arch+".go"))
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		for _, m := range constant.FindAllStringSubmatch(string(data), -1) {
			fmt.Fprintf(&want, "%s %s\n", m[2], strings.ToLower(m[1]))
		}
		file := filepath.Join("calls", machine+".txt")
		if os.Getenv("THREADLENS_UPDATE") != "" {
			if err := os.WriteFile(file, []byte(want.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want.String() {
			t.Errorf("%s does not have the calls of golang.org/x/sys; THREADLENS_UPDATE=1 writes it again", file)
		}
		if n := len(all()[machine]); n != strings.Count(want.String(), "\n") || n < 300 {
			t.Errorf("%s: %d calls have names", machine, n)
		}
	}
	for _, c := range []struct {
		machine string
		number  int64
		name    string
	}{
		{"x86_64", 0, "read"},
		{"x86_64", 41, "socket"},
		{"x86_64", 290, "eventfd2"},
		{"aarch64", 63, "read"},
		{"aarch64", 19, "eventfd2"},
		{"x86_64", 9999, ""},
		{"mips", 0, ""},
	} {
		if got := all()[c.machine][c.number]; got != c.name {
			t.Errorf("call %d of %s is %q, want %q", c.number, c.machine, got, c.name)
		}
	}
}
