package classify_test

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/classify"
)

// FuzzTable: whatever a file of signatures contains, unreadable parts are reported with their
// line, the rest is applied to stacks, and only the reasons of waits can change.
func FuzzTable(f *testing.F) {
	for _, text := range []string{
		"rule own L Lock any\n  app!wait* lock\n  under app!work\n  outside main\n  note mine # a comment\n",
		"library app*\nnamespace Own.*\nreentry app!loop*\nrule linux-sleep S Timed linux\n",
		"rule own L Lock any general result descriptor idle dispatch\n  nt|kernel!*?* !\n",
		"rule own X Lock any\n  a\n\tb\nrule\nrule a L none any\nrule a L Lock here\nrule a L Lock any maybe\nunknown\n  a!b!c\n",
		"rule own G Generic any\n  *a*a*a*a*b\n  under\n  outside\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		table, problems := classify.Extended("own", text)
		lines := strings.Count(text, "\n") + 1
		for _, p := range problems {
			if p.Line < 1 || p.Line > lines || p.Text == "" || p.File != "own" {
				t.Errorf("%+v of %d lines", p, lines)
			}
		}
		for _, r := range table.Rules() {
			if table.Rule(r.Name) != r || r.Class > classify.ClassGeneric {
				t.Errorf("%+v is not the rule of its name", r)
			}
		}
		for _, os := range []string{"linux", "windows"} {
			before := waiting(t, os, weakReason(os), "libc!wait app!lock libc!read kernel!do_wait app!work aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!a main")
			a, b := theWait(t, before), theWait(t, table.Apply(before))
			if a.Range != b.Range || b.State != model.Waiting || b.Category >= model.NumCategories {
				t.Errorf("%+v became %+v", a, b)
			}
		}
	})
}
