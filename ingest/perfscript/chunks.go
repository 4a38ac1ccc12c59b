package perfscript

import (
	"bytes"
	"context"
	"runtime"

	"threadlens/ingest/internal/fault"
)

// divide divides the text into chunks of about size bytes. Where the borders are depends on the text
// only.
func divide(data []byte, size int64) []*chunk {
	var list []*chunk
	for from, end := int64(0), int64(len(data)); from < end; {
		to := end
		if end-from > 2*size {
			to = border(data, from+size)
		}
		list = append(list, newChunk(data, from, to))
		from = to
	}
	return list
}

// border is a place behind at where a record begins, or the end of the text if there is none nearby.
func border(data []byte, at int64) int64 {
	limit := min(at+borderSize, int64(len(data)))
	var h head
	for afterBlank := false; ; {
		n := bytes.IndexByte(data[at:limit], '\n')
		if n < 0 {
			return int64(len(data))
		}
		at += int64(n) + 1
		next := bytes.IndexByte(data[at:limit], '\n')
		if next < 0 {
			return int64(len(data))
		}
		line := withoutReturn(data[at : at+int64(next)])
		isEmpty := skipBlanks(line, 0) == len(line)
		if !isEmpty && (afterBlank || line[0] != '\t') && len(line) <= maxLine && h.parse(line) {
			return at
		}
		afterBlank = isEmpty
	}
}

// scanAll scans the chunks, as many at a time as there are processors.
func scanAll(ctx context.Context, list []*chunk, progress func(done int64)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	work, results := make(chan int), make(chan error, len(list))
	workers := min(runtime.GOMAXPROCS(0), mostWorkers, len(list))
	for range workers {
		go func() {
			for i := range work {
				results <- list[i].guarded(ctx)
			}
		}()
	}
	go func() {
		defer close(work)
		for i := range list {
			work <- i
		}
	}()
	var first error
	for done, size := 0, int64(0); done < len(list); done++ {
		if err := <-results; err != nil && first == nil {
			first = err
			cancel()
		}
		size += list[done].to - list[done].from
		progress(size)
	}
	return first
}

// guarded scans a chunk of a file that may be truncated meanwhile.
func (c *chunk) guarded(ctx context.Context) (err error) {
	defer fault.Guard(&err)()
	return c.scan(ctx)
}
