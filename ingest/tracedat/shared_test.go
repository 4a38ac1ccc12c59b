package tracedat

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/ingest/internal/recorded"
)

// sharedFiles are all recorded trace.dat files by name.
func sharedFiles(tb testing.TB) map[string]string {
	tb.Helper()
	dir := recorded.Path(tb, "linux")
	files := map[string]string{}
	for _, pattern := range []string{"tracecmd/*.dat", "tracecmd/*.dat.gz", "cross/*/*.dat"} {
		list, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			tb.Fatal(err)
		}
		for _, path := range list {
			files[strings.TrimSuffix(filepath.Base(path), ".gz")] = path
		}
	}
	if len(files) == 0 {
		tb.Skip("no trace.dat files among the recorded traces")
	}
	return files
}

// reported is how many events trace-cmd report shows of the recorded files.
var reported = map[string]int64{
	"brokenchain_tc_mutex_busy_v7.dat": 5529, "tc_diskio_v6.dat": 5427, "tc_instances_v7.dat": 8812,
	"tc_mutex_busy_v7.dat": 2474, "tc_oversub_irq_v7.dat": 19640, "tc_pingpong_smallbuf_v7.dat": 3762,
	"tc_prodcons_none_v7.dat": 1629, "tc_states_stack_v7.dat": 1267,
	"minifork.dat": 156, "mutex_sleep.dat": 1792, "oddnames.dat": 657, "oversub_noirqinfo.dat": 391,
	"pingpong_g.dat": 1505, "states_irq.dat": 1581,
}

func TestSharedCounts(t *testing.T) {
	for name, path := range sharedFiles(t) {
		t.Run(name, func(t *testing.T) {
			d := decodeFile(t, readertest.Read(t, path), true)
			n := int64(0)
			for _, e := range d.Info().SourceEvents {
				n += e.Count
			}
			if n != reported[name] {
				t.Errorf("%d events, trace-cmd report shows %d", n, reported[name])
			}
			for _, x := range d.Info().Diagnostics {
				if name != "tc_pingpong_smallbuf_v7.dat" || x.Code != "silent-gap" {
					t.Errorf("diagnostic %+v", x)
				}
			}
			other := decodeFile(t, readertest.Read(t, path), false)
			if !slices.Equal(d.events, other.events) {
				t.Error("other events if the file is not in memory")
			}
		})
	}
}
