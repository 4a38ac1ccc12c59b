package tracepoint

import (
	"bytes"
	"errors"
	"fmt"

	"threadlens/ingest/internal/wire"
)

// Data is the block of event descriptions that perf puts into its files.
type Data struct {
	Order    wire.Order
	LongSize int // bytes of a C long on the recorded machine
	PageSize int // bytes
	// Formats are the events' formats by their id. Events whose format could
	// not be read are missing; Unreadable counts them.
	Formats    map[int]*Format
	Unreadable int

	fields int // of all formats
}

// maxTotal bounds the fields of all formats together; a whole kernel has some
// 20,000.
const maxTotal = 1 << 19

// dataMagic opens the block (perf's trace-event-info writer).
var dataMagic = []byte("\x17\x08\x44tracing")

// ErrNoData means that a block is not tracing data.
var ErrNoData = errors.New("the section does not contain descriptions of tracepoints (tracing data)")

// ParseData reads a block of tracing data: magic, version, header page and event descriptions,
// formats of ftrace's own events, formats by system. The rest (symbols, printk formats, thread
// names) is not needed. On an error the formats read so far are returned with it.
func ParseData(block []byte) (*Data, error) {
	d := &Data{Formats: map[int]*Format{}}
	if !bytes.HasPrefix(block, dataMagic) {
		return d, ErrNoData
	}
	c := wire.NewCursor(block[len(dataMagic):], wire.Little)
	c.CString() // version, "0.5" or "0.6"
	d.Order = c.U8() == 1
	d.LongSize = int(c.U8())
	c = wire.NewCursor(c.Bytes(c.Left()), d.Order)
	d.PageSize = int(c.U32())
	for _, name := range []string{"header_page", "header_event"} {
		if s := c.CString(); c.Err() == nil && string(s) != name {
			return d, fmt.Errorf("tracing data: got %q, expected %q", s, name)
		}
		c.Block(c.U64())
	}
	for n := c.U32(); n > 0 && c.Err() == nil; n-- {
		d.add("ftrace", c.Block(c.U64()), c)
	}
	for n := c.U32(); n > 0 && c.Err() == nil; n-- {
		system := string(c.CString())
		for k := c.U32(); k > 0 && c.Err() == nil; k-- {
			d.add(system, c.Block(c.U64()), c)
		}
	}
	if err := c.Err(); err != nil {
		return d, fmt.Errorf("tracing data: %w", err)
	}
	return d, nil
}

func (d *Data) add(system string, text []byte, c *wire.Cursor) {
	if c.Err() != nil {
		return
	}
	f, err := Parse(string(text))
	if err != nil || d.fields+len(f.Fields) > maxTotal {
		d.Unreadable++
		return
	}
	d.fields += len(f.Fields)
	f.System = system
	if _, dup := d.Formats[f.ID]; !dup {
		d.Formats[f.ID] = f
	}
}
