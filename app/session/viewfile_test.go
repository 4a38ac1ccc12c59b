package session

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"threadlens/app/session/keep"
	"threadlens/model"
	"threadlens/timeline"
)

// arranged is a session in which everything that is remembered differs from its default.
func arranged(t *testing.T) *Session {
	t.Helper()
	s := opened(t)
	s.source.ID = keep.Identity{Name: "story", Size: 7, Hash: "abc"}
	s.Show(model.Range{From: 100 * ms, To: 300 * ms}, MoveJump)
	s.Show(model.Range{From: 110 * ms, To: 200 * ms}, MoveJump)
	s.Undo()
	s.Mark(model.Range{From: 120 * ms, To: 130 * ms})
	s.SetCursor(CursorA, 0)
	s.SetCursor(CursorB, 252*ms)
	s.Select(at(t, s, 6420, 100*ms))
	b, _ := s.Markable()
	b.Kept = true
	s.AddBookmark(b)
	s.AddBookmark(Bookmark{Name: "instant", Range: model.Range{From: 9 * ms, To: 9 * ms}, Thread: model.NoThread, Kept: true})
	s.AddBookmark(Bookmark{Name: "not kept", Range: model.Range{From: 10 * ms, To: 10 * ms}, Thread: model.NoThread})
	s.Hide()
	s.SetSort(timeline.SortStart + 2)
	s.Choose([]model.ProcIx{s.Targets()[0]})
	return s
}

func TestReopeningFindsEverythingAsItWas(t *testing.T) {
	was := arranged(t)
	saved := was.Remember()
	data, err := saved.Encode()
	if err != nil {
		t.Fatal(err)
	}
	v, err := keep.DecodeView(data)
	if err != nil || !reflect.DeepEqual(v, saved) {
		t.Fatalf("%v: read %+v, wrote %+v", err, v, saved)
	}
	s := opened(t)
	s.source.ID = was.source.ID
	s.Restore(v)
	if s.Window() != was.Window() || s.Marked() != was.Marked() || s.cursors != was.cursors {
		t.Errorf("window %v, range %v, cursors %v; was %v, %v, %v",
			s.Window(), s.Marked(), s.cursors, was.Window(), was.Marked(), was.cursors)
	}
	if markNames(s) != "6420: Synchronization 250 ms, instant" {
		t.Errorf("marks %q", markNames(s))
	}
	if !reflect.DeepEqual(s.VisibleThreads(), was.VisibleThreads()) || s.Hidden() != 1 || s.Sort() != was.Sort() {
		t.Errorf("threads %v, sort %v; was %v, %v", s.VisibleThreads(), s.Sort(), was.VisibleThreads(), was.Sort())
	}
	if !s.CanUndo() || !s.CanRedo() {
		t.Error("the history is gone")
	}
	if again := s.Remember(); !reflect.DeepEqual(again, saved) {
		t.Errorf("remembered again: %+v, was %+v", again, saved)
	}
	s.Undo()
	was.Undo()
	if s.Window() != was.Window() {
		t.Errorf("undo shows %v, want %v", s.Window(), was.Window())
	}
}

func TestHistoryKeepsAHundredSteps(t *testing.T) {
	s := opened(t)
	for i := range 150 {
		s.Show(model.Range{From: model.Time(i) * ms, To: model.Time(i+100) * ms}, MoveJump)
	}
	v := s.Remember()
	if len(v.Back) != historySteps {
		t.Fatalf("%d steps are kept", len(v.Back))
	}
	v.Back = append(v.Back, v.Back...)
	o := opened(t)
	o.Restore(v)
	n := 0
	for ; o.CanUndo(); n++ {
		o.Undo()
	}
	if n != historySteps {
		t.Errorf("%d steps of undo, want %d", n, historySteps)
	}
}

// Existing marks survive a view from somebody else.
func TestRestoreAddsMarks(t *testing.T) {
	v := arranged(t)
	s := opened(t)
	s.AddBookmark(Bookmark{Name: "mine", Range: model.Range{From: 5, To: 6}, Thread: model.NoThread, Kept: true})
	s.Restore(v.Remember())
	if markNames(s) != "mine, 6420: Synchronization 250 ms, instant" {
		t.Errorf("marks %q", markNames(s))
	}
}

func TestViewOfAnotherTrace(t *testing.T) {
	v := arranged(t).Remember()
	v.Window, v.Range = keep.Span{-keep.Farthest, keep.Farthest}, keep.Span{keep.Farthest - 1, keep.Farthest}
	far := model.Time(keep.Farthest)
	v.CursorA = &far
	v.Rows = keep.Arrangement{
		Targets: []string{"99 x", "kernel"}, Expanded: map[string]bool{"kernel": true, "x": true, "disk nowhere": false},
		Hidden: []string{"1.7", ""}, Pinned: []string{"1.7"}, SpansOf: []string{"?"}, Sort: "by heart", Group: "by taste", Filter: "/(/",
	}
	v.Marks = append(v.Marks, keep.ViewMark{Name: "beyond", Range: keep.Span{keep.Farthest - 1, keep.Farthest}, Thread: "6420.0"}, keep.ViewMark{Name: "unknown thread", Range: keep.Span{1, 2}, Thread: "9.9"})
	s := opened(t)
	s.Restore(v)
	whole := s.Trace().Whole()
	if w := s.Window(); w.Len() < whole.Len() || w.From > 0 || s.Marked().Len() != 0 || s.Cursor(CursorA) != whole.To {
		t.Errorf("window %v, range %v, A %v", w, s.Marked(), s.Cursor(CursorA))
	}
	if len(s.VisibleThreads()) == 0 || !strings.Contains(markNames(s), "unknown thread") || strings.Contains(markNames(s), "beyond") {
		t.Errorf("threads %v, marks %q", s.VisibleThreads(), markNames(s))
	}
}

func TestBadViewFiles(t *testing.T) {
	good, err := (&keep.ViewFile{Marks: []keep.ViewMark{{Name: "a", Range: keep.Span{1, 2}}}}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	change := func(old, new string) string { return strings.Replace(string(good), old, new, 1) }
	for _, c := range []struct{ name, data, want string }{
		{"empty", "", "is not a Threadlens view file"},
		{"text", "hello", "is not a Threadlens view file"},
		{"binary", "PERFILE2\x00\x01", "is not a Threadlens view file"},
		{"other JSON", `{"traceEvents": []}`, "is not a Threadlens view file"},
		{"list", `[1, 2]`, "is not a Threadlens view file"},
		{"cut", string(good[:len(good)/2]), "is damaged"},
		{"newer", change(`"version": 1`, `"version": 2`), "newer version"},
		{"version 0", change(`"version": 1`, `"version": 0`), "is damaged"},
		{"wrong type", change(`"window_ns": [`, `"window_ns": [{},`), "is damaged"},
		{"backwards", change(`"range_ns": [
    0,`, `"range_ns": [
    5,`), "ends before it starts"},
		{"far", change(`"window_ns": [
    0,
    0`, `"window_ns": [
    0,
    9223372036854775807`), "out of bounds"},
		{"overflow", change(`"window_ns": [
    0`, `"window_ns": [
    1e400`), "is damaged"},
		{"long", string(good) + strings.Repeat(" ", keep.MaxViewSize), "too large"},
	} {
		path := filepath.Join(t.TempDir(), "x.threadlens")
		if err := os.WriteFile(path, []byte(c.data), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := keep.ReadView(path)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "x.threadlens ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want one line with %q", c.name, err, c.want)
		}
	}
}

// Whatever bytes change in a file, it is read or refused, and what is read can be
// shown.
func TestDamagedViewFiles(t *testing.T) {
	v := arranged(t).Remember()
	good, err := v.Encode()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	s := opened(t)
	read := 0
	for range 3000 {
		data := append([]byte(nil), good...)
		for range 1 + r.IntN(3) {
			switch i := r.IntN(len(data)); r.IntN(3) {
			case 0:
				data[i] = byte(r.IntN(256))
			case 1:
				data = append(data[:i], data[min(i+r.IntN(20), len(data)):]...)
			case 2:
				data[i] = "0123456789-[]{},\""[r.IntN(17)]
			}
			if len(data) == 0 {
				break
			}
		}
		if v, err := keep.DecodeView(data); err == nil {
			read++
			s.Restore(v)
			if w := s.Window(); w.Len() < model.Time(s.View().Width) || w.Overlap(s.Trace().Whole()) == 0 {
				t.Fatalf("window %v of\n%s", w, data)
			}
			s.Rows()
		}
	}
	if read == 0 {
		t.Error("no damaged file was still readable: the test sees nothing of Restore")
	}
}

func TestViewStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "views")
	store := keep.ViewStore{Dir: dir}
	v := arranged(t).Remember()
	if _, ok, err := store.Load(v.Trace); ok || err != nil {
		t.Fatalf("%v, %v before anything was saved", ok, err)
	}
	for range 2 {
		if _, err := store.Save(v, nil); err != nil {
			t.Fatal(err)
		}
	}
	got, ok, err := store.Load(v.Trace)
	if !ok || err != nil || got.Window != v.Window {
		t.Errorf("%v, %v: window %v, want %v", ok, err, got.Window, v.Window)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
		t.Errorf("files left behind: %v", left)
	}
	if _, ok, _ := store.Load(keep.Identity{Hash: "other"}); ok {
		t.Error("another trace has the same view")
	}
	if _, err := (keep.ViewStore{}).Save(v, nil); err != nil {
		t.Error(err)
	}
}

// Two windows with one trace do not lose each other's marks, and marks that one of them deletes are
// gone.
func TestTwoWindowsKeepTheirMarks(t *testing.T) {
	store := keep.ViewStore{Dir: t.TempDir()}
	mark := func(name string) keep.ViewMark { return keep.ViewMark{Name: name, Range: keep.Span{1, 2}} }
	first := keep.ViewFile{Trace: keep.Identity{Hash: "abc"}, Marks: []keep.ViewMark{mark("a"), mark("b")}}
	save := func(v keep.ViewFile, known []keep.ViewMark) keep.ViewFile {
		t.Helper()
		v, err := store.Save(v, known)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	known := save(first, nil).Marks
	second := first
	second.Marks = []keep.ViewMark{mark("b"), mark("c")} // made c, deleted a
	save(second, known)
	first.Marks = []keep.ViewMark{mark("a"), mark("b"), mark("d")}
	if got := save(first, known).Marks; !slices.Equal(got, []keep.ViewMark{mark("a"), mark("b"), mark("d"), mark("c")}) {
		t.Errorf("kept %v", got)
	}
}

func TestDamagedMemoryIsSetAside(t *testing.T) {
	dir := t.TempDir()
	store, id := keep.ViewStore{Dir: dir}, keep.Identity{Hash: "abc"}
	path := filepath.Join(dir, "abc.json")
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := store.Load(id); ok || err == nil || !strings.Contains(err.Error(), path+".broken") {
		t.Errorf("a damaged file: %v, %v", ok, err)
	}
	if _, err := os.Stat(path + ".broken"); err != nil {
		t.Error("the damaged file is gone")
	}
}

func TestIdentity(t *testing.T) {
	dir := t.TempDir()
	write := func(name, data string) keep.Identity {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		return FileSource(path).Identify()
	}
	long := strings.Repeat("x", 3*keep.HashedEnd)
	a := write("a", long)
	for _, c := range []struct {
		name, data string
		same       bool
	}{
		{"b", long, true}, {"c", "y" + long[1:], false}, {"d", long[1:] + "y", false}, {"e", long + "x", false}, {"f", "", false},
	} {
		if id := write(c.name, c.data); id.Same(a) != c.same || id.Size != int64(len(c.data)) || id.Hash == "" {
			t.Errorf("%s: %+v", c.name, id)
		}
		if id := DataSource(c.name, []byte(c.data)).Identify(); id.Same(a) != c.same {
			t.Errorf("%s in memory: %+v", c.name, id)
		}
	}
	if id := FileSource(filepath.Join(dir, "missing")).Identify(); id.Hash != "" || id.Same(id) {
		t.Errorf("a missing file: %+v", id)
	}
	if id := FileSource(dir).Identify(); id.Hash != "" {
		t.Errorf("a folder: %+v", id)
	}
}

func TestTraceOfAView(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	for _, p := range []string{filepath.Join(dir, "beside.data"), filepath.Join(other, "there.data")} {
		if err := os.WriteFile(p, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	view := filepath.Join(dir, "x.threadlens")
	for _, c := range []struct{ name, path, want string }{
		{"beside.data", filepath.Join(other, "there.data"), filepath.Join(dir, "beside.data")},
		{`C:\traces\beside.data`, "", filepath.Join(dir, "beside.data")},
		{"../../beside.data", "", filepath.Join(dir, "beside.data")},
		{"gone.data", filepath.Join(other, "there.data"), filepath.Join(other, "there.data")},
		{"gone.data", filepath.Join(other, "gone.data"), ""},
		{"gone.data", "//server" + filepath.Join(other, "there.data"), ""},
		{"..", "there.data", ""},
		{"", "", ""},
	} {
		v := keep.ViewFile{Trace: keep.Identity{Name: c.name, Path: c.path}}
		if got, ok := v.TraceOf(view); got != c.want || ok != (c.want != "") {
			t.Errorf("%q, %q: found %q, want %q", c.name, c.path, got, c.want)
		}
	}
}

func TestIsView(t *testing.T) {
	dir := t.TempDir()
	data, err := (&keep.ViewFile{}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	compact, err := json.Marshal(map[string]any{"version": 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		data []byte
		want bool
	}{
		{"a.threadlens", []byte("damaged"), true},
		{"b", data, true},
		{"c.THREADLENS", nil, true},
		{"perf.data", []byte("PERFILE2"), false},
		{"d.json", compact, false},
		{"empty", nil, false},
	} {
		path := filepath.Join(dir, c.name)
		if err := os.WriteFile(path, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		if keep.IsView(path) != c.want {
			t.Errorf("%s: %v", c.name, !c.want)
		}
	}
	if keep.IsView(dir) || keep.IsView(filepath.Join(dir, "missing")) {
		t.Error("a folder or nothing is a view")
	}
}
