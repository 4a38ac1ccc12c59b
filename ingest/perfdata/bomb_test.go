package perfdata

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"testing"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// TestUnpackLimits: neither form of compression may unpack without end.
func TestUnpackLimits(t *testing.T) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	_, _ = w.Write(make([]byte, 10_000))
	_ = w.Close()
	in := newInput(readerAt{z.Bytes()}, int64(z.Len()))
	if _, err := unzip(context.Background(), in, 9_999); !errors.Is(err, errUnpacked) {
		t.Errorf("gzip: error %v", err)
	} else {
		oneClearLine(t, "gzip", err)
	}
	out, err := unzip(context.Background(), in, 10_000)
	if err != nil || out.size != 10_000 {
		t.Fatalf("gzip: error %v", err)
	}
	if err := out.close(); err != nil {
		t.Error(err)
	}

	s := newScene(t, wire.Little, 0)
	for range 1000 {
		s.record(68, 0, nil)
	}
	s.compress(t, recCompressed, 1000)
	whole := newInput(readerAt{s.data()}, int64(len(s.data())))
	m := &meta{header: header{order: wire.Little, data: section{0, whole.size}}}
	for limit, want := range map[int64]int64{7999: 0, 8000: 8000} {
		out, behind, err := whole.unpack(t.Context(), m, limit, func(int64) {})
		switch {
		case want == 0:
			if !errors.Is(err, errUnpacked) {
				t.Errorf("zstd: limit %d: error %v", limit, err)
			}
		case err != nil || out.size != want || out.cut != nil || behind[recCompressed] != 8:
			t.Errorf("zstd: limit %d: %d bytes of %d records, %v, %v", limit, out.size, behind[recCompressed], out.cut, err)
		}
	}
}

// TestHostileTables: the memory for what a file repeats endlessly is bounded.
func TestHostileTables(t *testing.T) {
	s := newScene(t, wire.Little, sampleCallchain)
	for i := range 3000 {
		w := at(uint64(1000+i), 0, 5, 5)
		for k := range 60 {
			w.chain = append(w.chain, uint64(i*1000+k+1))
		}
		s.switched(w, 5, 1, 0)
	}
	d := decode(t, s.file(), true)
	maps := newMappings(nil)
	maps.close()
	table := newStackTable(&scan{in: &input{}, maps: maps})
	table.limit = 100
	smp := sample{}
	for i := range 50 {
		smp.chain = smp.chain[:0]
		for k := range 10 {
			smp.chain = wire.Little.AppendU64(smp.chain, uint64(i*1000+k+1))
		}
		table.id(wire.Little, &smp, 0)
	}
	if table.tree.Len() > 110 || table.full == 0 {
		t.Errorf("%d nodes kept, %d chains left out", table.tree.Len(), table.full)
	}
	if n := d.Tables().Stacks.Len(); n != 180_000 {
		t.Errorf("%d nodes", n)
	}

	var threads linuxsched.Table[thread]
	if threads.Get(linuxsched.MaxTID) != nil || threads.Get(model.NoTID) != nil || threads.Get(model.IdleTID) != nil {
		t.Error("an impossible thread has an entry")
	}
}

// BenchmarkEvents decodes a composed file: ns, bytes and allocations per record.
func BenchmarkEvents(b *testing.B) {
	s := newScene(b, wire.Little, 0)
	const rounds = 5000
	for i := range rounds {
		t := uint64(1000 + i*1000)
		for cpu := range uint32(2) {
			a, c := int(50+2*cpu), int(51+2*cpu)
			s.waking(at(t, cpu, uint32(a), uint32(a)), c, int(cpu))
			s.ran(at(t+100, cpu, uint32(a), uint32(a)), 400)
			s.switched(at(t+200, cpu, uint32(a), uint32(a)), a, 1, c)
			s.switched(at(t+600, cpu, uint32(c), uint32(c)), c, 1, a)
		}
	}
	data := s.file()
	r, err := Open(context.Background(), inMemory{readerAt{data}}, int64(len(data)), "bench", nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := r.Events(context.Background(), func([]model.Event, model.Time) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(r.s.records), "ns/record")
}
