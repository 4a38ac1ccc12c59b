package command_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/app/session/keep"
	"threadlens/model/findings"
)

// TestUserLimits: the thresholds in the settings folder apply to the verb and to the report; errors
// in them are logged and no more.
func TestUserLimits(t *testing.T) {
	for _, name := range []string{"XDG_CONFIG_HOME", "HOME", "AppData"} { // wherever settings are
		t.Setenv(name, t.TempDir())
	}
	dir, err := keep.SettingsDir()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	const file = "../../ingest/text/testdata/7a.tltxt"
	write(t, filepath.Join(dir, "findings.json"), []byte(`{"E3.runnable": 1000, "E3.other": 1}`))
	for _, args := range [][]string{{"findings", file, "--rule", "E3"}, {"report", "findings", file}} {
		out, errOut, code := run(context.Background(), args...)
		if code != 0 || strings.Contains(out, "Oversubscription") || !strings.Contains(out, "E3.runnable 1000 % (default 115 %)") {
			t.Errorf("%v: exit %d\n%s", args, code, out)
		}
		if want := filepath.Join(dir, "findings.json") + `: there is no threshold "E3.other"`; !strings.Contains(errOut, want) {
			t.Errorf("%v: stderr %q, want %q in it", args, errOut, want)
		}
	}
	out, _, code := run(context.Background(), "findings", file, "--rule", "E3", "--limit", "E3.runnable=1", "--limit", "E3.queued=1")
	if code != 0 || !strings.Contains(out, "Oversubscription") {
		t.Errorf("a flag goes before the file: exit %d\n%s", code, out)
	}
}

// TestRules: every rule and every threshold is listed, also as data.
func TestRules(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	out, errOut, code := run(context.Background(), "findings", "--rules", "--format", "csv", "--limit", "E3.runnable=130.5")
	if code != 0 || errOut != "" {
		t.Fatalf("exit %d, %q", code, errOut)
	}
	for _, r := range findings.Rules() {
		if !strings.Contains(out, "\n"+r.ID+","+r.Name+",") {
			t.Errorf("no rule %s in\n%s", r.ID, out)
		}
	}
	for _, l := range findings.Defaults() {
		if strings.Count(out, ","+l.Name+",") != 1 {
			t.Errorf("no threshold %s in\n%s", l.Name, out)
		}
	}
	if want := "\nE3,Oversubscription,E3.runnable,130.5,115,%,"; !strings.Contains(out, want) {
		t.Errorf("no %q in\n%s", want, out)
	}
}
