package etl

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"threadlens/ingest/etl/payload"
	"threadlens/ingest/internal/recorded"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// readmeRows are the rows of the traces' README, by file, then by column.
func readmeRows(tb testing.TB) map[string]map[string]string {
	tb.Helper()
	b, err := os.ReadFile(recorded.Path(tb, "etl", "README.md"))
	if err != nil {
		tb.Fatal(err)
	}
	rows := map[string]map[string]string{}
	var columns []string
	for line := range strings.Lines(string(b)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		switch {
		case strings.HasPrefix(line, "| file |"):
			columns = cells
		case strings.HasPrefix(line, "| `"):
			row := map[string]string{}
			for i, c := range cells {
				row[strings.Trim(columns[i], "| ")] = strings.Trim(strings.ReplaceAll(c, ",", ""), "| ")
			}
			rows[strings.ReplaceAll(strings.Trim(cells[0], "| "), "`", "")] = row
		}
	}
	return rows
}

// number reads part i of a cell such as "3/0" or "252 / 9107".
func number(tb testing.TB, cell, sep string, i int) int64 {
	tb.Helper()
	n, err := strconv.ParseInt(strings.TrimSpace(strings.Split(cell, sep)[i]), 10, 64)
	if err != nil {
		tb.Fatal(err)
	}
	return n
}

// TestReadmeCounts compares what the real files hold with the independent counts
// of their README.
func TestReadmeCounts(t *testing.T) {
	rows := readmeRows(t)
	for name, data := range sharedFiles(t) {
		t.Run(name, func(t *testing.T) {
			row := rows[name]
			if row == nil {
				t.Fatal("not in the README")
			}
			if !Sniff(data[:min(len(data), 4096)]) {
				t.Error("not recognised")
			}
			r := open(t, data)
			checkCounts(t, r, row)
			tr := load(t, r)
			for _, err := range modeltest.Check(tr) {
				t.Error(err)
			}
			if n := r.column.unmatched(); n != 0 {
				t.Errorf("%d of %d stacks belong to no event", n, r.column.stacks)
			}
			for _, code := range []string{"stack-keys", "damaged-record", "damaged-buffer", "wild-time", "backwards", "truncated"} {
				if hasDiagnostic(tr, code) {
					t.Errorf("diagnostic %s", code)
				}
			}
		})
	}
}

// checkCounts compares an open file with its row of the README.
func checkCounts(t *testing.T, r *Reader, row map[string]string) {
	t.Helper()
	info, c := r.Info(), &r.s.counts
	clr := map[string]int64{}
	for _, e := range info.SourceEvents {
		load := e.ID == payload.CLRMethodLoad || e.ID == payload.CLRMethodLoadVerbose
		if load || e.ID == payload.CLRMethodUnloadVerbose && strings.HasSuffix(e.Provider, "Rundown") {
			clr[e.Provider] += e.Count
		}
	}
	check := func(what string, got, want int64) {
		if got != want {
			t.Errorf("%s: got %d, want %d", what, got, want)
		}
	}
	check("processors", int64(info.CPUs), number(t, row["CPUs"], "/", 0))
	check("lost events", info.LostEvents, number(t, row["lost ev/buf"], "/", 0))
	check("lost buffers", info.LostBuffers, number(t, row["lost ev/buf"], "/", 1))
	check("compressed buffers", r.s.compressed, number(t, row["compressed buffers"], "of", 0))
	check("buffers", r.s.buffers, number(t, row["compressed buffers"], "of", 1))
	check("records", c.records, number(t, row["records"], "/", 0))
	check("switches", c.of(payload.HookCSwitch), number(t, row["CSwitch"], "/", 0))
	check("ready", c.of(payload.HookReadyThread), number(t, row["Ready"], "/", 0))
	check("walks", c.of(payload.HookStackWalk), number(t, row["StackWalk / key refs"], "/", 0))
	check("keys", c.of(payload.HookStackKeyKernel, payload.HookStackKeyUser), number(t, row["StackWalk / key refs"], "/", 1))
	check("samples", c.of(payload.HookSampledProfile), number(t, row["Samples"], "/", 0))
	check("DPCs", c.of(payload.HookDPC, payload.HookThreadedDPC, payload.HookTimerDPC), number(t, row["DPC / ISR"], "/", 0))
	check("ISRs", c.of(payload.HookISR, payload.HookISRMessage), number(t, row["DPC / ISR"], "/", 1))
	check("DiskIo", c.of(payload.HookDiskRead, payload.HookDiskWrite, payload.HookDiskFlush), number(t, row["DiskIo"], "/", 0))
	check("hard faults", c.of(payload.HookHardFault), number(t, row["HardFault"], "/", 0))
	if !strings.Contains(row["file"], "-image_data_") { // the README omits classic records here
		check("images", c.of(payload.HookImageLoad, payload.HookImageUnload, payload.HookImageDCStart, payload.HookImageDCEnd), number(t, row["Image"], "/", 0))
	}
	check("threads", c.of(payload.HookThreadStart, payload.HookThreadEnd, payload.HookThreadDCStart, payload.HookThreadDCEnd), number(t, row["Thread"], "/", 0))
	check("methods", clr["Microsoft-Windows-DotNETRuntime"], number(t, row["CLR load+rundown"], "+", 0))
	check("methods of rundowns", clr["Microsoft-Windows-DotNETRuntimeRundown"], number(t, row["CLR load+rundown"], "+", 1))
}

// slowPPT is the trace with every context switch of 17 s.
func slowPPT(tb testing.TB) *model.Trace {
	tb.Helper()
	for name, data := range sharedFiles(tb) {
		if strings.HasPrefix(name, "win7-xperf-cswitch-slow-ppt.zip") {
			return load(tb, open(tb, data))
		}
	}
	tb.Fatal("the trace is missing")
	return nil
}

// TestSlowPPT checks that the switches of each CPU follow each other without a break, and what they
// show about the busiest thread and the samples.
func TestSlowPPT(t *testing.T) {
	tr := slowPPT(t)
	self := tr.Counters[model.CountSelfSwitch] // from idle to idle
	if n := tr.Events[model.KindSwitch]; n != 29533 || tr.SwitchCount()+self != n || len(tr.Cores) != 8 || !tr.NoWakeEvents {
		t.Errorf("%d switches on %d processors, no wakes: %v", n, len(tr.Cores), tr.NoWakeEvents)
	}
	for _, c := range []model.Counter{
		model.CountMismatch, model.CountBrokenChain, model.CountDoubleRunning,
		model.CountStreamError, model.CountClampedTs, model.CountLate,
	} {
		if n := tr.Counters[c]; n != 0 {
			t.Errorf("%v: %d", c, n)
		}
	}
	busy := slices.IndexFunc(tr.Threads, func(th model.Thread) bool { return th.TID == 3308 })
	if busy < 0 {
		t.Fatal("thread 3308 is missing")
	}
	ran, p := tr.Sums(model.ThreadIx(busy), tr.Whole())[model.Execution], tr.Process(model.ThreadIx(busy))
	if ran < 8_250_000_000 || ran > 8_350_000_000 || p.Name != "POWERPNT.EXE" || p.PID != 5100 {
		t.Errorf("thread 3308 of %q, %d, runs %d ns", p.Name, p.PID, ran)
	}
	if inside := samplesInside(tr); inside != len(tr.Samples) || inside < 10_000 {
		t.Errorf("%d of %d samples inside running segments", inside, len(tr.Samples))
	}
}

// samplesInside counts the samples of threads that run at that moment.
func samplesInside(tr *model.Trace) (n int) {
	for i := range tr.Samples {
		s := &tr.Samples[i]
		if seg, ok := tr.SegmentAt(s.Thread, s.Time); ok && seg.State == model.Running {
			n++
		}
	}
	return n
}

// TestDiagnosticsHub opens the four files of one recording together.
func TestDiagnosticsHub(t *testing.T) {
	var files []File
	var records, images int64
	for name, data := range sharedFiles(t) {
		if !strings.HasPrefix(name, "perfview-diaghub") {
			continue
		}
		files = append(files, File{name, bytes.NewReader(data), int64(len(data))})
		c := &open(t, data).s.counts
		records, images = records+c.records, images+c.of(payload.HookImageLoad, payload.HookImageDCStart, payload.HookImageDCEnd)
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	r, err := OpenFiles(context.Background(), files, "diaghub", nil)
	if err != nil {
		t.Fatal(err)
	}
	tr := load(t, r)
	for _, err := range modeltest.Check(tr) {
		t.Error(err)
	}
	c := &r.s.counts
	if len(tr.Info.Files) != 4 || c.records != records || c.of(payload.HookImageLoad, payload.HookImageDCStart, payload.HookImageDCEnd) != images || images == 0 {
		t.Errorf("%d records of %d, files %v: %v", c.records, records, tr.Info.Files, tr.Diagnostics)
	}
}
