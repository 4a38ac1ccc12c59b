package symbols

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
)

// kernelTable is the contents of /proc/kallsyms: all functions of a kernel and of its modules.
type kernelTable struct {
	*table
	text, end uint64 // of the kernel's own code; 0 where unknown
	data      uint64 // the end of its data
}

// readKallsyms reads a snapshot of /proc/kallsyms, plain or gzipped.
func readKallsyms(r io.Reader) (*kernelTable, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if head, _ := in.Peek(2); bytes.Equal(head, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		in = bufio.NewReaderSize(z, 1<<16)
	}
	k := &kernelTable{}
	var list []symbol
	err := eachLine(in, func(line []byte) bool {
		fields := bytes.Fields(line)
		if len(fields) < 3 || len(fields[1]) != 1 {
			return len(list) > 0 // otherwise it is another kind of file
		}
		addr, err := strconv.ParseUint(string(fields[0]), 16, 64)
		if err != nil {
			return len(list) > 0
		}
		switch name := string(fields[2]); {
		case name == "_text":
			k.text = addr
		case name == "_etext":
			k.end = addr
		case name == "_edata":
			k.data = addr
		case bytes.ContainsAny(fields[1], "tTwW"):
			list = append(list, symbol{start: addr, name: name, rank: binding(fields[1][0])})
		}
		return len(list) < maxSymbols
	})
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, errors.New("contains no kernel functions")
	}
	k.table = newTable(list)
	last := len(k.list) - 1
	if k.list[last].start == 0 {
		return nil, errors.New("hides all addresses: it was read without root privileges (kernel.kptr_restrict)")
	}
	if i := sort.Search(last+1, func(i int) bool { return k.list[i].start >= k.end }) - 1; i >= 0 {
		k.list[i].end = min(k.list[i].end, k.end)
	}
	return k, nil
}

// binding ranks symbols that are visible in the whole kernel above others.
func binding(kind byte) uint8 {
	switch kind {
	case 'T':
		return 3
	case 'W', 'w':
		return 2
	}
	return 1
}

// eachLine calls f with every line, as long as it returns true and there are not too many; of a
// line longer than the reader's buffer it gets the beginning.
func eachLine(r *bufio.Reader, f func(line []byte) bool) error {
	for left := MaxText; left > 0; {
		line, more, err := r.ReadLine()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		left -= len(line) + 1
		if !f(line) {
			return nil
		}
		for more && err == nil {
			line, more, err = r.ReadLine()
			left -= len(line)
		}
	}
	return nil
}
