package perfdata

import (
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/wire"
)

// TestTransfersAcrossProcessors: one CPU issues what the other completes, and the file has all
// records of the first before those of the second.
func TestTransfersAcrossProcessors(t *testing.T) {
	build := func() *scene {
		s := newScene(t, wire.Little, 0)
		fields := []string{
			"dev_t dev 8 4 0", "sector_t sector 16 8 0", "unsigned int nr_sector 24 4 0", "unsigned int bytes 28 4 0",
			"char rwbs[8] 32 8 0",
		}
		insert := s.trace("block:block_rq_insert", fields...)
		issue := s.trace("block:block_rq_issue", fields...)
		done := s.trace("block:block_rq_complete", "dev_t dev 8 4 0", "sector_t sector 16 8 0",
			"unsigned int nr_sector 24 4 0", "char rwbs[8] 32 8 0")
		request := map[string]any{"dev": 254 << 20, "sector": 64, "nr_sector": 8, "bytes": 4096, "rwbs": "WS"}
		s.sample(insert, at(10, 0, 5, 5), request)
		s.sample(issue, at(15, 0, 9, 9), request)
		s.sample(issue, at(50, 0, 6, 6), request)
		s.sample(issue, at(90, 0, 7, 7), request)
		for _, time := range []uint64{30, 40, 70, 95} { // nothing shows when the second began
			s.sample(done, at(time, 1, 0, 0), map[string]any{"dev": 254 << 20, "sector": 64, "nr_sector": 8, "rwbs": "WS"})
		}
		return s
	}
	want := []string{
		`20 cpu1 io 5 from=5 bytes=4096 "254:0" flags=1`,
		`60 cpu1 io 6 from=40 bytes=4096 "254:0" flags=1`,
		`85 cpu1 io 7 from=80 bytes=4096 "254:0" flags=1`,
	}
	compressed := build()
	compressed.compress(t, recCompressed, 100)
	for name, data := range map[string][]byte{"plain": build().file(), "compressed": compressed.file()} {
		lines := slices.DeleteFunc(decode(t, data, true).lines(), func(l string) bool { return strings.Contains(l, " issue ") })
		slices.Sort(lines)
		t.Run(name, func(t *testing.T) { diffLines(t, lines, want) })
	}
}
