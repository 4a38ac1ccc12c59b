package scenario

import (
	"bytes"
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// program writes markers through the header, with trace_marker replaced by the file descriptor of a
// pipe.
const program = `
#include "threadlens_scenario.h"
int main(void) {
	tls_span none = tls_begin("before", 0, 0);
	if (none.id != 0 || tls_end(&none).elapsed != 0) return 1;
	tls_state.open = tls_state.always = 1;
	tls_state.fd = 1;
	tls_span s = tls_begin("request", 0, 42);
	tls_step(&s, "parsed");
	tls_span child = tls_begin("a|b\n", &s, 0);
	tls_took took = tls_end(&child);
	if (took.elapsed < 0 || took.cpu < 0 || tls_end(&child).cpu != -1) return 2;
	tls_end(&s);
	tls_flag("full");
	tls_message("");
	tls_span beside = tls_begin("plain", &none, 0);
	if (beside.id != 0) return 3;
	char name[500];
	memset(name, 0xc3, sizeof name);
	for (int i = 1; i < 499; i += 2) name[i] = (char)0xa9;
	name[498] = name[499] = 0;
	tls_flag(name);
	if (tls_lost() != 0) return 4;
	tls_state.fd = -1;
	tls_flag("lost");
	return tls_lost() == 1 ? 0 : 5;
}
`

// TestS39Header compiles a program with the header, as C99 and as C++, without warnings,
// and reads what it writes.
func TestS39Header(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program stands in for the kernel by a pipe")
	}
	for _, c := range []struct {
		compiler string
		flags    []string
	}{
		{cmp.Or(os.Getenv("CC"), "cc"), []string{"-x", "c", "-std=c99"}},
		{cmp.Or(os.Getenv("CXX"), "c++"), []string{"-x", "c++", "-std=c++11"}},
	} {
		t.Run(c.compiler, func(t *testing.T) {
			compiler, err := exec.LookPath(c.compiler)
			if err != nil {
				t.Skip("no compiler: ", err)
			}
			dir := t.TempDir()
			out := filepath.Join(dir, "a.out")
			flags := append(c.flags, "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", "-I", ".", "-o", out, "-")
			cmd := exec.Command(compiler, flags...)
			cmd.Stdin = strings.NewReader(program)
			if text, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			run := exec.Command(out)
			var errs bytes.Buffer
			run.Stderr = &errs
			text, err := run.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, errs.Bytes())
			}
			checkHeader(t, string(text))
		})
	}
}

// TestHeaderWindows compiles the header for Windows, if there is a compiler for it.
func TestHeaderWindows(t *testing.T) {
	compiler, err := exec.LookPath("x86_64-w64-mingw32-gcc")
	if err != nil {
		t.Skip("no compiler: ", err)
	}
	const program = `
#include "threadlens_scenario.h"
int main(void) {
	if (tls_open(0) != 0) return 1;
	tls_span s = tls_begin("request", 0, 42);
	tls_step(&s, "parsed");
	tls_end(&s);
	tls_flag("full");
	tls_message("words");
	tls_close();
	return tls_lost() != 0;
}
`
	out := filepath.Join(t.TempDir(), "a.exe")
	cmd := exec.Command(compiler, "-x", "c", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I", ".", "-o", out, "-", "-ladvapi32")
	cmd.Stdin = strings.NewReader(program)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// checkHeader compares markers, which have no newlines between them, with those of the Go package.
func checkHeader(t *testing.T, text string) {
	t.Helper()
	at := 0
	for _, part := range []string{
		"S|", "|request|1|tl1 c=42", "I|", "|parsed|tl1 s=1 e=", " t=", " c=42", "S|", "|a/b |2|tl1 c=42 p=1",
		"F|", "|a/b |2|tl1 e=", " t=", " c=42 p=1", "F|", "|request|1|tl1 e=", " t=", " c=42",
		"I|", "|full|tl1 f", "I|", "|?|tl1 m", "I|", "|" + strings.Repeat("é", maxName/2) + "|tl1 f",
	} {
		i := strings.Index(text[at:], part)
		if i < 0 {
			t.Fatalf("no %q behind %q in %q", part, text[:at], text)
		}
		at += i + len(part)
	}
	if at != len(text) {
		t.Errorf("%q is too much", text[at:])
	}
}
