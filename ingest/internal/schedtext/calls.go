package schedtext

import (
	"bytes"

	"threadlens/ingest/internal/linuxsched"
)

// maxArguments is the number of arguments of a system call.
const maxArguments = 6

// callNumber is a field of the events of system calls that is not an argument.
const callNumber = "__syscall_nr"

// parseCall reads the arguments or the result of a system call.
func parseCall(ev *linuxsched.Event, b []byte, v *linuxsched.Values) bool {
	if len(ev.Fields) == maxArguments {
		if named := bytes.IndexByte(b, '='); named > 0 && isIdentifier(b[named-1]) && bytes.IndexByte(b[:named], ':') < 0 {
			argumentFields(ev.Call, b, v)
		} else {
			argumentList(b, v)
		}
		return true
	}
	if value, found := fieldValue(b, "ret"); found {
		b = value
	}
	n, rest, ok := result(b)
	v.Set(0, n)
	return ok && (len(rest) == 0 || rest[0] == ' ')
}

// result reads the result of a call, in hexadecimal digits with 0x or a decimal number.
func result(b []byte) (n int64, rest []byte, ok bool) {
	b = bytes.TrimPrefix(bytes.TrimLeft(b, " "), []byte("-> "))
	return integer(b)
}

// argumentList reads "name: 0x1, name: 2, …": hexadecimal, in the order of the arguments. Behind a
// number may stand what it means.
func argumentList(b []byte, v *linuxsched.Values) {
	for i := 0; i < maxArguments; i++ {
		value, found := listValue(b)
		if !found {
			return
		}
		n, rest, ok := hexadecimal(value)
		if ok {
			v.Set(i, n)
		} else {
			rest = value
		}
		if b = nextArgument(rest); b == nil {
			return
		}
	}
}

// listValue is what stands behind "name: " at the beginning.
func listValue(b []byte) (value []byte, found bool) {
	i := 0
	for i < len(b) && isIdentifier(b[i]) {
		i++
	}
	if i == 0 || !bytes.HasPrefix(b[i:], []byte(": ")) {
		return nil, false
	}
	return b[i+2:], true
}

// nextArgument is what stands behind the next ", " that a name follows; nil where none does. A text
// in quotation marks may contain anything.
func nextArgument(b []byte) []byte {
	separator := []byte(", ")
	if bytes.HasPrefix(b, []byte(` "`)) {
		separator = []byte(`", `)
	}
	for {
		i := bytes.Index(b, separator)
		if i < 0 {
			return nil
		}
		b = b[i+len(separator):]
		if _, found := listValue(b); found {
			return b
		}
	}
}

// argumentFields reads "name=0x1 name=2 …". That is the order of the arguments, except for futex
// calls, which trace-cmd prints by a rule of its own.
func argumentFields(call string, b []byte, v *linuxsched.Values) {
	place := 0
	for word := range bytes.FieldsSeq(b) {
		name, value, ok := bytes.Cut(word, []byte{'='})
		if !ok || len(name) == 0 || string(name) == callNumber {
			continue
		}
		at := place
		if call == "futex" {
			if at, ok = futexArguments[string(name)]; !ok {
				continue
			}
		}
		if place++; at >= maxArguments {
			return
		}
		n, rest, ok := integer(value)
		if !ok || len(rest) > 0 {
			n, ok = futexOperation(value)
		}
		if ok {
			v.Set(at, n)
		}
	}
}

// futexArguments are the places of the arguments of futex.
var futexArguments = map[string]int{"uaddr": 0, "op": 1, "val": 2, "utime": 3, "uaddr2": 4, "val3": 5}

// futexOperations are the operations of futex and their flags (uapi/linux/futex.h).
var futexOperations = map[string]int64{
	"FUTEX_WAIT": 0, "FUTEX_WAKE": 1, "FUTEX_FD": 2, "FUTEX_REQUEUE": 3, "FUTEX_CMP_REQUEUE": 4,
	"FUTEX_WAKE_OP": 5, "FUTEX_LOCK_PI": 6, "FUTEX_UNLOCK_PI": 7, "FUTEX_TRYLOCK_PI": 8,
	"FUTEX_WAIT_BITSET": 9, "FUTEX_WAKE_BITSET": 10, "FUTEX_WAIT_REQUEUE_PI": 11,
	"FUTEX_CMP_REQUEUE_PI": 12, "FUTEX_LOCK_PI2": 13,
	"FUTEX_PRIVATE_FLAG": 128, "FUTEX_CLOCK_REALTIME": 256,
}

func futexOperation(b []byte) (n int64, ok bool) {
	for word := range bytes.SplitSeq(b, []byte{'|'}) {
		bits, known := futexOperations[string(word)]
		if !known {
			return 0, false
		}
		n |= bits
	}
	return n, true
}

// parseRaw reads "NR 202 (7f, 80, …)" in hexadecimal digits, or "NR 202 = 0".
func parseRaw(ev *linuxsched.Event, b []byte, v *linuxsched.Values) bool {
	b, ok := bytes.CutPrefix(b, []byte("NR "))
	if !ok {
		return false
	}
	id, b, ok := integer(b)
	v.Set(0, id)
	if !ok {
		return false
	}
	if ev.Name == "sys_exit" {
		if b, ok = bytes.CutPrefix(b, []byte(" = ")); !ok {
			return false
		}
		n, _, ok := integer(b)
		v.Set(1, n)
		return ok
	}
	if b, ok = bytes.CutPrefix(b, []byte(" (")); !ok {
		return false
	}
	for i := 1; i <= maxArguments; i++ {
		n, rest, ok := hexadecimal(b)
		if !ok {
			return false
		}
		v.Set(i, n)
		if b, ok = bytes.CutPrefix(rest, []byte(", ")); !ok {
			break
		}
	}
	return true
}
