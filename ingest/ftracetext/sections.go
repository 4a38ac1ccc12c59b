package ftracetext

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"

	"threadlens/ingest/internal/schedtext"
)

// Marks around the text in the files of Android's tools.
var (
	atraceMark  = []byte("TRACE:")
	scriptBegin = []byte(`<script class="trace-data"`)
	scriptEnd   = []byte("</script>")
	oldBegin    = []byte(`linuxPerfData = "`)
	oldEnd      = []byte(`";`)
	oldLine     = []byte("\\n\\\n")
	dumpMark    = []byte("PROCESS DUMP")
	cgroupMark  = []byte("CGROUP DUMP")
)

// headSize is the part of a file by which its format is recognised.
const headSize = 4 << 10

// unwrap takes off what stands around the text of atrace, and unpacks it if atrace compressed it.
func unwrap(data []byte) ([]byte, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	rest, found := behindAtrace(data)
	if !found {
		return data, nil
	}
	if !compressed(rest) {
		return rest, nil
	}
	return inflate(rest)
}

// behindAtrace is what follows the line "TRACE:" near the beginning.
func behindAtrace(data []byte) (rest []byte, found bool) {
	head := data[:min(len(data), headSize)]
	i := bytes.Index(head, atraceMark)
	if i < 0 || i > 0 && head[i-1] != '\n' {
		return nil, false
	}
	rest = data[i+len(atraceMark):]
	rest = bytes.TrimPrefix(rest, []byte("\r"))
	return bytes.CutPrefix(rest, []byte("\n"))
}

// compressed reports whether a text is a stream of zlib instead.
func compressed(b []byte) bool {
	return len(b) > 2 && b[0] == 0x78 && (b[1] == 0x9c || b[1] == 0x01 || b[1] == 0xda)
}

func inflate(b []byte) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("ftrace: unpacking the data after the line “TRACE:”: %w", err)
	}
	limit := int64(max(minUnpacked, unpackFactor*len(b)))
	text, err := io.ReadAll(io.LimitReader(z, limit+1))
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("ftrace: the data after the line “TRACE:” unpacks to more than %d bytes", limit)
	}
	// What was unpacked before a damage is good.
	if err != nil && (len(text) == 0 || !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, zlib.ErrChecksum)) {
		return nil, fmt.Errorf("ftrace: unpacking the data after the line “TRACE:”: %w", err)
	}
	return text, nil
}

// isPage reports whether a file is an HTML page.
func isPage(data []byte) bool {
	b := bytes.ToLower(bytes.TrimSpace(data[:min(len(data), headSize)]))
	return bytes.HasPrefix(b, []byte("<!doctype html")) || bytes.HasPrefix(b, []byte("<html"))
}

// sections are the parts of a page that are ftrace text. The tables of processes are kept.
func (s *scan) sections() []span {
	var parts []span
	for at := 0; ; {
		i := bytes.Index(s.data[at:], scriptBegin)
		if i < 0 {
			break
		}
		at += i + len(scriptBegin)
		tag := bytes.IndexByte(s.data[at:], '>')
		if tag < 0 {
			break
		}
		from := at + tag + 1
		to := len(s.data)
		if n := bytes.Index(s.data[from:], scriptEnd); n >= 0 {
			to = from + n
		}
		at = to
		switch text := bytes.TrimSpace(s.data[from:to]); {
		case bytes.HasPrefix(text, dumpMark):
			s.dump.read(text)
		case !bytes.HasPrefix(text, []byte("{")) && !bytes.HasPrefix(text, cgroupMark):
			parts = append(parts, span{int64(from), int64(to)})
		}
	}
	return parts
}

// oldPage is the text in a page of 2012, a string of JavaScript; nil where there is none.
func oldPage(data []byte) []byte {
	_, rest, ok := bytes.Cut(data, oldBegin)
	if !ok {
		return nil
	}
	text, _, _ := bytes.Cut(rest, oldEnd)
	return bytes.ReplaceAll(text, oldLine, []byte("\n"))
}

// dump is what tables of processes in a file say.
type dump struct{ processes, threads []dumped }

// dumped is a process with its parent, or a thread with its process.
type dumped struct {
	id, owner uint32
	name      []byte
}

// Columns of the tables: user, process, parent, … name; user, process, thread, name.
const (
	leastProcess = 9
	leastThread  = 4
)

// read reads tables of processes and of threads. Their headers say which is which.
func (d *dump) read(text []byte) {
	threads := false
	for line := range bytes.Lines(text) {
		words := bytes.Fields(line)
		switch {
		case len(words) < leastThread || len(d.processes)+len(d.threads) >= maxDump:
		case string(words[0]) == "USER":
			threads = string(words[2]) == "TID"
		case threads:
			if pid, tid, ok := two(words[1], words[2]); ok {
				d.threads = append(d.threads, dumped{tid, pid, behind(line, leastThread-1)})
			}
		case len(words) >= leastProcess:
			if pid, parent, ok := two(words[1], words[2]); ok {
				d.processes = append(d.processes, dumped{pid, parent, words[leastProcess-1]})
			}
		}
	}
}

// two reads two numbers of processes or threads.
func two(a, b []byte) (x, y uint32, ok bool) {
	n, restA, okA := schedtext.Digits(a)
	m, restB, okB := schedtext.Digits(b)
	ok = okA && okB && len(restA)+len(restB) == 0 && n < 1<<31 && m < 1<<31
	return uint32(n), uint32(m), ok
}

// behind is what follows the first n words of a line.
func behind(line []byte, n int) []byte {
	for range n {
		line = bytes.TrimLeft(line, " \t")
		i := bytes.IndexAny(line, " \t")
		line = line[max(i, 0):]
	}
	return bytes.TrimSpace(line)
}
