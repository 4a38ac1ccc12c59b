package perfscript

import (
	"bytes"

	"threadlens/ingest/internal/schedtext"
	"threadlens/model"
)

// head is what a record's line has beside the payload.
type head struct {
	comm     []byte // the column of the thread's name
	tid, pid uint32 // NoTID and NoPID where unknown
	cpu      model.CPU
	time     model.Time
	decimals int // of the time
	period   uint64
	event    []byte // without its colon; empty for a record of perf itself
	payload  []byte
}

// maxComm is the length of a thread's name in the kernel.
const maxComm = 15

// sideMark begins the records of perf itself.
var sideMark = []byte("PERF_RECORD_")

// parse reads the line of a record:
//
//	comm pid/tid misc [cpu] time: period event: payload
//
// where only comm, one of the ids, time and event are always there. The name of a thread may contain
// anything. Since it has at most 15 bytes, the last place where such a name can end and the rest of
// the line fits is right; other programs print longer names, which end at the first such place.
func (h *head) parse(line []byte) bool {
	start := skipBlanks(line, 0)
	found, end := false, start // end of the words before at
	var h2 head
	for at := start; at < len(line); {
		if found && end-start > maxComm {
			break
		}
		if c := line[at]; (isDigit(c) || c == '-') && h2.columns(line[at:]) {
			*h, found = h2, true
			h.comm = line[start:end]
			if end-start > maxComm {
				break
			}
		}
		end = wordEnd(line, at)
		at = skipBlanks(line, end)
	}
	return found
}

// columns reads what follows the name of the thread.
func (h *head) columns(b []byte) bool {
	b, ok := h.ids(b)
	if !ok {
		return false
	}
	h.cpu = model.NoCPU
	b = withoutMisc(b)
	if len(b) > 0 && b[0] == '[' {
		if b, ok = h.processor(b[1:]); !ok {
			return false
		}
	}
	if b, ok = h.seconds(b); !ok {
		return false
	}
	h.period = 0
	if n, rest, ok := schedtext.Digits(b); ok && len(rest) > 0 && isBlank(rest[0]) {
		h.period, b = n, rest[skipBlanks(rest, 0):]
	}
	return h.name(b)
}

// ids reads "tid" or "pid/tid" and the blanks behind it.
func (h *head) ids(b []byte) (rest []byte, ok bool) {
	h.pid = model.NoPID
	if h.tid, b, ok = id(b); !ok {
		return nil, false
	}
	if len(b) > 0 && b[0] == '/' {
		h.pid = h.tid
		if h.tid, b, ok = id(b[1:]); !ok {
			return nil, false
		}
	}
	n := skipBlanks(b, 0)
	return b[n:], n > 0
}

// unknownID is how perf prints an id that is not known: -1, as is the value of NoTID and NoPID.
const unknownID = uint32(model.NoTID)

// id reads the id of a thread or process.
func id(b []byte) (n uint32, rest []byte, ok bool) {
	if len(b) >= 2 && b[0] == '-' && b[1] == '1' {
		return unknownID, b[2:], true
	}
	v, rest, ok := schedtext.Digits(b)
	return uint32(v), rest, ok && v < 1<<31
}

// mostMisc is the length of the column of -F +misc, and of that of the flags of interrupts.
const mostMisc = 5

// withoutMisc takes off a short word before the CPU: letters, dots, and digits behind them.
func withoutMisc(b []byte) []byte {
	n := 0
	for n < len(b) && n <= mostMisc && (b[n] == '.' || b[n]|0x20 >= 'a' && b[n]|0x20 <= 'z' || n > 0 && isDigit(b[n])) {
		n++
	}
	if n == 0 || n > mostMisc || n == len(b) || !isBlank(b[n]) {
		return b
	}
	return b[skipBlanks(b, n):]
}

// processor reads "000] ".
func (h *head) processor(b []byte) (rest []byte, ok bool) {
	cpu, b, ok := schedtext.Digits(b)
	if !ok || len(b) < 2 || b[0] != ']' || !isBlank(b[1]) {
		return nil, false
	}
	if cpu < model.MaxCPUs {
		h.cpu = model.CPU(cpu)
	}
	return b[skipBlanks(b, 1):], true
}

const (
	maxSeconds  = 9e9 // 300 years in nanoseconds fit 63 bits
	mostDigits  = 9   // decimals of a time in seconds
	microDigits = 6
)

// scales are the nanoseconds of the last decimal.
var scales = [mostDigits + 1]int64{1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 100, 10, 1}

// seconds reads "2821.897209: ".
func (h *head) seconds(b []byte) (rest []byte, ok bool) {
	whole, b, ok := schedtext.Digits(b)
	if !ok || whole > maxSeconds || len(b) == 0 || b[0] != '.' {
		return nil, false
	}
	fraction, rest, ok := schedtext.Digits(b[1:])
	h.decimals = len(b) - 1 - len(rest)
	if !ok || h.decimals > mostDigits || len(rest) == 0 || rest[0] != ':' {
		return nil, false
	}
	h.time = model.Time(int64(whole)*1e9 + int64(fraction)*scales[h.decimals])
	n := skipBlanks(rest, 1)
	return rest[n:], n > 1
}

// name reads the event with its colon, and the blank behind it.
func (h *head) name(b []byte) bool {
	if bytes.HasPrefix(b, sideMark) {
		h.event, h.payload = nil, b
		return true
	}
	n := wordEnd(b, 0)
	if n > 0 && b[n-1] != ':' && bytes.IndexByte(b[:n], '/') >= 0 {
		n = termsEnd(b, n)
	}
	if n < 2 || b[n-1] != ':' {
		return false
	}
	h.event, h.payload = b[:n-1], b[n:]
	if len(h.payload) > 0 {
		h.payload = h.payload[1:]
	}
	return true
}

// termsEnd is the end of the name of an event with blanks between its terms, as in "cpu/event=0x3c,
// umask=0x0/u:", of which the first n bytes have none; 0 where it has no end.
func termsEnd(b []byte, n int) int {
	slash := bytes.IndexByte(b[n:], '/')
	if slash < 0 {
		return 0
	}
	return wordEnd(b, n+slash)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isDigit(c byte) bool { return c-'0' < 10 }

// skipBlanks is the place of the first byte from at on that is no blank.
func skipBlanks(b []byte, at int) int {
	for at < len(b) && isBlank(b[at]) {
		at++
	}
	return at
}

// wordEnd is the place of the first blank from at on.
func wordEnd(b []byte, at int) int {
	for at < len(b) && !isBlank(b[at]) {
		at++
	}
	return at
}

// hexadecimal reads an address of at most 16 digits that a blank or the end follows.
func hexadecimal(b []byte) (n uint64, rest []byte, ok bool) {
	i := 0
	for ; i < len(b) && !isBlank(b[i]); i++ {
		d, ok := schedtext.HexDigit(b[i])
		if !ok || i == 16 {
			return 0, nil, false
		}
		n = n<<4 | uint64(d)
	}
	return n, b[i:], i > 0
}
