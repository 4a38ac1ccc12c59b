package schedtext

import (
	"bytes"

	"threadlens/ingest/internal/linuxsched"
)

// parseFields reads "name=value" for every field of an event, in any order. It cannot tell a name of
// a thread that looks like a field.
func parseFields(ev *linuxsched.Event, b []byte, v *linuxsched.Values) bool {
	*v = linuxsched.Values{}
	for i := range ev.Fields {
		f := &ev.Fields[i]
		value, found := fieldValue(b, f.Name)
		if found {
			setField(f, i, value, v)
		}
		if !v.Has[i] && !f.Optional {
			return false
		}
	}
	return true
}

func setField(f *linuxsched.Field, i int, value []byte, v *linuxsched.Values) {
	if f.Kind == linuxsched.Text {
		v.SetText(i, named(value[:textEnd(value)]))
		return
	}
	it := item{kind: number, field: i}
	switch {
	case f.Kind == linuxsched.Either:
		it.kind = either
	case f.Name == "clone_flags", f.Name == "address":
		it.kind = hexa
	}
	if _, ok := it.value(value, v); !ok {
		v.Has[i] = false
	}
}

// fieldValue is what stands behind "name=".
func fieldValue(b []byte, name string) (value []byte, found bool) {
	for from := 0; ; {
		i := bytes.Index(b[from:], []byte(name))
		if i < 0 {
			return nil, false
		}
		at, end := from+i, from+i+len(name)
		if (at == 0 || b[at-1] == ' ') && end < len(b) && b[end] == '=' {
			return b[end+1:], true
		}
		from = end
	}
}

// textEnd is where a text ends: before a blank that another field follows.
func textEnd(b []byte) int {
	for from := 0; ; {
		i := bytes.IndexByte(b[from:], ' ')
		if i < 0 {
			return len(b)
		}
		end := from + i
		from = end + 1
		key := from
		for key < len(b) && isIdentifier(b[key]) {
			key++
		}
		if key > from && key < len(b) && b[key] == '=' {
			return end
		}
	}
}

func isIdentifier(c byte) bool {
	return c == '_' || isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z'
}
