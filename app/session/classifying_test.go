package session

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"threadlens/model"
	"threadlens/model/classify"
	"threadlens/model/modeltest"
)

// TestLearnKeepsWhatIsLookedAt classifies the open trace: the place and all choices stay, and the
// wait has its new category.
func TestLearnKeepsWhatIsLookedAt(t *testing.T) {
	s := opened(t)
	s.Select(at(t, s, 6420, 100*ms))
	s.Mark(model.Range{From: 10 * ms, To: 300 * ms})
	s.SetCursor(CursorA, 20*ms)
	s.AddBookmark(Bookmark{Name: "here", Range: model.Range{From: 5 * ms, To: 5 * ms}, Thread: model.NoThread, Kept: true})
	s.ShowMarked()
	before, rows := s.Remember(), s.Rows()
	selected := s.Selected()
	if f, _ := s.Facts(); value(f, "Wait function") != "" {
		t.Error("a function is known before anybody looked")
	}
	var told Change
	s.Subscribe(func(c Change) { told |= c })
	known, problems := Classify(s.Trace(), "")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	s.Learn(known)
	if s.Trace() != known || told != ChangedKnown {
		t.Errorf("told %b", told)
	}
	if after := s.Remember(); !reflect.DeepEqual(before, after) || s.Selected() != selected {
		t.Errorf("%+v became %+v", before, after)
	}
	if s.Rows() == rows || len(s.Rows().List) != len(rows.List) {
		t.Errorf("%d rows, then %d", len(rows.List), len(s.Rows().List))
	}
	f, _ := s.Facts()
	for label, want := range map[string]string{
		"Wait function": "JIT_New (rule clr-gc-wait)", "Called from": "Worker",
		"Evidence": "", "Reason": "waiting for garbage collection", "Notes": "",
	} {
		if got := value(f, label); got != want {
			t.Errorf("%s: %q, want %q", label, got, want)
		}
	}
	s.Close()
	s.Learn(known)
	if s.Trace() != nil {
		t.Error("a closed trace came back")
	}
}

// TestDecidedBy has the evidence that decided where no wait reason did.
func TestDecidedBy(t *testing.T) {
	for _, c := range []struct{ line, wake, api, decided string }{
		{"10us cpu0 switch 1 idle wait linux=D stack=1", "", "filemap_fault (rule linux-hard-fault)", ""},
		{"10us cpu0 switch 1 idle wait linux=S", " ctx=timer", "", "a timer ended the wait, and nothing else is known"},
		{"10us cpu0 switch 1 idle wait", "", "", "the trace shows no wait reason, or an unknown one"},
		{"9us cpu0 sample 1 stack=2\n10us cpu0 switch 1 idle wait linux=S", "", "fsync (rule linux-flush)", "a thread of another process ended the wait, and nothing else is known"},
		{"9us cpu0 call 1 enter futex op=0\n10us cpu0 switch 1 idle wait linux=S stack=2", "", "fsync (rule linux-flush)", ""},
	} {
		s := New()
		tr := modeltest.Parse(t, "d", `threadlens-trace 1
cpus 2
span 0us 100us
os linux
thread 1 pid=10
thread 2 pid=20
stack 1 "kernel!schedule" "kernel!filemap_fault" "app!main"
stack 2 "libc.so.6!fsync" "app!main"
0us cpu0 switch idle 1 preempt
0us cpu1 switch idle 2 preempt
`+c.line+"\n50us cpu1 wake 1"+c.wake+"\n60us cpu0 switch idle 1 preempt\n")
		known, _ := Classify(tr, "")
		s.SetWidth(500)
		s.Open(Source{}, known)
		s.Select(at(t, s, 1, 20*us))
		f, _ := s.Facts()
		if got := value(f, "Evidence"); got != c.decided {
			t.Errorf("%s: decided by %q, want %q", c.line, got, c.decided)
		}
		if got := value(f, "Wait function"); got != c.api {
			t.Errorf("%s: in %q, want %q", c.line, got, c.api)
		}
	}
}

// TestUsersRules reads them from the folder of the settings.
func TestUsersRules(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, classify.FileName), []byte("oops\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, problems := Classify(opened(t).Trace(), dir); len(problems) != 1 {
		t.Errorf("problems: %v", problems)
	}
}
