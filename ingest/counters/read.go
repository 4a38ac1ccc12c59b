package counters

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"threadlens/model"
)

// MaxFile is the maximum size of a counter file, bytes.
const MaxFile = 64 << 20

// Read reads a counter file of any known kind; name is its name in errors.
func Read(name string, r io.Reader) (*File, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(data) > MaxFile {
		return nil, &Error{name, 0, fmt.Sprintf("the counter file is larger than %d MiB; cut it to the time range of the trace, for example with relog -b -e", MaxFile>>20)}
	}
	source := decode(data)
	k := kindOf(source)
	b := &builder{index: map[string]int{}, file: File{Kind: k.name, Clock: k.clock}, name: name}
	line, cause := k.read(source, b)
	if cause == "" && len(b.file.Series) == 0 {
		line, cause = 0, "no counters found: expected PDH-CSV from typeperf or relog, the output of sadf -d, sar or pidstat, or CSV with a header and with the times in the first column"
	}
	if cause != "" {
		return nil, &Error{name, line, string(cause)}
	}
	return b.finish(), nil
}

// kind is one kind of counter file.
type kind struct {
	name  string
	clock model.CounterClock
	// read passes the samples of a file to a builder; for a mistake it returns the line.
	read func(source string, b *builder) (line int, cause mistake)
}

// kindOf finds the kind by the first line that is not blank.
func kindOf(source string) kind {
	first, _, _ := strings.Cut(strings.TrimLeft(source, " \t\r\n"), "\n")
	switch {
	case strings.HasPrefix(strings.TrimLeft(first, `"`), "(PDH-CSV"):
		return kind{"PDH-CSV", model.CounterLocal, readPDH}
	case strings.HasPrefix(first, "# hostname;"):
		return kind{"sadf", model.CounterUTC, readSadf}
	case strings.HasPrefix(first, "Linux "):
		return kind{"sysstat", model.CounterLocal, readSysstat}
	}
	return kind{"CSV", model.CounterFromStart, readTable}
}

// decode returns the text of a file as UTF-8: Windows shells write UTF-16.
func decode(data []byte) string {
	order := binary.ByteOrder(binary.LittleEndian)
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return string(data[3:])
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		order = binary.BigEndian
	case !bytes.HasPrefix(data, []byte("\xff\xfe")):
		return string(data)
	}
	units := make([]uint16, 0, len(data)/2)
	for data = data[2:]; len(data) >= 2; data = data[2:] {
		units = append(units, order.Uint16(data))
	}
	return string(utf16.Decode(units))
}
