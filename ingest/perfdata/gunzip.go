package perfdata

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"threadlens/ingest/internal/infile"
)

// unzip unpacks a gzipped file, since records are read at many places in parallel; it returns other
// files unchanged. From a file that ends early or is damaged, the part before is kept; one that
// unpacks to more than limit bytes is refused.
func unzip(ctx context.Context, in *input, limit int64) (*input, error) {
	var head [3]byte
	if n, _ := in.r.ReadAt(head[:], 0); !isGzip(head[:n]) {
		return in, nil
	}
	z, err := gzip.NewReader(io.NewSectionReader(in.r, 0, in.size))
	if err != nil {
		return nil, fmt.Errorf("perf.data: gzip: %w", err)
	}
	to := &unpacked{}
	var cut error
	n, err := io.Copy(to, io.LimitReader(&infile.UntilDone{Context: ctx, Reader: z}, limit+1))
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case n > limit:
		err = fmt.Errorf("perf.data: gzip: %w", tooMuch(limit, in.size))
	case err == nil:
	case errors.As(err, new(*os.PathError)): // of the temporary file
		err = fmt.Errorf("perf.data: %w", err)
	case n == 0:
		err = fmt.Errorf("perf.data: gzip: %w", err)
	default:
		cut, err = fmt.Errorf("gzip: %w", err), nil
	}
	if err != nil {
		return nil, errors.Join(err, to.close())
	}
	out, err := to.input()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("perf.data: %w", err), to.close())
	}
	out.cut = cut
	return out, nil
}

// close releases what the input was unpacked into.
func (in *input) close() error {
	if in == nil || in.done == nil {
		return nil
	}
	done := in.done
	in.done = nil
	return done()
}
