package session

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"threadlens/app/session/keep"
	"threadlens/model"
	"threadlens/timeline"
)

// laneIDs are the ids of the threads that have a lane, from the top.
func laneIDs(s *Session) string {
	var ids []string
	for _, ix := range s.VisibleThreads() {
		ids = append(ids, fmt.Sprint(s.Trace().Threads[ix].TID))
	}
	return strings.Join(ids, " ")
}

// choose selects a thread by its id.
func choose(t *testing.T, s *Session, tid model.TID) {
	t.Helper()
	s.Select(timeline.SegmentRef{Thread: thread(t, s.Trace(), tid), Index: -1})
}

// TestHiddenThreadsLeaveEveryNumber: whatever removes a thread from the rows, the sums are those of
// the others.
func TestHiddenThreadsLeaveEveryNumber(t *testing.T) {
	others := "6920 4664"
	for _, c := range []struct {
		name string
		do   func(*Session)
	}{
		{"by hand", func(s *Session) { choose(t, s, 6420); s.Hide() }},
		{"by the filter", func(s *Session) { _ = s.SetFilter("!tid:6420 process:generator") }},
		{"by what it did", func(s *Session) { _ = s.SetFilter("!state:sync>200ms process:generator") }},
		{"as the others", func(s *Session) { choose(t, s, 6420); s.Hide(); choose(t, s, 6920); s.HideOtherProcesses() }},
	} {
		s := opened(t)
		all, _, _ := s.Profile()
		c.do(s)
		got := strings.Fields(laneIDs(s))
		slices.Sort(got)
		want := strings.Fields(others)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: lanes %v", c.name, got)
			continue
		}
		gone := s.Trace().Sums(thread(t, s.Trace(), 6420), s.Trace().Whole())
		all.Sub(&gone)
		sums, n, _ := s.Profile()
		if sums != all || n != 2 {
			t.Errorf("%s: profile of %d threads %v, want %v", c.name, n, sums, all)
		}
		if s.Rows().Threads != 2 || s.Hidden() == 0 {
			t.Errorf("%s: %d threads, hides any: %v", c.name, s.Rows().Threads, s.Hidden() > 0)
		}
		s.ShowHidden()
		if s.Hidden() > 0 || s.Rows().Threads != 3 {
			t.Errorf("%s: %d threads after showing all", c.name, s.Rows().Threads)
		}
	}
}

func TestFilterInError(t *testing.T) {
	s := opened(t)
	if err := s.SetFilter("tid:6420"); err != nil || laneIDs(s) != "6420" {
		t.Errorf("lanes %s, %v", laneIDs(s), err)
	}
	if err := s.SetFilter("tid:"); err == nil || laneIDs(s) != "6420" || s.Filter() != "tid:6420" {
		t.Errorf("a filter in error: %v, lanes %s, filter %q", err, laneIDs(s), s.Filter())
	}
}

// TestGoToFilteredThread: following a wait to a thread that the filter hides shows that thread, and
// the filter stays.
func TestGoToFilteredThread(t *testing.T) {
	s := opened(t)
	_ = s.SetFilter("tid:6420")
	s.Select(at(t, s, 6420, 100*ms))
	s.ToWaker()
	if got := laneIDs(s); !strings.Contains(got, "6920") || !strings.Contains(got, "6420") || s.Filter() != "tid:6420" {
		t.Errorf("lanes %s, filter %q", got, s.Filter())
	}
	s.Hide()
	if got := laneIDs(s); got != "6420" {
		t.Errorf("lanes %s after hiding the guest", got)
	}
}

func TestPinAndMove(t *testing.T) {
	s := opened(t)
	before := strings.Fields(laneIDs(s))
	first, last := before[0], before[len(before)-1]
	choose(t, s, number(last))
	if s.CanMove(1) || !s.CanMove(-1) {
		t.Error("the last lane can only move up")
	}
	for range len(before) - 1 {
		s.Move(-1)
	}
	if want := strings.Join(append([]string{last}, before[:len(before)-1]...), " "); laneIDs(s) != want || s.Sort() != timeline.SortManual {
		t.Errorf("lanes %s by %s, want %s", laneIDs(s), s.Sort(), want)
	}
	s.Move(1)
	s.Move(-1)
	s.MoveTo(thread(t, s.Trace(), number(last)), thread(t, s.Trace(), number(before[len(before)-2])))
	if want := strings.Join(before, " "); laneIDs(s) != want {
		t.Errorf("lanes %s after moving back, want %s", laneIDs(s), want)
	}
	choose(t, s, number(last))
	s.Pin()
	choose(t, s, number(before[1]))
	s.Pin()
	if want := strings.Join([]string{last, before[1], first}, " "); laneIDs(s) != want || s.Rows().Pinned != 2 {
		t.Errorf("lanes %s, want %s", laneIDs(s), want)
	}
	s.Move(-1)
	if want := strings.Join([]string{before[1], last, first}, " "); laneIDs(s) != want {
		t.Errorf("lanes %s after moving a pinned one, want %s", laneIDs(s), want)
	}
	s.MoveTo(thread(t, s.Trace(), number(first)), thread(t, s.Trace(), number(last)))
	if want := strings.Join([]string{before[1], last, first}, " "); laneIDs(s) != want {
		t.Errorf("a lane moved among the pinned ones: %s", laneIDs(s))
	}
	s.Pin()
	if s.Rows().Pinned != 1 {
		t.Errorf("%d pinned", s.Rows().Pinned)
	}
}

func number(tid string) (n model.TID) {
	fmt.Sscan(tid, &n)
	return n
}

// TestKeepSorted: an order by share follows the window only if enabled, and only once the window
// has stopped moving.
func TestKeepSorted(t *testing.T) {
	s := opened(t)
	s.SetSort(timeline.SortShare(model.Synchronization))
	whole := laneIDs(s)
	if !strings.HasPrefix(whole, "6420") {
		t.Errorf("lanes %s, the one that waited is first", whole)
	}
	late := model.Range{From: 300 * ms, To: 400 * ms}
	s.Show(late, MoveJump)
	s.Settle()
	if laneIDs(s) != whole || !s.Settled() {
		t.Errorf("lanes %s have followed the window", laneIDs(s))
	}
	s.SetSort(timeline.SortShare(model.Execution))
	busy := laneIDs(s)
	s.KeepSorted(true)
	s.Show(model.Range{From: 253 * ms, To: 258 * ms}, MoveJump)
	if s.Settled() || laneIDs(s) != busy {
		t.Error("the rows moved before the window was at rest")
	}
	s.Settle()
	var last model.Time = model.Forever
	for _, ix := range s.VisibleThreads() {
		sums := s.Trace().Sums(ix, s.Window())
		if sums[model.Execution] > last {
			t.Errorf("lanes %s are not sorted by the window", laneIDs(s))
		}
		last = sums[model.Execution]
	}
	if !s.Settled() {
		t.Error("not settled after all")
	}
}

// TestInactiveFollowsTheWindow: the rows of active threads match the window once that has stopped
// moving.
func TestInactiveFollowsTheWindow(t *testing.T) {
	s := opened(t)
	s.HideInactive(true)
	s.Show(model.Range{From: 100 * ms, To: 101 * ms}, MoveJump)
	if s.Settled() {
		t.Error("the rows depend on the window")
	}
	s.Settle()
	for _, ix := range s.VisibleThreads() {
		sums := s.Trace().Sums(ix, s.Window())
		if sums[model.Execution]+sums[model.Interrupt]+sums[model.Preemption]+sums[model.Dispatch] == 0 {
			t.Errorf("thread %d does nothing in the window", s.Trace().Threads[ix].TID)
		}
	}
	if strings.Contains(laneIDs(s), "6420") {
		t.Error("6420 only waits in the window")
	}
}

func TestRename(t *testing.T) {
	s := opened(t)
	ix := thread(t, s.Trace(), 6420)
	s.Rename(ix, "the waiter")
	row, _ := s.Rows().OfThread(ix)
	if s.Rows().List[row].Name != "the waiter" || s.Title(ix) != "the waiter 6420" || s.Name(ix) != "the waiter" {
		t.Errorf("row %+v, title %q", s.Rows().List[row], s.Title(ix))
	}
	if _ = s.SetFilter("waiter"); laneIDs(s) != "6420" {
		t.Errorf("lanes %s by the new name", laneIDs(s))
	}
	s.Rename(ix, "")
	if s.Title(ix) != "6420" {
		t.Errorf("title %q", s.Title(ix))
	}
}

func TestSelectedHead(t *testing.T) {
	s := opened(t)
	key := s.Rows().List[0].Key()
	s.SelectHead(key)
	if got, ok := s.SelectedHead(); !ok || got != key || s.SelectedRow() != 0 {
		t.Errorf("selected %v %v, row %d", got, ok, s.SelectedRow())
	}
	s.StepRow(1)
	if s.SelectedRow() != 1 || s.Selected().Thread != s.Rows().List[1].Thread {
		t.Errorf("one down: row %d", s.SelectedRow())
	}
	s.StepRow(-1)
	s.Hide()
	if s.Rows().Threads != 0 || s.Hidden() == 0 {
		t.Errorf("%d threads after hiding the process", s.Rows().Threads)
	}
	s.ShowAll()
	s.SelectHead(key)
	if !s.Escape() || s.SelectedRow() != -1 {
		t.Error("Escape should deselect the row")
	}
	s.ToggleAll()
	for _, row := range s.Rows().List {
		if row.Kind.Heads() && !row.Expanded {
			t.Errorf("%s is not expanded", row.Name)
		}
	}
	s.ToggleAll()
	if s.Rows().Threads != 0 {
		t.Errorf("%d threads, all collapsed", s.Rows().Threads)
	}
}

func TestGroupByStartNeedsStacks(t *testing.T) {
	s := opened(t)
	if s.CanGroupByStart() {
		t.Fatal("the story has no stacks")
	}
	s.SetGroupBy(timeline.GroupStart)
	if s.GroupBy() != timeline.GroupProcess {
		t.Error("grouped by what is not known")
	}
	s.SetGroupBy(timeline.GroupName)
	if row := s.Rows().List[0]; row.Kind != timeline.RowGroup || row.Shown != 3 {
		t.Errorf("first row %+v", row)
	}
}

// TestArrangementRoundTrip: through JSON and into another session, everything is restored.
func TestArrangementRoundTrip(t *testing.T) {
	s := opened(t)
	if a := (&Session{}).Arrangement(); !reflect.DeepEqual(a, keep.Arrangement{}) {
		t.Errorf("without a trace %+v", a)
	}
	var other model.ProcIx
	for i := range s.Trace().Processes {
		if s.Trace().Processes[i].PID == 6156 {
			other = model.ProcIx(i)
		}
	}
	s.Choose([]model.ProcIx{s.Targets()[0], other})
	choose(t, s, 4664)
	s.Hide()
	choose(t, s, 6920)
	s.Pin()
	choose(t, s, 6420)
	s.Move(-1)
	s.Rename(thread(t, s.Trace(), 6920), "holder")
	s.Toggle(timeline.ProcessRow(other))
	s.Show(model.Range{From: 100 * ms, To: 300 * ms}, MoveJump)
	s.SetSort(timeline.SortShare(model.Preemption))
	s.KeepSorted(true)
	s.HideInactive(true)
	_ = s.SetFilter("!tid:1")
	data, err := json.Marshal(s.Arrangement())
	if err != nil {
		t.Fatal(err)
	}
	for _, private := range []string{`"4664.0"`, `"6920.0"`, "6156 Other.exe", "holder", "preemption"} {
		if !strings.Contains(string(data), private) {
			t.Errorf("%s is not in %s", private, data)
		}
	}

	again := opened(t)
	again.Show(model.Range{From: 100 * ms, To: 300 * ms}, MoveJump)
	var a keep.Arrangement
	if err := json.Unmarshal(data, &a); err != nil {
		t.Fatal(err)
	}
	if err := again.SetArrangement(a); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again.Arrangement(), s.Arrangement()) || laneIDs(again) != laneIDs(s) {
		t.Errorf("%+v\n%s\nwant %+v\n%s", again.Arrangement(), laneIDs(again), s.Arrangement(), laneIDs(s))
	}
	if !reflect.DeepEqual(again.Rows().List, s.Rows().List) {
		t.Error("the rows differ")
	}
}

// TestForeignArrangement: what a trace does not have is left out, and nonsense
// does no harm.
func TestForeignArrangement(t *testing.T) {
	s := opened(t)
	before := laneIDs(s)
	err := s.SetArrangement(keep.Arrangement{
		Sort: "colour", Group: "taste", Filter: "tid:x", SortFrom: -5, SortTo: 1 << 60,
		Hidden: []string{"1.7", ""}, Pinned: []string{"x"}, Order: []string{"6420.0", "6420.9"},
		Names: map[string]string{"7.7": "nobody"}, Expanded: map[string]bool{"1 nothing": true, "group a": false, "grou": true},
	})
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("errors: %v", err)
	}
	if laneIDs(s) != before || s.Hidden() > 0 {
		t.Errorf("lanes %s, want %s", laneIDs(s), before)
	}
}
