package perfscript

import (
	"bytes"

	"threadlens/model"
)

// frame is a frame of a call chain. That of an inlined function does not name its file.
type frame struct {
	frame   model.Frame
	inlined bool
}

// noFrame is the text of no frame.
var noFrame []byte

// kernelTitle is the module of the kernel's own functions, as elsewhere.
const kernelTitle = "kernel"

// leastKernel is the lowest address of the kernel on machines of 64 bits.
const leastKernel = 0xffff << 48

// read reads a frame: its address, the function with an offset, and the file in the last parentheses,
// where any of them may be missing:
//
//	ffffffff8139ba69 __traceiter_sched_waking+0x29 ([kernel.kallsyms])
func (t *chainTable) read(line []byte) frame {
	var f frame
	if addr, rest, ok := hexadecimal(line); ok {
		f.frame.Addr, line = addr, rest[skipBlanks(rest, 0):]
	}
	symbol, file := splitFile(line)
	f.inlined = string(file) == "inlined"
	f.frame.Kernel = f.frame.Addr >= leastKernel || ofKernel(file)
	if !f.inlined {
		f.frame.Module = t.name(title(file))
	}
	f.frame.Name = t.name(withoutOffset(symbol))
	return f
}

// splitFile divides a frame before the last parentheses that balance: names of files contain blanks
// and parentheses. Parentheses without a blank before them belong to the function.
func splitFile(b []byte) (symbol, file []byte) {
	n := len(b)
	if n == 0 || b[n-1] != ')' {
		return b, nil
	}
	depth := 0
	for i := n - 1; i >= 0; i-- {
		switch b[i] {
		case ')':
			depth++
		case '(':
			depth--
		}
		if depth > 0 {
			continue
		}
		if i > 0 && !isBlank(b[i-1]) {
			break
		}
		return bytes.TrimSpace(b[:i]), b[i+1 : n-1]
	}
	return b, nil
}

// ofKernel reports whether a file is the kernel, or one of its modules.
func ofKernel(file []byte) bool {
	return bytes.HasPrefix(file, []byte("[kernel")) || bytes.HasPrefix(file, []byte("[guest.kernel")) ||
		bytes.HasSuffix(file, []byte(".ko"))
}

// unknown is how perf prints an unknown function or file.
const unknown = "[unknown]"

// title is the name of a file without its folder.
func title(file []byte) []byte {
	switch {
	case string(file) == unknown:
		return nil
	case bytes.HasPrefix(file, []byte("[kernel.")):
		return []byte(kernelTitle)
	}
	file = bytes.TrimSuffix(file, []byte(" (deleted)"))
	if i := bytes.LastIndexByte(file, '/'); i >= 0 && i+1 < len(file) {
		file = file[i+1:]
	}
	return file
}

// withoutOffset is the name of a function without the offset of the instruction.
func withoutOffset(symbol []byte) []byte {
	if string(symbol) == unknown {
		return nil
	}
	if i := bytes.LastIndex(symbol, []byte("+0x")); i > 0 {
		if _, rest, ok := hexadecimal(symbol[i+3:]); ok && len(rest) == 0 {
			return symbol[:i]
		}
	}
	return symbol
}

func (t *chainTable) name(b []byte) model.StringID {
	if len(b) == 0 {
		return model.NoString
	}
	return t.out.Names.OfFrame(string(b[:min(len(b), maxSymbol)]))
}

// leastAddress is the shortest address of a frame behind a payload.
const leastAddress = 8

// cutFrame cuts a frame behind a payload off: " ffffffff8bad311d ttwu_do_wakeup ([kernel.kallsyms])".
// Without the file, the address must be one of the kernel, since payloads have numbers too.
func cutFrame(payload []byte) (rest, frame []byte) {
	b := bytes.TrimRight(payload, " \t")
	hasFile := len(b) > 0 && b[len(b)-1] == ')'
	for at := 0; at < len(b); at = skipBlanks(b, wordEnd(b, at)) {
		end := wordEnd(b, at)
		addr, _, ok := hexadecimal(b[at:end])
		if !ok || end-at < leastAddress || end == len(b) {
			continue
		}
		symbol := skipBlanks(b, end)
		after := wordEnd(b, symbol)
		if hasFile && bytes.HasPrefix(b[skipBlanks(b, after):], []byte("(")) || after == len(b) && addr >= leastKernel {
			return bytes.TrimRight(payload[:at], " \t"), b[at:]
		}
	}
	return payload, noFrame
}

// onlyFrame is the frame that is all of a payload, noFrame for an empty one. Before its address may
// stand that of the data (-F +addr).
func onlyFrame(payload []byte) (frame []byte, ok bool) {
	b := bytes.TrimSpace(payload)
	if len(b) == 0 {
		return noFrame, true
	}
	_, rest, ok := hexadecimal(b)
	if !ok {
		return noFrame, false
	}
	next := bytes.TrimSpace(rest)
	if _, rest, ok := hexadecimal(next); ok {
		// A function may be called "add".
		if symbol := bytes.TrimSpace(rest); len(symbol) > 0 && symbol[0] != '(' {
			return next, true
		}
	}
	return b, true
}
