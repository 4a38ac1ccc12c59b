package payload

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"threadlens/ingest/internal/recorded"
)

// vector is one payload with the values it must decode to, from the collection of real payloads in
// the shared traces (its README names their sources).
type vector struct {
	Name     string
	Provider string
	Opcode   uint8
	Version  uint16
	Pointer  int    `json:"pointer_size"`
	Payload  string `json:"payload_hex"`
	Fields   [][2]any
}

// vectorCount is how many there are.
const vectorCount = 178

// decodedVectors is how many of them are events that a reader uses.
const decodedVectors = 87

func readVectors(t *testing.T) []vector {
	t.Helper()
	text, err := os.ReadFile(recorded.Path(t, "etl", "payload-vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Vectors []vector }
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&file); err != nil {
		t.Fatal(err)
	}
	return file.Vectors
}

// payload is the vector's bytes and how to read them.
func (v *vector) payload(t *testing.T) (HookID, []byte, Layout) {
	t.Helper()
	class, ok := ParseGUID(v.Provider)
	if !ok {
		t.Fatalf("provider %q is no GUID", v.Provider)
	}
	h, ok := ClassHook(class, v.Opcode)
	if !ok {
		t.Fatalf("provider %s is no kernel class", v.Provider)
	}
	b, err := hex.DecodeString(v.Payload)
	if err != nil {
		t.Fatal(err)
	}
	return h, b, Layout{Version: v.Version, Wide: v.Pointer == 8}
}

func TestVectors(t *testing.T) {
	vectors := readVectors(t)
	if len(vectors) != vectorCount {
		t.Errorf("%d vectors, want %d", len(vectors), vectorCount)
	}
	decoded := 0
	for _, v := range vectors {
		h, b, l := v.payload(t)
		d := newKernelDecoder(h)
		if d == nil {
			continue // no reader uses it
		}
		decoded++
		t.Run(v.Name, func(t *testing.T) {
			if !d.Decode(b, l) {
				t.Fatalf("%v does not decode", h)
			}
			for _, f := range v.Fields {
				checkField(t, d, f[0].(string), f[1])
			}
			if len(v.Fields) == 0 {
				t.Error("nothing was compared")
			}
			checkShort(t, h, b, l)
		})
	}
	if decoded != decodedVectors {
		t.Errorf("%d vectors have a decoder, want %d", decoded, decodedVectors)
	}
}

// checkField compares the value that a vector names.
func checkField(t *testing.T, d Decoder, name string, want any) {
	t.Helper()
	if notKept[name] {
		if p, ok := d.(*SampledProfile); !ok || name != "Reserved" || uint64(p.Flags)|uint64(p.Rank)<<8 == number64(t, want) {
			return
		}
		t.Errorf("flags and rank are not %v", want)
		return
	}
	got, ok := fieldValue(d, name)
	if !ok {
		t.Errorf("%T has no field for %s", d, name)
		return
	}
	switch w := want.(type) {
	case json.Number:
		if n := number64(t, w); n != got {
			t.Errorf("%s = %v, want %v", name, got, n)
		}
	case string:
		// The collection keeps the quotes of C++ string literals, and it lost the second of two
		// blanks.
		w = strings.ReplaceAll(strings.ReplaceAll(w, `" L"`, ""), `\\`, `\`)
		if oneBlank(got.(string)) != oneBlank(w) {
			t.Errorf("%s = %q, want %q", name, got, w)
		}
	}
}

// oneBlank collapses several blanks to one.
func oneBlank(s string) string {
	for strings.Contains(s, "  ") {
		s = strings.ReplaceAll(s, "  ", " ")
	}
	return s
}

// checkShort checks that a truncated payload is refused, unless only a text at its end is shorter.
// Two have a short form: a process without a user, and the end of a thread in version 1.
func checkShort(t *testing.T, h HookID, b []byte, l Layout) {
	t.Helper()
	_, process := newKernelDecoder(h).(*Process)
	_, thread := newKernelDecoder(h).(*Thread)
	shortForm := process || thread && l.Version == 1
	refused := false
	for n := len(b) - 1; n >= 0; n-- {
		ok := newKernelDecoder(h).Decode(b[:n:n], l)
		if ok && refused && !shortForm {
			t.Errorf("%d of %d bytes are enough, but more were not", n, len(b))
		}
		refused = refused || !ok
	}
	if !refused {
		t.Error("an empty payload is enough")
	}
}

// number64 is a number of a vector as 64 bits.
func number64(t *testing.T, n any) uint64 {
	t.Helper()
	var u uint64
	if err := json.Unmarshal([]byte(n.(json.Number)), &u); err == nil {
		return u
	}
	i, err := n.(json.Number).Int64()
	if err != nil {
		t.Fatal(err)
	}
	return uint64(i)
}

// fieldValue is the value of the field of d with the vectors' name: a string, or a number as 64
// bits.
func fieldValue(d Decoder, name string) (value any, ok bool) {
	s := reflect.ValueOf(d).Elem()
	switch x := d.(type) {
	case *LogFileHeader:
		if name == "Version" {
			return uint64(le.Uint32([]byte{x.Major, x.Minor, x.SubVersion, x.SubMinor})), true
		}
	case *GroupMasks:
		if rest, ok := strings.CutPrefix(name, "GroupMask"); ok {
			return uint64(x.Masks[rest[0]-'1']), true
		}
	}
	f := s.FieldByName(name)
	for _, alias := range strings.Fields(vectorNames[name]) {
		if !f.IsValid() {
			f = s.FieldByName(alias)
		}
	}
	switch {
	case !f.IsValid():
		return nil, false
	case f.CanInt():
		return uint64(f.Int()), true
	case f.CanUint():
		return f.Uint(), true
	}
	text, ok := f.Interface().(interface{ String() string })
	if !ok {
		return nil, false
	}
	return text.String(), true
}

// TestWidenVectors checks that the pointer size of image and process payloads is detected even
// where a record claims 4.
func TestWidenVectors(t *testing.T) {
	for _, v := range readVectors(t) {
		h, b, l := v.payload(t)
		switch newKernelDecoder(h).(type) {
		case *Image, *Process:
		default:
			continue
		}
		said := Layout{Version: l.Version}
		if got := Widen(h, b, said); got != l {
			t.Errorf("%s: %+v, want %+v", v.Name, got, l)
		}
		if got := Widen(h, b, Layout{l.Version, true}); !got.Wide {
			t.Errorf("%s: a wide record became narrow", v.Name)
		}
	}
}
