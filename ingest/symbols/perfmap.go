package symbols

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
)

// readPerfMap reads a JIT compiler's list of functions: lines of start and size, in hexadecimal,
// and name. Of several at one address the last one counts, which was compiled last.
func readPerfMap(r io.Reader) (*table, error) {
	byStart := map[uint64]symbol{}
	err := eachLine(bufio.NewReaderSize(r, 1<<16), func(line []byte) bool {
		start, rest, _ := bytes.Cut(bytes.TrimSpace(line), []byte(" "))
		size, name, ok := bytes.Cut(bytes.TrimSpace(rest), []byte(" "))
		from, errFrom := hexNumber(start)
		n, errSize := hexNumber(size)
		if !ok || errFrom != nil || errSize != nil || n == 0 || from > ^uint64(0)-n || len(name) == 0 {
			return len(byStart) > 0 // otherwise it is another kind of file
		}
		byStart[from] = symbol{start: from, end: from + n, name: string(bytes.TrimSpace(name))}
		return len(byStart) < maxSymbols
	})
	switch {
	case err != nil:
		return nil, err
	case len(byStart) == 0:
		return nil, errors.New("contains no functions")
	}
	list := make([]symbol, 0, len(byStart))
	for _, s := range byStart {
		list = append(list, s)
	}
	return newTable(list), nil
}

func hexNumber(b []byte) (uint64, error) {
	return strconv.ParseUint(strings.TrimPrefix(string(b), "0x"), 16, 64)
}
