package export_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"threadlens/app/export"
	"threadlens/model/report"
)

// fitting is a table with a column of every kind that fitting treats differently.
func fitting() *report.Table {
	word := func(s string) report.Value { return report.Value{Kind: report.KindText, Text: s} }
	n := func(v int64) report.Value { return report.Value{Kind: report.KindCount, Int: v} }
	return &report.Table{
		Name: "fitting", Title: "Fitting",
		Columns: []report.Column{
			{Name: "name", Title: "Name", Kind: report.KindText},
			{Name: "file", Title: "File", Kind: report.KindText},
			{Name: "why", Title: "Why", Kind: report.KindText, Prose: true},
			{Name: "minor", Title: "Minor number", Kind: report.KindCount, Minor: true},
			{Name: "count", Title: "Number of all", Kind: report.KindCount},
		},
		Rows: [][]report.Value{
			{word("a-thread-with-a-long-name"), word("/usr/lib/x86_64-linux-gnu/libc.so.6"), word("It waited for a lock whose owner did not run."), n(1), n(22)},
			{word("b"), word("/bin/b"), {}, n(3), n(4)},
		},
		Total: []report.Value{word("Total"), {}, {}, n(4), n(26)},
		Notes: []string{"A note that has more words than a narrow line has room for."},
	}
}

func fit(t *testing.T, table *report.Table, width int) string {
	t.Helper()
	var b strings.Builder
	if err := export.WriteText(&b, table, export.Look{Width: width}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestFit: sentences go below their rows, headings are broken, texts shortened, minor columns and
// then others left out, and a line tells what is missing.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		width int
		want  string
	}{
		{138, `Fitting

Name                       File                                 Minor number  Number of all  Why
a-thread-with-a-long-name  /usr/lib/x86_64-linux-gnu/libc.so.6             1             22  It waited for a lock whose owner did not run.
b                          /bin/b                                          3              4
-------------------------  -----------------------------------  ------------  -------------  ---------------------------------------------
Total                                                                      4             26

A note that has more words than a narrow line has room for.
`},
		{137, `Fitting

Name                       File                                 Minor number  Number of all  Why
a-thread-with-a-long-name  /usr/lib/x86_64-linux-gnu/libc.so.6             1             22  It waited for a lock whose owner did not
                                                                                             run.
b                          /bin/b                                          3              4
-------------------------  -----------------------------------  ------------  -------------  --------------------------------------------
Total                                                                      4             26

A note that has more words than a narrow line has room for.
`},
		{70, `Fitting

                                                         Minor  Number
Name                       File                         number  of all
a-thread-with-a-long-name  …x86_64-linux-gnu/libc.so.6       1      22
    It waited for a lock whose owner did not run.
b                          /bin/b                            3       4
-------------------------  ---------------------------  ------  ------
Total                                                        4      26

1 text shortened: --wide shows all

A note that has more words than a narrow line has room for.
`},
		{40, `Fitting

                                  Number
Name             File             of all
a-threa…ng-name  …-gnu/libc.so.6      22
    It waited for a lock whose owner did
    not run.
b                /bin/b                4
---------------  ---------------  ------
Total                                 26

1 column left out, 2 texts shortened:
--wide shows all, --columns NAMES
selects it

A note that has more words than a narrow
line has room for.
`},
	} {
		if diff := cmp.Diff(c.want, fit(t, fitting(), c.width)); diff != "" {
			t.Errorf("%d (-want +got)\n%s", c.width, diff)
		}
	}
}

// TestLinesFit: at no width is a line longer, whatever a table has.
func TestLinesFit(t *testing.T) {
	deep := &report.Table{Title: "Deep", Columns: []report.Column{{Name: "f", Title: "F", Kind: report.KindText, Nested: true}}}
	for i := range 100 {
		deep.Rows = append(deep.Rows, []report.Value{{Kind: report.KindText, Text: "function"}})
		deep.Levels = append(deep.Levels, uint8(i))
	}
	for _, table := range []*report.Table{fitting(), sample(), deep} {
		for width := 40; width < 200; width++ {
			for line := range strings.Lines(fit(t, table, width)) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
					t.Errorf("%s at %d: a line of %d: %s", table.Title, width, n, line)
				}
			}
		}
	}
}

// TestLinesEndBetweenWords: a line does not end between a number and its unit, nor within a range.
func TestLinesEndBetweenWords(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		first string
	}{
		{"Waits of one thread, 10 of 22, in 0.000 – 131.232 ms", 51, "Waits of one thread, 10 of 22, in"},
		{"Waits of one thread, 10 of 22, in 0.000 – 131.232 ms", 52, "Waits of one thread, 10 of 22, in 0.000 – 131.232 ms"},
		{"The longest of all the waits for it took 4.2 s, and more", 44, "The longest of all the waits for it took"},
		{"The longest of all the waits for it took 4.2 s, and more", 47, "The longest of all the waits for it took 4.2 s,"},
		{"The files that were read have a sum of 12 GiB", 43, "The files that were read have a sum of"},
		{"The number of the shown threads is now 42 threads", 43, "The number of the shown threads is now 42"},
		{"What comes before this dash is no number – or is it", 42, "What comes before this dash is no number –"},
	} {
		table := &report.Table{Title: c.text, Columns: []report.Column{{Name: "f", Title: "F", Kind: report.KindText}}}
		if got, _, _ := strings.Cut(fit(t, table, c.width), "\n"); got != c.first {
			t.Errorf("%q at %d: %q, want %q", c.text, c.width, got, c.first)
		}
	}
}

// TestColours: headings are bold, severities coloured, lower bounds and the unknown dim; without the
// escape sequences the text is the same.
func TestColours(t *testing.T) {
	table := fitting()
	table.Columns[1].Name = "severity"
	table.Rows[0][1].Text = "problem"
	table.Rows[1][1].Text = "info"
	table.Rows[1][0].Text = "Unknown"
	table.Rows[0][4].AtLeast = true
	for _, width := range []int{0, 50} {
		var b strings.Builder
		if err := export.WriteText(&b, table, export.Look{Width: width, Colour: true}); err != nil {
			t.Fatal(err)
		}
		got := b.String()
		for _, want := range []string{"\x1b[1mFitting\x1b[0m\n", "\x1b[1mName\x1b[0m", "\x1b[31mproblem\x1b[0m", "\x1b[36minfo\x1b[0m", "\x1b[2mUnknown\x1b[0m", "\x1b[2m≥22\x1b[0m", "\x1b[2m-----"} {
			if !strings.Contains(got, want) {
				t.Errorf("%d: no %q in %q", width, want, got)
			}
		}
		if bare := regexp.MustCompile("\x1b\\[[0-9]+m").ReplaceAllString(got, ""); bare != fit(t, table, width) {
			t.Errorf("%d: %q without colours", width, bare)
		}
	}
}
