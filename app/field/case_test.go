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

// head is the head of a case that is whole.
const head = "#| title: a lion waits\n#| truth: its keeper's log\n"

func TestParseCase(t *testing.T) {
	text := head + `#| needs: lion zoo/*/cage=zoo-tools
#| record: --pid PID --for 3s
#| disturbed: 20 %
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
		title: "a lion waits", truth: "its keeper's log", disturbed: 20,
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

// TestScripts checks what a run of the scripts would show too late: their syntax, their
// steps, what they share, and that make field installs what they need.
func TestScripts(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	installed := packages(t)
	ports := map[string]string{}
	used := map[string]bool{}
	for _, c := range scripts(t) {
		text, err := os.ReadFile(c.script)
		if err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(bash, "-n", c.script).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", c.script, err, out)
		}
		steps := []string{"truth)", "run)"}
		if len(c.flags) > 0 {
			steps = []string{"truth)", "prepare)"}
		}
		for _, step := range steps {
			if !strings.Contains(string(text), "\n"+step) {
				t.Errorf("%s has no %s", c.script, step)
			}
		}
		for _, either := range c.numbers {
			for _, n := range either {
				if !strings.Contains(string(text)+helpers(t, string(text)), n.key+" ") {
					t.Errorf("%s never prints %q", c.script, n.key)
				}
			}
		}
		for _, n := range c.needs {
			if !installed[n.pkg] {
				t.Errorf("%s needs %s, which .ci/setup field does not install", c.script, n.pkg)
			}
		}
		for _, m := range port.FindAllString(string(text), -1) {
			if other := ports[m]; cmp.Or(other, c.name) != c.name {
				t.Errorf("%s and %s both listen on %s", other, c.name, m)
			}
			ports[m] = c.name
		}
		for _, m := range helper.FindAllStringSubmatch(string(text), -1) {
			used[m[1]] = true
			if _, err := os.Stat(filepath.Join("cases", m[1])); err != nil {
				t.Errorf("%s: %v", c.script, err)
			}
		}
	}
	files, err := os.ReadDir("cases")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".sh") && f.Name() != "common" && !used[f.Name()] {
			t.Errorf("no script uses %s", f.Name())
		}
	}
}

var (
	port   = regexp.MustCompile(`\b181\d\d\b`)
	helper = regexp.MustCompile(`"\$here/([\w.]+)"`)
)

// helpers are the texts of the programs that a script runs.
func helpers(t *testing.T, script string) (all string) {
	t.Helper()
	for _, m := range helper.FindAllStringSubmatch(script, -1) {
		text, err := os.ReadFile(filepath.Join("cases", m[1]))
		if err != nil {
			t.Fatal(err)
		}
		all += string(text)
	}
	return all
}

// packages are those that .ci/setup field installs, and those that are always there.
func packages(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile("../../.ci/setup")
	if err != nil {
		t.Fatal(err)
	}
	_, list, ok := strings.Cut(string(text), "\nfield=(")
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
