package tracedat

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
)

// symbolTable is the functions of the kernel by address, from the text of kallsyms.
type symbolTable struct {
	text []byte
	list []symbol
}

// symbol is a function: its address, and where its name begins in the text.
type symbol struct {
	addr uint64
	at   uint32
}

// readSymbols reads the symbols of a file, which may be missing.
func (m *meta) readSymbols() *symbolTable {
	c := &cursor{in: m.in, at: m.symbols.off, order: m.order}
	size := uint64(m.symbols.size)
	var err error
	if m.version == 7 {
		if m.sections[optSymbols] == 0 {
			return &symbolTable{}
		}
		if c, err = m.section(m.sections[optSymbols], optSymbols); err == nil {
			size = uint64(c.u32())
		}
	}
	var text []byte
	if err == nil {
		text = c.block(size)
		err = c.err
	}
	if err != nil {
		m.diags.unread("kernel symbols", err)
	}
	t := parseSymbols(text)
	if len(t.list) == maxSymbols {
		m.diags.warn("symbols", 1, "too many kernel symbols: some functions have no names")
	}
	return t
}

// parseSymbols reads lines "address type name [module]".
func parseSymbols(text []byte) *symbolTable {
	t := &symbolTable{text: text}
	at := 0
	for line := range lines(text) {
		addr, n := hex(line)
		if name := n + 3; n > 0 && len(line) > name && addr != 0 && isCode(line[n+1]) && len(t.list) < maxSymbols {
			t.list = append(t.list, symbol{addr, uint32(at + name)})
		}
		at += len(line) + 1
	}
	byAddress := func(a, b symbol) int { return cmp.Compare(a.addr, b.addr) }
	if !slices.IsSortedFunc(t.list, byAddress) {
		slices.SortStableFunc(t.list, byAddress)
	}
	return t
}

// isCode reports whether symbols of a type (see nm(1)) are functions.
func isCode(kind byte) bool { return kind == 't' || kind == 'T' || kind == 'w' || kind == 'W' }

// hex reads a hexadecimal number and returns how many digits it has.
func hex(b []byte) (v uint64, n int) {
	for n = 0; n < len(b) && n < 16; n++ {
		switch c := b[n]; {
		case c >= '0' && c <= '9':
			v = v<<4 | uint64(c-'0')
		case c >= 'a' && c <= 'f':
			v = v<<4 | uint64(c-'a'+10)
		default:
			return v, n
		}
	}
	return v, n
}

// find is the name of the function at an address and that of its module, nil where the table has
// none near it: it may be a part of a kernel's.
func (t *symbolTable) find(addr uint64) (name, module []byte) {
	i, ok := slices.BinarySearchFunc(t.list, addr, func(s symbol, a uint64) int { return cmp.Compare(s.addr, a) })
	if !ok {
		i--
	}
	if i < 0 || addr-t.list[i].addr >= maxFunction {
		return nil, nil
	}
	line := t.text[t.list[i].at:]
	if n := bytes.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	name, module, _ = bytes.Cut(line, []byte("\t"))
	return name[:min(len(name), maxSymbol)], bytes.Trim(module[:min(len(module), maxSymbol)], "[]")
}

// lines yields the lines of a text.
func lines(text []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for len(text) > 0 {
			line, rest, _ := bytes.Cut(text, []byte("\n"))
			if !yield(line) {
				return
			}
			text = rest
		}
	}
}

// cmdlineNames yields the threads of the kernel's table of names.
func (s *scan) cmdlineNames() iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		n := 0
		for line := range lines(s.m.cmdlines) {
			if n++; n > maxCmdlines {
				return
			}
			if id, name, ok := cmdline(line); ok && !yield(id, name) {
				return
			}
		}
	}
}

// cmdline reads a line "pid comm" of the kernel's table of names.
func cmdline(line []byte) (id int, name []byte, ok bool) {
	n := 0
	for ; n < len(line) && line[n] >= '0' && line[n] <= '9' && id < maxTID; n++ {
		id = 10*id + int(line[n]-'0')
	}
	if n == 0 || id >= maxTID || len(line) < n+2 || line[n] != ' ' {
		return 0, nil, false
	}
	name = bytes.TrimRight(line[n+1:], "\x00")
	return id, name, len(name) > 0 && !bytes.Equal(name, []byte("<...>"))
}
