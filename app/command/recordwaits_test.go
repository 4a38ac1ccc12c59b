package command

import (
	"bytes"
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/record"
	"threadlens/model"
)

// TestRecordWaits: a recording shows by call stacks why a program waits: for a time, for its child, and
// for what another one writes.
func TestRecordWaits(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("in Windows switches tell why threads wait")
	}
	if err := record.Check(""); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "trace")
	var out, errOut bytes.Buffer
	const script = `sleep 0.05; (sleep 0.05; echo x) | read y`
	if code := Run(context.Background(), []string{"record", "-o", path, "--", "sh", "-c", script}, &out, &errOut); code != ExitOK {
		t.Fatalf("exit %d, %s", code, &errOut)
	}
	tr := answersOf(t, path).trace
	if strings.Contains(errOut.String(), "The kernel hides its function addresses on this system") {
		t.Skip(errOut.String())
	}
	if !tr.Info.Recorded.Blocking {
		t.Error("it is not known that the call of every wait was recorded")
	}
	if want := []string{"lock_contention", "lock_contention:exit"}; !slices.Equal(tr.Info.Recorded.Calls, want) || tr.Events[model.KindIrq] != 0 {
		t.Errorf("calls %q and %d interrupts are recorded", tr.Info.Recorded.Calls, tr.Events[model.KindIrq])
	}
	longest := map[model.Sub]model.Time{}
	for _, p := range tr.Targets() {
		for _, ix := range tr.Processes[p].Threads {
			for s := range tr.Segments(ix, tr.Whole()) {
				if s.State == model.Waiting && s.Category != model.Unclassified {
					longest[s.Sub] = max(longest[s.Sub], s.Len())
				}
			}
		}
	}
	for _, sub := range []model.Sub{model.SubSleep, model.SubChildWait, model.SubPipe} {
		if longest[sub] < 45_000_000 {
			t.Errorf("the longest wait of the reason %v took %d ns", sub, longest[sub])
		}
	}
}
