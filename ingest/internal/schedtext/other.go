package schedtext

import (
	"bytes"

	"threadlens/ingest/internal/linuxsched"
)

// parseBlock reads a block request: "254,0 WS 65536 () 335564928 + 128 be,0,4 [disk-0]". One that
// completes has no size in bytes.
func parseBlock(b []byte, v *linuxsched.Values) bool {
	b, ok := blockDevice(b, v)
	if !ok {
		return false
	}
	rwbs, b, ok := bytes.Cut(b, []byte{' '})
	if !ok || len(rwbs) == 0 {
		return false
	}
	v.SetText(3, rwbs)
	if size, rest, ok := integer(b); ok && bytes.HasPrefix(rest, []byte(" ")) {
		v.Set(4, size)
		b = rest[1:]
	}
	return blockSectors(b, v)
}

// blockDevice reads the numbers of the device, "254,0 ".
func blockDevice(b []byte, v *linuxsched.Values) (rest []byte, ok bool) {
	major, b, ok := integer(b)
	if !ok || !bytes.HasPrefix(b, []byte(",")) {
		return nil, false
	}
	minor, b, ok := integer(b[1:])
	v.Set(0, linuxsched.Device(major, minor))
	if !ok {
		return nil, false
	}
	return bytes.CutPrefix(b, []byte(" "))
}

// blockSectors reads "() 335564928 + 128". In the parentheses stand the bytes of a command.
func blockSectors(b []byte, v *linuxsched.Values) bool {
	if !bytes.HasPrefix(b, []byte("(")) {
		return false
	}
	_, b, _ = bytes.Cut(b, []byte(") "))
	sector, b, ok := integer(b)
	v.Set(1, sector)
	if !ok {
		return false
	}
	if b, ok = bytes.CutPrefix(b, []byte(" + ")); !ok {
		return false
	}
	count, _, ok := integer(b)
	v.Set(2, count)
	return ok
}

// contentionFlags are the flags of lock contention (trace/events/lock.h).
var contentionFlags = map[string]int64{
	"SPIN": 1, "READ": 2, "WRITE": 4, "RT": 8, "PERCPU": 16, "MUTEX": 32,
}

// parseLock reads "0xffff8881003c35ec (flags=SPIN)" or "0xffff8881003c35ec (ret=0)".
func parseLock(ev *linuxsched.Event, b []byte, v *linuxsched.Values) bool {
	address, b, ok := hexadecimal(b)
	if !ok || len(b) > 0 && b[0] != ' ' {
		return false
	}
	v.Set(0, address)
	b = bytes.TrimSuffix(b, []byte(")"))
	if ev.Name == "contention_end" {
		if b, ok = bytes.CutPrefix(b, []byte(" (ret=")); ok {
			if n, _, ok := integer(b); ok {
				v.Set(1, n)
			}
		}
		return true
	}
	if b, ok = bytes.CutPrefix(b, []byte(" (flags=")); ok {
		n := int64(0)
		for word := range bytes.SplitSeq(b, []byte{'|'}) {
			n |= contentionFlags[string(word)]
		}
		v.Set(1, n)
	}
	return true
}

// written is the text that a program wrote to trace_marker. trace-cmd and perf put the address or
// the name of the kernel's function before it.
func written(event string, b []byte) []byte {
	if event != "print" {
		return b
	}
	if bytes.HasPrefix(b, []byte("ip=")) {
		if text, found := fieldValue(b, "buf"); found {
			return text
		}
	}
	where, text, found := bytes.Cut(b, []byte(": "))
	if !found {
		return b
	}
	_, rest, isAddress := hexadecimal(where)
	if isAddress && len(rest) == 0 && len(where) >= 8 || bytes.HasPrefix(where, []byte("tracing_mark_")) {
		return text
	}
	return b
}
