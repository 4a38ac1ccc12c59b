package perfscript

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"threadlens/ingest/internal/fault"
	"threadlens/ingest/internal/held"
	"threadlens/ingest/internal/infile"
)

// Open reads the text of size bytes in r. file is its name in Info; progress, which may be nil, is
// called with the bytes done of both passes.
func Open(ctx context.Context, r io.ReaderAt, size int64, file string, progress func(done, total int64)) (rd *held.Reader, err error) {
	return openChunks(ctx, r, size, file, chunkSize, progress)
}

// openChunks is Open with chunks of another size.
func openChunks(ctx context.Context, r io.ReaderAt, size int64, file string, chunkBytes int64, progress func(done, total int64)) (rd *held.Reader, err error) {
	defer fault.Guard(&err)()
	data, err := infile.Contents(r, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	text := bytes.TrimPrefix(data, []byte("\ufeff"))
	report := func(done int64) { // reading the lines and making the events: half of all
		if progress != nil && len(text) > 0 {
			progress(int64(float64(done)/float64(len(text))*float64(size)/2), 2*size)
		}
	}
	list := divide(text, chunkBytes)
	head := &header{}
	if len(list) > 0 {
		list[0].header = head
	}
	if err := scanAll(ctx, list, report); err != nil {
		return nil, err
	}
	s := finish(text, head, list)
	if err := s.refuse(); err != nil {
		return nil, err
	}
	f := newFeeder(s)
	if err := f.run(ctx, report); err != nil {
		return nil, err
	}
	info := f.info(file, size)
	rd = held.New(info, &f.log.Out, progress)
	if start := info.Clock.StartNS; head.hasWall && start >= int64(head.wallClock) {
		info.StartWall = head.wall.Add(durationOf(start - int64(head.wallClock)))
	}
	return rd, nil
}
