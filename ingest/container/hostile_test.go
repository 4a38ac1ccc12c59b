package container

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestRefused: archives that cannot be read, or not within the bounds, give one
// clear line.
func TestRefused(t *testing.T) {
	one := file{name: "a.etl", data: small}
	whole := zipOf(t, one)
	whole7 := (&writer7z{folders: [][]file{{one}}}).bytes()
	flagged := func(off int, v uint16) []byte { // in the directory's only line
		b := bytes.Clone(whole)
		binary.LittleEndian.PutUint16(b[bytes.Index(b, []byte("PK\x01\x02"))+off:], v)
		return b
	}
	for _, test := range []struct {
		name string
		data []byte
		want string
	}{
		{"nothing", nil, "not a zip, 7z, zst or gz"},
		{"text", text, "not a zip, 7z, zst or gz"},
		{"empty zip", zipOf(t), "empty"},
		{"folders only", zipOf(t, file{name: "a.etl/"}), "empty"},
		{"no trace", zipOf(t, file{name: "a.etl", data: text}), "contains no trace file (files examined: 1)"},
		{"cut zip", whole[:len(whole)-1], "truncated"},
		{"beginning of a zip", whole[:10], "truncated"},
		{"encrypted zip", flagged(8, 1), "password"},
		{"Deflate64", flagged(10, 9), "Deflate64"},
		{"odd method", flagged(10, 77), "method 77"},
		{"cut 7z", whole7[:len(whole7)-1], "truncated"},
		{"beginning of a 7z", whole7[:20], "truncated"},
		{"empty 7z", with7zHeader(nil, nil), "empty"},
		{"encrypted 7z", (&writer7z{folders: [][]file{{one}}, coder: []byte("\x24\x06\xf1\x07\x01\x01\x00")}).bytes(), "password"},
		{"dictionary", (&writer7z{folders: [][]file{{one}}, coder: []byte("\x21\x21\x01\x28")}).bytes(), "memory"},
		{"dictionary of LZMA", (&writer7z{folders: [][]file{{one}}, coder: []byte("\x23\x03\x01\x01\x05\x5d\x01\x00\x00\x20")}).bytes(), "memory"},
		{"many properties", (&writer7z{folders: [][]file{{one}}, coder: []byte("\x21\x00\xf0\xff\xff\xff\x7f")}).bytes(), "unsupported"},
		{"unknown coder", (&writer7z{folders: [][]file{{one}}, coder: []byte("\x01\x7a")}).bytes(), "cannot be unpacked"},
		{"many files", with7zHeader(nil, []byte{id7Header, id7Files, 0xf0, 0xff, 0xff, 0xff, 0xff, 0}), "16384"},
		{"many folders", with7zHeader(nil, []byte("\x01\x04\x07\x0b\xf0\xff\xff\xff\xff\x00")), "16384"},
		{"many streams", with7zHeader(nil, []byte("\x01\x04\x06\x00\xf0\xff\xff\xff\xff\x00")), "16384"},
		{"further streams", with7zHeader(nil, []byte("\x01\x03\x00")), "unsupported"},
		{"header of its own kind", with7zHeader(nil, []byte("\x33")), "damaged"},
		{"header in itself", with7zHeader(nil, []byte("\x17\x06\x00\x01\x09\x08\x00\x07\x0b\x01\x00\x01\x01\x00\x0c\x08\x00\x00")), "damaged"},
		{"header that ends", with7zHeader(nil, []byte{id7Header, id7MainStreams, id7PackInfo}), "damaged"},
		{"empty packed header", with7zHeader(nil, append((&writer7z{}).streams([]byte{id7EncodedHeader}, 0, []uint64{0}, []uint64{0}), id7End)), "damaged"},
		{"no files", with7zHeader(nil, []byte{id7Header, id7End}), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := readAll(t, bytes.NewReader(test.data), int64(len(test.data)))
			oneClearLine(t, test.name, err)
			if !strings.HasPrefix(err.Error(), "archive: ") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %q", err)
			}
		})
	}
}

// TestHeaderChecksum: a packed header with a checksum must match it.
func TestHeaderChecksum(t *testing.T) {
	one := file{name: "a.etl", data: small}
	n := []uint64{uint64(len(small))}
	header := (&writer7z{folders: [][]file{{one}}}).header(n, n)
	packed := []uint64{uint64(len(header))}
	streams := (&writer7z{}).streams([]byte{id7EncodedHeader}, n[0], packed, packed)
	sum := binary.LittleEndian.AppendUint32([]byte{1}, crc32.ChecksumIEEE(header))
	wrong := bytes.Clone(sum)
	wrong[1] ^= 1
	for _, test := range []struct {
		name string
		sums []byte
		ok   bool
	}{{"right", sum, true}, {"wrong", wrong, false}, {"none", []byte{0, 0}, true}} {
		b := slices.Concat(streams[:len(streams)-1], []byte{id7CRC}, test.sums, []byte{id7End, id7End})
		data := with7zHeader(slices.Concat(small, header), b)
		files, err := readAll(t, bytes.NewReader(data), int64(len(data)))
		if test.ok != (err == nil) || test.ok && !bytes.Equal(files["a.etl"], small) || !test.ok && !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s checksum: %d files, %v", test.name, len(files), err)
		}
	}
}

// TestTooManyMembers: neither their number nor their names may grow without bounds.
func TestTooManyMembers(t *testing.T) {
	for _, test := range []struct {
		n, name int
		want    error
	}{{maxMembers, 10, nil}, {maxMembers + 1, 10, errMembers}, {700, 25_000, errDirectory}} {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := range test.n {
			if _, err := z.CreateRaw(&zip.FileHeader{Name: fmt.Sprintf("%0*d", test.name, i)}); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		_, err := Open(t.Context(), bytes.NewReader(b.Bytes()), int64(b.Len()), "archive", nil)
		if !errors.Is(err, test.want) {
			t.Errorf("%d names of %d: %v", test.n, test.name, err)
		}
		if err != nil {
			oneClearLine(t, "members", err)
		}
	}
	for n, want := range map[int]error{maxMembers: nil, maxMembers + 1: errMembers} {
		files := make([]file, n)
		b := (&writer7z{folders: [][]file{files[:n/2], files[n/2:]}}).bytes()
		if _, err := Open(t.Context(), bytes.NewReader(b), int64(len(b)), "archive", nil); !errors.Is(err, want) {
			t.Errorf("%d files of a 7z: %v", n, err)
		}
	}
}

// TestBombs: an archive may not unpack without end, in any way.
func TestBombs(t *testing.T) {
	const limit = 1 << 20
	bomb := trace(4, 100_000)
	var many []file
	for i := range 12 {
		many = append(many, file{name: fmt.Sprint(i, ".etl"), data: bomb})
	}
	zipped, inner := zipOf(t, many...), zipOf(t, many[0])
	var nested []file
	for i := range 12 {
		nested = append(nested, file{name: fmt.Sprint(i, ".zip"), data: inner, stored: true})
	}
	for what, data := range map[string][]byte{
		"zip":    zipped,
		"7z":     (&writer7z{folders: [][]file{many}}).bytes(),
		"nested": zipOf(t, nested...),
	} {
		err := readLimited(t, data, limit)
		oneClearLine(t, what, err)
		if !errors.Is(err, errTooMuch) {
			t.Errorf("%s: %v", what, err)
		}
		if err := readLimited(t, data, 12*int64(len(bomb)+len(inner))); err != nil {
			t.Errorf("%s: %v within the limit", what, err)
		}
	}
	if n := unpackLimit(1000); n != minUnpacked {
		t.Error(n)
	}
	if n := unpackLimit(100 << 20); n != 20_000<<20 {
		t.Error(n)
	}
	if n := unpackLimit(1 << 62); n != maxUnpacked {
		t.Error(n)
	}
}

func readLimited(t testing.TB, data []byte, limit int64) error {
	t.Helper()
	a, err := openLimited(t.Context(), bytes.NewReader(data), int64(len(data)), "archive", newUnpacker(limit, nil))
	if err != nil {
		return err
	}
	defer a.Close()
	members, err := a.Traces(t.Context(), isTrace)
	if err != nil {
		return err
	}
	_, err = a.Unpack(t.Context(), members...)
	return err
}

// TestDepth: an archive inside an archive is opened, but nothing nested deeper, and only if its
// name is that of an archive.
func TestDepth(t *testing.T) {
	one := zipOf(t, file{name: "a.etl", data: small})
	one7 := (&writer7z{folders: [][]file{{{name: "b.etl", data: other}}}}).bytes()
	two := zipOf(t, file{name: "one.zip", data: one})
	data := zipOf(t, file{name: "One.etl.ZIP", data: one}, file{name: "two.zip", data: two},
		file{name: "b.7z", data: one7, stored: true}, file{name: "c.docx", data: one}, file{name: "d.zip", data: one[:len(one)-5]})
	a := openArchive(t, bytes.NewReader(data), int64(len(data)))
	for range 2 {
		members, err := a.Traces(t.Context(), isTrace)
		if err != nil {
			t.Fatal(err)
		}
		if len(members) != 2 || members[0].Name != "One.etl.ZIP/a.etl" || members[1].Name != "b.7z/b.etl" {
			t.Fatalf("%v", members)
		}
		got, err := contents(t, a, members)
		if err != nil || !bytes.Equal(got[members[0].Name], small) || !bytes.Equal(got[members[1].Name], other) {
			t.Errorf("contents: %v", err)
		}
		if p := a.Problems(); len(p) != 1 || !strings.HasPrefix(p[0].Error(), `file "d.zip": `) {
			t.Errorf("problems %q", p)
		}
	}
}

// TestNames: names are text, whatever they contain, and are unique.
func TestNames(t *testing.T) {
	names := []string{"../../up.etl", "/root.etl", `C:\dir\x.etl`, "a\x00b\n\x1b[31m.etl", "\xff\xfe.etl", "same.etl", "same.etl", "same.etl", "same.etl (2)"}
	var files []file
	for _, n := range names {
		files = append(files, file{name: n, data: small})
	}
	data := zipOf(t, files...)
	a := openArchive(t, bytes.NewReader(data), int64(len(data)))
	members, err := a.Traces(t.Context(), isTrace)
	if err != nil || len(members) != len(names) {
		t.Fatalf("%d members, %v", len(members), err)
	}
	seen := map[string]bool{}
	for _, m := range members {
		if seen[m.Name] || !utf8.ValidString(m.Name) {
			t.Errorf("name %q", m.Name)
		}
		seen[m.Name] = true
	}
	if !seen["../../up.etl"] || !seen["C:/dir/x.etl"] || !seen["same.etl"] || !seen["same.etl (2)"] {
		t.Errorf("%v", seen)
	}
	bad := zipOf(t, file{name: "a\nb.zip", data: []byte("PK\x03\x04 and no more")})
	_, err = readAll(t, bytes.NewReader(bad), int64(len(bad)))
	oneClearLine(t, "a line break in a name", err)
}

// TestDamage: the readable part of a damaged member is delivered, and reported as damaged.
func TestDamage(t *testing.T) {
	files := []file{{name: "a.etl", data: other}, {name: "b.etl", data: small}}
	sound := zipOf(t, files...)
	flip := func(data []byte, at int) []byte {
		b := bytes.Clone(data)
		b[at] ^= 0x55
		return b
	}
	wrongSize := func(delta int) []byte {
		b := bytes.Clone(sound)
		at := bytes.Index(b, []byte("PK\x01\x02")) + 24
		binary.LittleEndian.PutUint32(b[at:], uint32(len(other)+delta))
		return b
	}
	sound7 := (&writer7z{folders: [][]file{files}}).bytes()
	for _, test := range []struct {
		name   string
		data   []byte
		prefix int // bytes of a.etl that must be right
		size   int // -1: anything shorter
	}{
		{"deflated bytes", flip(sound, 20_000), 10_000, -1},
		{"7z checksum", flip(sound7, 32+40_000), 40_000, len(other)},
		{"longer", wrongSize(-100), 40_000, -1},
		{"shorter", wrongSize(100), 40_000, -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := openArchive(t, bytes.NewReader(test.data), int64(len(test.data)))
			members, err := a.Traces(t.Context(), isTrace)
			if err != nil || len(members) != 2 {
				t.Fatalf("%d members, %v", len(members), err)
			}
			sources, err := a.Unpack(t.Context(), members...)
			if err != nil {
				t.Fatal(err)
			}
			s := sources[0]
			oneClearLine(t, "damage", s.Damage())
			if sources[1].Damage() != nil || !bytes.Equal(sources[1].Bytes(), small) {
				t.Error("the other member is damaged, too")
			}
			if !bytes.HasPrefix(s.Bytes(), other[:test.prefix]) {
				t.Error("what comes before the damage is lost")
			}
			if test.size >= 0 && s.Size() != int64(test.size) || s.Size() > int64(len(other)) {
				t.Errorf("%d bytes", s.Size())
			}
		})
	}
}

// TestBrokenStream: where a 7z stream cannot be decoded any further, the part before is delivered,
// the files after are reported, and other streams are read.
func TestBrokenStream(t *testing.T) {
	log := file{name: "c.txt", data: text}
	first := trace(5, 1<<16-1000)
	folders := [][]file{
		{{name: "a.etl", data: first}, {name: "b.etl", data: other}, log, {name: "d.etl", data: small}, log},
		{{name: "e.etl", data: small}},
	}
	data := (&writer7z{folders: folders, lzma2: true}).bytes()
	at := signatureHeader7z + 3 + 1<<16 // the second chunk
	if data[at] != 2 {
		t.Fatal("no chunk begins here")
	}
	data[at] = 0x7f
	a := openArchive(t, bytes.NewReader(data), int64(len(data)))
	members, err := a.Traces(t.Context(), isTrace)
	if err != nil {
		t.Fatal(err)
	}
	sources, err := a.Unpack(t.Context(), members...)
	if err != nil || len(sources) != 3 {
		t.Fatalf("%d sources, %v", len(sources), err)
	}
	for i, want := range [][]byte{first, other[:1000], small} {
		if damage := sources[i].Damage(); !bytes.Equal(sources[i].Bytes(), want) || (damage != nil) != (i == 1) {
			t.Errorf("%s: %d bytes, %v", members[i].Name, sources[i].Size(), damage)
		}
	}
	if p := a.Problems(); len(p) != 3 {
		t.Errorf("problems %q", p)
	}
}

// TestDamagedPlaces cuts archives at many places and flips many bytes: what is delivered as intact
// is intact.
func TestDamagedPlaces(t *testing.T) {
	files := []file{{name: "a.etl", data: other}, {name: "b.txt", data: text}, {name: "c.etl", data: small}}
	want := map[string][]byte{"a.etl": other, "c.etl": small}
	r := rand.New(rand.NewPCG(7, 7))
	for what, data := range map[string][]byte{
		"zip":       zipOf(t, files...),
		"7z":        (&writer7z{folders: [][]file{files}}).bytes(),
		"7z packed": (&writer7z{folders: [][]file{files[:2], files[2:]}, packed: true}).bytes(),
		"7z LZMA2":  (&writer7z{folders: [][]file{files[:2], files[2:]}, lzma2: true}).bytes(),
	} {
		for i := range 300 {
			b := bytes.Clone(data)
			switch at := r.IntN(len(b)); {
			case i%3 == 0:
				b = b[:at]
			case i%3 == 1:
				b[at] ^= byte(1 + r.IntN(255))
			default: // near the end, where the directories are
				b[len(b)-1-r.IntN(min(len(b), 300))] ^= byte(1 + r.IntN(255))
			}
			checkDamaged(t, what, b, want)
		}
	}
}

func checkDamaged(t *testing.T, what string, data []byte, want map[string][]byte) {
	t.Helper()
	a, err := Open(t.Context(), bytes.NewReader(data), int64(len(data)), "archive", nil)
	if err != nil {
		oneClearLine(t, what, err)
		return
	}
	defer a.Close()
	members, err := a.Traces(t.Context(), isTrace)
	if err != nil {
		oneClearLine(t, what, err)
		return
	}
	for _, m := range members {
		sources, err := a.Unpack(t.Context(), m)
		if err != nil {
			oneClearLine(t, what, err)
			continue
		}
		s := sources[0]
		if s.Damage() != nil {
			oneClearLine(t, what, s.Damage())
			continue
		}
		b, err := io.ReadAll(io.NewSectionReader(s, 0, s.Size()))
		if err != nil || want[m.Name] != nil && !bytes.Equal(b, want[m.Name]) {
			t.Errorf("%s: %q is not what was packed, and no damage is reported (%v)", what, m.Name, err)
		}
	}
}

// TestChain reads a 7z stream with two decoders; one whose last output is not the result is
// refused.
func TestChain(t *testing.T) {
	n := num7z(nil, uint64(len(small)))
	archive := func(in, out byte) []byte {
		h := append([]byte{id7Header, id7MainStreams, id7PackInfo, 0, 1, id7Size}, n...)
		h = append(h, id7End, id7UnpackInfo, id7Folder, 1, 0, 2, 1, 0, 1, 0, in, out, id7CodersUnpack)
		h = append(append(h, n...), n...)
		h = append(h, id7End, id7End, id7Files, 1, id7End, id7End)
		return with7zHeader(small, h)
	}
	data := archive(1, 0)
	got, err := readAll(t, bytes.NewReader(data), int64(len(data)))
	if err != nil || !bytes.Equal(got[""], small) {
		t.Errorf("%d bytes, %v", len(got[""]), err)
	}
	data = archive(0, 1)
	_, err = readAll(t, bytes.NewReader(data), int64(len(data)))
	oneClearLine(t, "chain", err)
	if !errors.Is(err, err7zUnusual) {
		t.Error(err)
	}
}

// TestPanics: panics of the 7z library become errors, faults of mapped memory do not.
func TestPanics(t *testing.T) {
	run := func(p any) (err error) {
		defer recover7z(&err)
		if p != nil {
			panic(p)
		}
		return nil
	}
	oneClearLine(t, "panic", run("index out of range"))
	if err := run(nil); err != nil {
		t.Error(err)
	}
	defer func() {
		if _, ok := recover().(memoryFault); !ok {
			t.Error("a fault became an error here")
		}
	}()
	_ = run(memoryFault{})
}

// memoryFault is like the runtime's panic where a mapped file is gone.
type memoryFault struct{ error }

func (memoryFault) Addr() uintptr { return 1 }

// TestMemoryOfCoders: what a coder will allocate follows from its properties: four bytes, or a
// power of two or one and a half times that.
func TestMemoryOfCoders(t *testing.T) {
	for _, x := range []struct {
		id         string
		properties string
		want       uint64
	}{
		{method7zLZMA, "\x5d\x01\x02\x03\x04", 0x04030201},
		{method7zPPMd, "\x06\xf1\xf2\xf3\xf4", 0xf4f3f2f1},
		{method7zLZMA, "\x5d\x01\x02\x03", 0},
		{method7zLZMA2, "\x00", 4 << 10},
		{method7zLZMA2, "\x01", 6 << 10},
		{method7zLZMA2, "\x18", 16 << 20},
		{method7zLZMA2, "\x27", 3 << 30},
		{method7zLZMA2, "\x28", 1<<32 - 1},
		{method7zLZMA2, "", 0},
		{"\x00", "\xff\xff\xff\xff\xff", 0},
	} {
		if got := memory7z(x.id, []byte(x.properties)); got != x.want {
			t.Errorf("%x with %x: %#x bytes, want %#x", x.id, x.properties, got, x.want)
		}
	}
}
