package container

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const guid1, guid2 = "B605F219-C76C-43B0-AC93-E3A4E37C3E35", "{1804E697-BC82-40D3-95F7-7D72D3B9E9D5}"

var groupTests = []struct {
	name string
	in   []string
	want [][]string
}{
	{"nothing", nil, [][]string{}},
	{"one", []string{"a.etl"}, [][]string{{"a.etl"}}},
	{
		"strangers",
		[]string{"b.etl", "a.etl", "a.txt", "a.kernel.txt", "a.txt"},
		[][]string{{"b.etl"}, {"a.etl"}, {"a.txt"}, {"a.kernel.txt"}, {"a.txt"}},
	},
	{"user and kernel", []string{"x.kernel.etl", "x.etl"}, [][]string{{"x.etl", "x.kernel.etl"}}},
	{
		"PerfView",
		[]string{"PerfViewData.clrRundown.etl", "PerfViewData.etl", "other.etl", "PerfViewData.kernel.etl"},
		[][]string{{"PerfViewData.etl", "PerfViewData.kernel.etl", "PerfViewData.clrRundown.etl"}, {"other.etl"}},
	},
	{
		"Diagnostics Hub",
		[]string{"d/diaghub.user_paged.1.etl", "d/diaghub.user_injected.1.etl", "d/diaghub.kernel.1.etl", "d/diaghub.etl"},
		[][]string{{"d/diaghub.etl", "d/diaghub.kernel.1.etl", "d/diaghub.user_injected.1.etl", "d/diaghub.user_paged.1.etl"}},
	},
	{
		"numbers",
		[]string{"d.kernel.10.etl", "d.kernel.2.etl", "d.kernel.etl"},
		[][]string{{"d.kernel.etl", "d.kernel.2.etl", "d.kernel.10.etl"}},
	},
	{"Concurrency Visualizer", []string{"t.user.etl", "t.kernel.etl"}, [][]string{{"t.kernel.etl", "t.user.etl"}}},
	{
		"folders",
		[]string{"a/x.etl", "b/x.kernel.etl", `a\x.kernel.etl`},
		[][]string{{"a/x.etl", `a\x.kernel.etl`}, {"b/x.kernel.etl"}},
	},
	{
		"folders of a diagsession",
		[]string{guid1 + "/sc.user_aux.etl", guid2 + "/sc.kernel.etl"},
		[][]string{{guid2 + "/sc.kernel.etl", guid1 + "/sc.user_aux.etl"}},
	},
	{
		"two of a kind",
		[]string{guid1 + "/sc.user_aux.etl", guid2 + "/sc.user_aux.etl", guid2 + "/sc.kernel.etl"},
		[][]string{{guid1 + "/sc.user_aux.etl"}, {guid2 + "/sc.kernel.etl", guid2 + "/sc.user_aux.etl"}},
	},
	{"letters", []string{"Trace.ETL", "TRACE.Kernel.etl"}, [][]string{{"Trace.ETL", "TRACE.Kernel.etl"}}},
	{
		"letters that count",
		[]string{"a.kernel.etl", "A.etl", "a.etl"},
		[][]string{{"a.etl", "a.kernel.etl"}, {"A.etl"}},
	},
	{
		"dots in the name",
		[]string{"my.user.story.etl", "my.etl", "my.1.etl", "v1.2.kernel.etl", "v1.2.etl"},
		[][]string{{"my.user.story.etl"}, {"my.etl"}, {"my.1.etl"}, {"v1.2.etl", "v1.2.kernel.etl"}},
	},
	{
		"no name in front",
		[]string{"kernel.etl", "user.etl", ".kernel.etl", ".etl", "", "1.etl", "9999999999999999999.etl"},
		[][]string{{"kernel.etl"}, {"user.etl"}, {".kernel.etl"}, {".etl"}, {""}, {"1.etl"}, {"9999999999999999999.etl"}},
	},
}

func TestGroups(t *testing.T) {
	for _, test := range groupTests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, Groups(test.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzGroups: whatever the names, each is in one group, and the order of the names affects at most
// the order of the groups.
func FuzzGroups(f *testing.F) {
	f.Add("x.etl\nx.kernel.etl\nX.user.1.etl\na/b.txt\n{1804E697-BC82-40D3-95F7-7D72D3B9E9D5}/x.clr.etl")
	f.Fuzz(func(t *testing.T, text string) {
		names := strings.Split(text, "\n")
		groups := Groups(names)
		all := slices.Concat(groups...)
		back := slices.Clone(names)
		slices.Sort(all)
		slices.Sort(back)
		if !slices.Equal(all, back) {
			t.Fatalf("%q became %q", names, groups)
		}
		slices.Reverse(names)
		again := Groups(names)
		sortGroups(groups)
		sortGroups(again)
		if diff := cmp.Diff(groups, again); diff != "" {
			t.Error(diff)
		}
	})
}

func sortGroups(g [][]string) { slices.SortFunc(g, slices.Compare) }

func TestSiblings(t *testing.T) {
	dir := t.TempDir()
	write := func(names ...string) {
		for _, n := range names {
			if err := os.WriteFile(filepath.Join(dir, n), []byte("x"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("x.etl", "x.kernel.etl", "x.clrRundown.etl", "y.etl", "x.kernel.txt", "xx.kernel.etl",
		"cv.CvTrace", "cv.CvData", "cv.user.etl", "cv.kernel.etl", "lost.CvTrace", "merged.CvTrace", "merged.etl")
	if err := os.Mkdir(filepath.Join(dir, "x.user.etl"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][]string{
		"x.etl":          {"x.kernel.etl", "x.clrRundown.etl"},
		"x.kernel.etl":   {"x.etl", "x.clrRundown.etl"},
		"y.etl":          nil,
		"x.kernel.txt":   nil,
		"gone.etl":       nil,
		"cv.CvTrace":     {"cv.kernel.etl", "cv.user.etl"},
		"cv.CvData":      {"cv.kernel.etl", "cv.user.etl"},
		"cv.user.etl":    {"cv.kernel.etl"},
		"lost.CvTrace":   nil,
		"merged.CvTrace": {"merged.etl"},
	} {
		var full []string
		for _, w := range want {
			full = append(full, filepath.Join(dir, w))
		}
		if diff := cmp.Diff(full, Siblings(filepath.Join(dir, path))); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	if got := Siblings(filepath.Join(dir, "none", "x.etl")); got != nil {
		t.Errorf("in a folder that is not there: %q", got)
	}
	t.Chdir(dir)
	if diff := cmp.Diff([]string{"x.kernel.etl", "x.clrRundown.etl"}, Siblings("x.etl")); diff != "" {
		t.Errorf("without a folder: %s", diff)
	}
}

func TestExplainCvTrace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "run.CVTrace")
	err := ExplainCvTrace(path)
	oneClearLine(t, "without the recording", err)
	if !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), "run.kernel.etl") || !strings.Contains(err.Error(), "delete them") {
		t.Errorf("without the recording: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "run.user.etl"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err = ExplainCvTrace(path)
	oneClearLine(t, "with it", err)
	if !strings.Contains(err.Error(), "run.user.etl in the same folder") || strings.Contains(err.Error(), "kernel") {
		t.Errorf("with it: %v", err)
	}
	for _, other := range []string{"run.etl", "CvTrace", ".cvtrace", "", "run.cvtrace.etl"} {
		if err := ExplainCvTrace(other); err != nil {
			t.Errorf("%s: %v", other, err)
		}
	}
}

// TestRolesOfNames: the part of a name that is its role must follow something.
func TestRolesOfNames(t *testing.T) {
	for name, want := range map[string]etlName{
		"a.user.etl":    {base: "a", role: 3, part: "user"},
		"a.b.etl":       {base: "a.b"},
		".user.etl":     {base: ".user"},
		"user.etl":      {base: "user"},
		"a.user.7.etl":  {base: "a", role: 3, part: "user", number: 7},
		".7.etl":        {base: ".7"},
		"a.userdef.etl": {base: "a", role: 3, part: "userdef"},
	} {
		want.full, want.isETL = name, true
		if got := parse(name); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}
