package container

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// zipDir is the directory of a zip archive.
type zipDir struct {
	size  int64 // of the archive
	files []*zip.File
	list  []entry
}

// The compression methods and the flag of APPNOTE.TXT 4.4.4 and 4.4.5 that are used here.
const zipEncrypted = 0x1

// methodNames are the methods of other programs that this one does not know. The Windows shell uses
// Deflate64 for large files.
var methodNames = map[uint16]string{9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "XZ", 98: "PPMd"}

func openZip(r io.ReaderAt, size int64) (*zipDir, error) {
	ration := &rationed{r: r, left: maxDirectory}
	z, err := zip.NewReader(ration, size)
	switch {
	case errors.Is(err, zip.ErrInsecurePath):
		err = nil // no name is used as a path
	case errors.Is(err, zip.ErrFormat):
		err = errors.New("the table of contents at the end of the archive is missing or damaged: the file may be truncated")
	}
	if err != nil {
		return nil, fmt.Errorf("zip: %w", err)
	}
	ration.left = math.MaxInt64
	d := &zipDir{size: size}
	for _, f := range z.File {
		name := entryName(f.Name)
		if strings.HasSuffix(name, "/") {
			continue
		}
		if len(d.list) == maxMembers {
			return nil, fmt.Errorf("zip: %w", errMembers)
		}
		d.files = append(d.files, f)
		d.list = append(d.list, zipEntry(f, name))
	}
	return d, nil
}

// zipEntry is the directory's entry for f, with the reason if it cannot be read.
func zipEntry(f *zip.File, name string) entry {
	e := entry{name: name, size: int64(min(f.UncompressedSize64, math.MaxInt64))}
	switch {
	case f.Flags&zipEncrypted != 0:
		e.err = errEncrypted
	case f.Method != zip.Store && f.Method != zip.Deflate:
		method := methodNames[f.Method]
		if method == "" {
			method = fmt.Sprintf("method %d", f.Method)
		}
		e.err = fmt.Errorf("is compressed with %s, which is not supported: unpack it with another program", method)
	}
	return e
}

func (d *zipDir) entries() []entry { return d.list }

func (d *zipDir) solid() bool { return false }

func (d *zipDir) stored(i int) (off int64, ok bool) {
	f := d.files[i]
	if f.Method != zip.Store || d.list[i].err != nil || f.CompressedSize64 != f.UncompressedSize64 {
		return 0, false
	}
	off, err := f.DataOffset()
	if err != nil || off < 0 || off > d.size || f.UncompressedSize64 > uint64(d.size-off) {
		return 0, false
	}
	return off, true
}

func (d *zipDir) open(i int) (io.ReadCloser, error) {
	rc, err := d.files[i].Open()
	if err != nil {
		return nil, damaged(err)
	}
	return rc, nil
}

// rationed limits the number of bytes that may be read, which bounds what is built from them.
type rationed struct {
	r    io.ReaderAt
	left int64
}

func (r *rationed) ReadAt(p []byte, off int64) (int, error) {
	if r.left -= int64(len(p)); r.left < 0 {
		return 0, errDirectory
	}
	return r.r.ReadAt(p, off)
}
