package container

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
)

// file is a member of a composed archive.
type file struct {
	name   string
	data   []byte
	stored bool
}

// trace makes the bytes of something that isTrace accepts; they depend on the seed, and half of
// them compress well.
func trace(seed uint64, size int) []byte {
	b := make([]byte, size)
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range b[:size/2] {
		b[i] = byte(r.Uint32())
	}
	copy(b, "TRACE")
	return b
}

func isTrace(head []byte) bool { return bytes.HasPrefix(head, []byte("TRACE")) }

// zipOf packs files as zip.
func zipOf(t testing.TB, files ...file) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate}
		if f.stored {
			h.Method = zip.Store
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write(f.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// writer7z composes 7z archives by 7zFormat.txt.
type writer7z struct {
	folders [][]file // files that share a stream
	packed  bool     // the header is itself a stream, described by the header
	coder   []byte   // of the folders, instead of copying
	lzma2   bool     // the folders are in chunks of LZMA2, not compressed either
}

var (
	copyCoder  = []byte{1, 0}                // an id of one byte, which is 0
	lzma2Coder = []byte{0x21, 0x21, 1, 0x18} // and a property: 16 MiB of dictionary
)

// lzma2Chunks packs b as chunks of plain bytes (lzma2 of the xz format, 5.3.1):
// the first resets the dictionary.
func lzma2Chunks(b []byte) []byte {
	var out []byte
	for control := byte(1); len(b) > 0; control = 2 {
		n := min(len(b), 1<<16)
		out = append(out, control, byte((n-1)>>8), byte(n-1))
		out, b = append(out, b[:n]...), b[n:]
	}
	return append(out, 0)
}

func num7z(b []byte, v uint64) []byte {
	if v < 0x80 {
		return append(b, byte(v))
	}
	return binary.LittleEndian.AppendUint64(append(b, 0xff), v)
}

// streams describes folders of one coder each, with the sizes of their streams from pos on, packed
// and unpacked.
func (w *writer7z) streams(b []byte, pos uint64, packed, sizes []uint64) []byte {
	b = num7z(append(b, id7PackInfo), pos)
	b = append(num7z(b, uint64(len(sizes))), id7Size)
	for _, n := range packed {
		b = num7z(b, n)
	}
	b = append(b, id7End, id7UnpackInfo, id7Folder)
	b = append(num7z(b, uint64(len(sizes))), 0)
	coder := w.coder
	switch {
	case w.lzma2:
		coder = lzma2Coder
	case coder == nil:
		coder = copyCoder
	}
	for range sizes {
		b = append(append(b, 1), coder...)
	}
	b = append(b, id7CodersUnpack)
	for _, n := range sizes {
		b = num7z(b, n)
	}
	return append(b, id7End)
}

// header describes the files; the streams begin after the signature header.
func (w *writer7z) header(packed, sizes []uint64) []byte {
	b := w.streams([]byte{id7Header, id7MainStreams}, 0, packed, sizes)
	b = append(b, id7SubStreams, id7NumUnpack)
	files := 0
	for _, f := range w.folders {
		b = num7z(b, uint64(len(f)))
		files += len(f)
	}
	b = append(b, id7Size)
	for _, folder := range w.folders {
		for _, f := range folder[:len(folder)-1] {
			b = num7z(b, uint64(len(f.data)))
		}
	}
	b = append(b, id7CRC, 1)
	names := []byte{0}
	for _, folder := range w.folders {
		for _, f := range folder {
			b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(f.data))
			for _, u := range utf16.Encode([]rune(f.name + "\x00")) {
				names = binary.LittleEndian.AppendUint16(names, u)
			}
		}
	}
	b = append(b, id7End, id7End, id7Files)
	b = append(num7z(b, uint64(files)), 0x11) // names
	b = append(num7z(b, uint64(len(names))), names...)
	return append(b, id7End, id7End)
}

func (w *writer7z) bytes() []byte {
	var data []byte
	var packed, sizes []uint64
	for _, folder := range w.folders {
		var stream []byte
		for _, f := range folder {
			stream = append(stream, f.data...)
		}
		sizes = append(sizes, uint64(len(stream)))
		if w.lzma2 {
			stream = lzma2Chunks(stream)
		}
		packed = append(packed, uint64(len(stream)))
		data = append(data, stream...)
	}
	header := w.header(packed, sizes)
	if w.packed {
		n := []uint64{uint64(len(header))}
		data = append(data, header...)
		header = (&writer7z{}).streams([]byte{id7EncodedHeader}, uint64(len(data))-n[0], n, n)
		header = append(header, id7End)
	}
	return with7zHeader(data, header)
}

// with7zHeader assembles the streams and the header of a 7z archive.
func with7zHeader(streams, header []byte) []byte {
	b := append([]byte("7z\xbc\xaf\x27\x1c\x00\x04"), make([]byte, 24)...)
	binary.LittleEndian.PutUint64(b[12:], uint64(len(streams)))
	binary.LittleEndian.PutUint64(b[20:], uint64(len(header)))
	binary.LittleEndian.PutUint32(b[28:], crc32.ChecksumIEEE(header))
	binary.LittleEndian.PutUint32(b[8:], crc32.ChecksumIEEE(b[12:]))
	return append(append(b, streams...), header...)
}

// mappedBytes is an archive whose bytes are available without copying.
type mappedBytes struct {
	*bytes.Reader
	b []byte
}

func (m mappedBytes) Bytes() []byte { return m.b }

func inMapped(b []byte) mappedBytes { return mappedBytes{bytes.NewReader(b), b} }

// readAll opens an archive and unpacks its traces.
func readAll(t testing.TB, r io.ReaderAt, size int64) (map[string][]byte, error) {
	t.Helper()
	a, err := Open(context.Background(), r, size, "archive", nil)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	members, err := a.Traces(context.Background(), isTrace)
	if err != nil {
		return nil, err
	}
	return contents(t, a, members)
}

// contents unpacks members.
func contents(t testing.TB, a *Archive, members []Member) (map[string][]byte, error) {
	t.Helper()
	sources, err := a.Unpack(context.Background(), members...)
	if err != nil {
		return nil, err
	}
	got := map[string][]byte{}
	for i, s := range sources {
		b := make([]byte, s.Size())
		if _, err := s.ReadAt(b, 0); err != nil {
			t.Errorf("%s: %v", members[i].Name, err)
		}
		if m := s.Bytes(); m != nil && !bytes.Equal(m, b) {
			t.Errorf("%s: Bytes and ReadAt differ", members[i].Name)
		}
		if s.Damage() == nil && s.Size() != members[i].Size {
			t.Errorf("%s: %d bytes of %d", members[i].Name, s.Size(), members[i].Size)
		}
		got[members[i].Name] = b
	}
	return got, nil
}

// oneClearLine checks the form of an error that a user reads.
func oneClearLine(t testing.TB, what string, err error) {
	t.Helper()
	if err == nil {
		t.Fatalf("%s: no error", what)
	}
	if s := err.Error(); strings.ContainsAny(s, "\n\r\x00\x1b") || len(s) > 600 {
		t.Errorf("%s: error %q", what, s)
	}
}
