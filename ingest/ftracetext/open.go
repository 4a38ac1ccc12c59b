package ftracetext

import (
	"context"
	"fmt"
	"io"
	"time"

	"threadlens/ingest/internal/fault"
	"threadlens/ingest/internal/held"
	"threadlens/ingest/internal/infile"
	"threadlens/model"
)

// Open reads the text of size bytes in r. file is its name in Info; progress, which may be nil, is
// called with the bytes done of both passes.
func Open(ctx context.Context, r io.ReaderAt, size int64, file string, progress func(done, total int64)) (rd *held.Reader, err error) {
	defer fault.Guard(&err)()
	data, err := infile.Contents(r, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if data, err = unwrap(data); err != nil {
		return nil, err
	}
	s := newScan(data, func(done int64) {
		if progress != nil && len(data) > 0 { // reading the lines and making the events: half of all
			progress(int64(float64(done)/float64(len(data))*float64(size)/2), 2*size)
		}
	})
	if err := s.read(ctx); err != nil {
		return nil, err
	}
	if err := s.refuse(); err != nil {
		return nil, err
	}
	s.finish()
	f := newFeeder(s)
	if err := f.run(ctx); err != nil {
		return nil, err
	}
	info := f.info(file, size)
	rd = held.New(info, &f.log.Out, progress)
	if w := f.wall; w.known {
		info.StartWall = time.UnixMilli(w.milliseconds).Add(-time.Duration(int64(w.at) - info.Clock.StartNS))
	}
	return rd, nil
}

// read scans the text, or those parts of a page that are.
func (s *scan) read(ctx context.Context) error {
	if !isPage(s.data) {
		return s.section(ctx, span{0, int64(len(s.data))})
	}
	parts := s.sections()
	if len(parts) == 0 {
		if old := oldPage(s.data); old != nil {
			s.data = old
			return s.section(ctx, span{0, int64(len(old))})
		}
		return fmt.Errorf("%s: the HTML page contains no trace (no script element of class trace-data)", name)
	}
	for _, p := range parts {
		if clockOf(s.data[p.from:p.to]) == anyClock {
			continue // other data of the page
		}
		if err := s.section(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// processors is the number of CPUs. One far above those that have events is useless, since nothing is
// known of the others.
func (s *scan) processors() int {
	n := max(len(s.cpus), 1)
	if s.said > uint64(n+maxSilent) {
		return n
	}
	return max(n, int(min(s.said, model.MaxCPUs)))
}
