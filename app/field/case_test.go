package main

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// head is the head of a complete case.
const head = "#| title: a lion waits\n#| truth: its keeper's log\n"

func TestParseCase(t *testing.T) {
	text := head + `#| needs: lion zoo/*/cage=zoo-tools
#| record: --pid PID --for 3s
#| disturbed: 20 %
#| idle: 40 %
#| rules: E2 E22
#| words: take turns | one at a time
#| words: sleep
#| names: lion
#| number: waited within 5 % | share within 2.5 points
#| never: I/O | herd
#| never: disk
echo
#| title: not in the head
`
	c, err := parseCase([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := &fieldCase{
		title: "a lion waits", truth: "its keeper's log", disturbed: 20, idle: 40,
		needs: []need{{"lion", "lion"}, {"zoo/*/cage", "zoo-tools"}},
		flags: []string{"--pid", "PID", "--for", "3s"},
		expectation: expectation{
			rules: []string{"E2", "E22"}, words: [][]string{{"take turns", "one at a time"}, {"sleep"}}, names: [][]string{{"lion"}},
			numbers: [][]number{{{"waited", 5, false}, {"share", 2.5, true}}}, never: []string{"I/O", "herd", "disk"},
		},
	}
	if d := gocmp.Diff(want, c, gocmp.AllowUnexported(fieldCase{}, need{}, expectation{}, number{})); d != "" {
		t.Error(d)
	}
}

func TestParseCaseErrors(t *testing.T) {
	const cause = "#| words: waits\n#| names: lion\n#| never: herd\n"
	for _, c := range []struct{ text, want string }{
		{head + cause, ""},
		{head + "#| healthy: it sleeps\n", ""},
		{cause, "title and truth are needed"},
		{head, "needs words, names and never"},
		{head + "#| words: waits\n#| names: lion\n", "needs words, names and never"},
		{head + "#| words: waits\n#| never: herd\n", "needs words, names and never"},
		{head + "#| names: lion\n#| never: herd\n", "needs words, names and never"},
		{head + cause + "#| healthy: it sleeps\n", "a healthy case has no cause"},
		{head + "#| healthy: it sleeps\n#| rules: E1\n", "a healthy case has no cause"},
		{head + "#| healthy: it sleeps\n#| never: herd\n", "a healthy case has no cause"},
		{head + "#| healthy:\n", `line 3: "healthy:" is not key: value`},
		{head + "#| lion\n", `line 3: "lion" is not key: value`},
		{head + "#| tiger: 1\n", `line 3: nothing is called "tiger"`},
		{head + cause + "#| number: waited\n", "is not KEY within N %"},
		{head + cause + "#| number: waited within 5 ms\n", "is not KEY within N %"},
		{head + cause + "#| number: waited below 5 %\n", "is not KEY within N %"},
		{head + cause + "#| number: waited within 0 %\n", "no number above 0"},
		{head + cause + "#| number: waited within five %\n", "no number above 0"},
		{head + cause + "#| disturbed: 0 %\n", "is not N %, above 0"},
		{head + cause + "#| idle: -1 %\n", "is not N %, above 0"},
		{head + cause + "#| disturbed: much\n", "is not N %, above 0"},
	} {
		_, err := parseCase([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

func TestMissing(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "cage"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := fieldCase{needs: []need{
		{"no such command", "lions"},
		{dir + "/c*e", "cages"},
		{dir + "/d*e", "tigers"},
		{"no other command", "lions"},
		{"sh", "shells"},
	}}
	if got := c.missing(); !slices.Equal(got, []string{"lions", "tigers"}) {
		t.Errorf("%v", got)
	}
}

// scripts are the cases of the repository.
func scripts(t *testing.T) []fieldCase {
	t.Helper()
	list, err := readCases("cases", "")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestReadCases(t *testing.T) {
	list := scripts(t)
	healthy := 0
	for i := range list {
		if list[i].healthy != "" {
			healthy++
		}
	}
	if faults := len(list) - healthy; faults < 25 || healthy < 8 {
		t.Errorf("%d faults, %d healthy", faults, healthy)
	}
	two, err := readCases("cases", "fio,xz-")
	if err != nil || len(two) != 2 || two[0].name != "fio-depth" || two[1].name != "xz-single" {
		t.Errorf("%+v, %v", two, err)
	}
	if _, err := readCases("cases", "no such case"); err == nil {
		t.Error("a case that is not there was read")
	}
}

// TestScripts checks what running the scripts would show too late: their syntax, their steps, that
// they print their truth, and that make field installs what they need.
func TestScripts(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	installed := packages(t)
	for _, c := range scripts(t) {
		text := read(t, c.script)
		if out, err := exec.Command(bash, "-n", c.script).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", c.script, err, out)
		}
		setUp := "run)"
		if len(c.flags) > 0 {
			setUp = "prepare)"
		}
		for _, step := range []string{setUp, "truth)"} {
			if !strings.Contains(text, "\n"+step) {
				t.Errorf("%s has no %s", c.script, step)
			}
		}
		printed := text + helpers(t, text)
		for _, n := range slices.Concat(c.numbers...) {
			if !strings.Contains(printed, n.key+" ") {
				t.Errorf("%s never prints %q", c.script, n.key)
			}
		}
		for _, n := range c.needs {
			if !installed[n.pkg] {
				t.Errorf("%s needs %s, which .ci/setup field does not install", c.script, n.pkg)
			}
		}
	}
}

// TestSharing checks that no two scripts listen on the same port, that the files that they use
// exist, and that all files are used.
func TestSharing(t *testing.T) {
	ports, used := map[string]string{}, map[string]bool{"common": true}
	for _, c := range scripts(t) {
		text := read(t, c.script)
		used[filepath.Base(c.script)] = true
		for _, m := range port.FindAllString(text, -1) {
			if other := ports[m]; cmp.Or(other, c.name) != c.name {
				t.Errorf("%s and %s both listen on %s", other, c.name, m)
			}
			ports[m] = c.name
		}
		for _, m := range helper.FindAllStringSubmatch(text, -1) {
			used[m[1]] = true
		}
	}
	files, err := os.ReadDir("cases")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !used[f.Name()] {
			t.Errorf("no script uses %s", f.Name())
		}
		delete(used, f.Name())
	}
	for name := range used {
		t.Errorf("a script uses %s, which is not there", name)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	port   = regexp.MustCompile(`\b181\d\d\b`)
	helper = regexp.MustCompile(`"\$here/([\w.]+)"`)
)

// helpers are the texts of the programs that a script runs.
func helpers(t *testing.T, script string) (all string) {
	t.Helper()
	for _, m := range helper.FindAllStringSubmatch(script, -1) {
		all += read(t, filepath.Join("cases", m[1]))
	}
	return all
}

// packages are those that .ci/setup field installs, and those that are always there.
func packages(t *testing.T) map[string]bool {
	t.Helper()
	_, list, ok := strings.Cut(read(t, "../../.ci/setup"), "\nfield=(")
	list, _, closed := strings.Cut(list, ")")
	if !ok || !closed {
		t.Fatal(".ci/setup has no list of packages called field")
	}
	all := map[string]bool{}
	for word := range strings.FieldsSeq(list + " coreutils findutils util-linux gzip dash golang-go") {
		all[word] = true
	}
	return all
}
