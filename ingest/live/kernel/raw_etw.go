//go:build windows && cgo

package kernel

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/Velocidex/etw"
)

// reader accesses the bytes of an event of package etw, which does not export its pointer to the
// system's record and returns only texts. The offset of the pointer is determined once, and what it
// points to must be as Windows documents it: with a later version of the package that changes
// either, there is no live view, and the error says why.
type reader struct{ at uintptr }

// newReader finds out where the bytes are.
func newReader() (r reader, err error) {
	field, ok := reflect.TypeFor[etw.Event]().FieldByName("eventRecord")
	if !ok || field.Type.Kind() != reflect.Pointer || field.Type.Elem().Kind() != reflect.Struct {
		return r, fmt.Errorf("Threadlens was built with an unsupported version of the Go library etw (its type Event has no valid field eventRecord): build it with the version in go.mod")
	}
	record := field.Type.Elem()
	if record.Size() != recordSize {
		return r, fmt.Errorf("Threadlens was built with an unsupported version of the Go library etw (its event record has an unexpected size: %d bytes): build it with the version in go.mod", record.Size())
	}
	for name, at := range map[string]uintptr{"EventHeader": 0, "BufferContext": atProcessor, "UserDataLength": atDataLength, "UserData": atData} {
		if f, ok := record.FieldByName(name); !ok || f.Offset != at {
			return r, fmt.Errorf("Threadlens was built with an unsupported version of the Go library etw (the field %s of its event record has an unexpected offset): build it with the version in go.mod", name)
		}
	}
	return reader{field.Offset}, nil
}

// read is an event's record; false where it has none. Its payload is the system's memory, and valid
// only during the callback.
func (r reader) read(e *etw.Event) (record, bool) {
	h := *(**head)(unsafe.Add(unsafe.Pointer(e), r.at))
	if h == nil {
		return record{}, false
	}
	data := *(*unsafe.Pointer)(unsafe.Pointer(&h[atData]))
	n := *(*uint16)(unsafe.Pointer(&h[atDataLength]))
	if data == nil {
		n = 0
	}
	return parse(h, unsafe.Slice((*byte)(data), n)), true
}
