package tracedat

import (
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// benchEvents is how many events the files of benchmarks have.
const benchEvents = 1 << 20

// benchFile is a file of switches and wakes on 4 CPUs.
func benchFile(b *testing.B, stacks bool) *story {
	b.Helper()
	s := newStory(b, wire.Little)
	s.pageSize, s.chunkPages = 4096, 10 // as trace-cmd has them
	var payloads [8][]byte
	for i := range payloads {
		tid := 100 + i/2
		if i%2 == 0 {
			payloads[i] = s.payload(s.sw, fields{"common_pid": tid, "prev_comm": "worker", "prev_pid": tid, "prev_prio": 120, "prev_state": 1, "next_comm": "worker", "next_pid": 100 + (i/2+1)%4, "next_prio": 120})
		} else {
			payloads[i] = s.payload(s.waking, fields{"common_pid": tid, "comm": "worker", "pid": tid, "prio": 120, "target_cpu": 0})
		}
	}
	stack := s.payload(s.stack, fields{"size": 8, "caller": []uint64{1, 2, 3, 4, 5, 6, 7, 8}})
	for i := range benchEvents {
		t := s.cpu(i % 4)
		payload := payloads[i/4%8]
		t.raw(zero+uint64(i)*1000, payload)
		if stacks {
			copy(stack[4:8], payload[4:8])
			t.raw(zero+uint64(i)*1000+10, stack)
		}
	}
	return s
}

func BenchmarkRead(b *testing.B) {
	for name, write := range forms {
		b.Run(name, func(b *testing.B) { benchmark(b, write(benchFile(b, false))) })
	}
	b.Run("stacks", func(b *testing.B) { benchmark(b, benchFile(b, true).v6()) })
}

func benchmark(b *testing.B, data []byte) {
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		r, err := Open(b.Context(), readertest.InMemory(data), int64(len(data)), "bench.dat", nil)
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		if err := r.Events(b.Context(), func(batch []model.Event, _ model.Time) error {
			n += len(batch)
			return nil
		}); err != nil || n < benchEvents {
			b.Fatal(n, err)
		}
		_ = r.Close()
	}
	b.ReportMetric(benchEvents*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
}
