package command_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/app/session/find"
	"threadlens/model/measure"
)

// TestOneCountOfThreads: the window and the command line count the same threads, those that can be
// shown: in the title of a report, in its note, in the rows of the picture, in the choice of processes
// and in the search.
func TestOneCountOfThreads(t *testing.T) {
	files := scopedFiles()
	if slow := "etl/win7-xperf-cswitch-slow-ppt.zip"; os.Getenv("THREADLENS_TRACES") != "" {
		files = append(files, filepath.Join(os.Getenv("THREADLENS_TRACES"), slow))
	}
	for _, file := range files {
		s, tr := opened(t, file)
		visible := measure.Visible(tr)
		want := fmt.Sprintf("%d of %s", len(s.VisibleThreads()), measure.Plural(len(visible), "thread", "threads"))
		q, _ := s.AnyReport("threads")
		content, err := q.Run()
		if err != nil {
			t.Fatal(err)
		}
		if title, note := content.Table.Scope, content.Table.Notes[0]; !strings.HasSuffix(title, want) || !strings.HasPrefix(note, want+" in ") {
			t.Errorf("%s: the window has %q and %q, want %s", file, title, note, want)
		}
		if out, _, _ := run(context.Background(), "report", "threads", file); strings.Count(out, want) != 2 {
			t.Errorf("%s: not twice %q on the command line:\n%.200s", file, want, out)
		}
		var picked int64
		for _, p := range s.PickTargets().Items {
			picked += p.Threads.Int
		}
		groups := find.NewIndex(tr).Find("", nil, s.Window(), s.Terms()).Groups
		if picked != int64(len(visible)) || groups[0].Subject != find.SubjectThread || groups[0].Total != len(visible) {
			t.Errorf("%s: %d threads to pick from, %d %s to find, want %d", file, picked, groups[0].Total, groups[0].Subject, len(visible))
		}
		if s.ToggleAll(); s.Rows().Total != len(visible) {
			t.Errorf("%s: the rows have %d threads, want %d", file, s.Rows().Total, len(visible))
		}
	}
}
