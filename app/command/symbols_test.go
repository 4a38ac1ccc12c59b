package command_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSymbols resolves the functions of a recorded program with its files: the reports and the dump
// use their names.
func TestSymbols(t *testing.T) {
	dir := os.Getenv("THREADLENS_TRACES")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "traces")
	}
	file := filepath.Join(dir, "linux", "perf", "mutex_busy_g_futex.perf.data")
	if _, err := os.Stat(file); err != nil {
		t.Skip("nothing recorded: set THREADLENS_TRACES to the folder of the recorded traces")
	}
	out := filepath.Join(t.TempDir(), "a.csv")
	paths := strings.Join([]string{
		filepath.Join(dir, "linux", "workloads", "bin"), filepath.Join(dir, "linux", "workloads", "kallsyms.gz"),
	}, string(os.PathListSeparator))
	for _, c := range []struct{ verb, want string }{
		{"report waits --format csv", "kernel!futex_do_wait;kernel!__futex_wait;"},
		{"report cpu --format csv", ",mutex_contend,worker,"},
		{"report symbols --format csv", "mutex_contend,10,10,100"},
		{"export symbols --force -o " + out, "mutex_contend,10,10,100"},
		{"dump", `"mutex_contend!locked_work"`},
	} {
		for _, symbols := range []string{paths, "none"} {
			args := append(strings.Fields(c.verb), file, "--quiet", "--symbols", symbols)
			got, errOut, code := run(context.Background(), args...)
			if data, err := os.ReadFile(out); err == nil {
				got += string(data)
			}
			if code != 0 || strings.Contains(got, c.want) != (symbols == paths) {
				t.Errorf("%s with symbols in %s: exit %d, %s; %q should be in it with symbols alone", c.verb, symbols, code, errOut, c.want)
			}
			os.Remove(out)
		}
	}
}
