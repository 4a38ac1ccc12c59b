package symbols

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"threadlens/ingest/save"
	"threadlens/ingest/symbols/pdb"
)

// cache stores the contents of large symbol files in a folder, so that they are parsed once: a file
// of 230 MB with 300,000 functions takes 400 ms, its cache entry 40 ms. A folder of "" stores
// nothing; if the cache fails, the file is merely read again.
type cache string

// contents are what a file contains: its functions as a table has them, and for Windows how tools
// moved their addresses.
type contents struct {
	list  []symbol
	moves pdb.Moves
}

// Bounds on the cache.
const (
	minCached = 8 << 20 // bytes of a file: smaller ones take less than 20 ms
	maxCached = 1 << 28 // of all entries together
)

// entryMagic begins each entry; it changes with the format of entries, and with what is read from
// files.
const entryMagic = "threadlens names 1\n"

const entryEnd = ".names"

// read is the contents of the file of a build: from the cache, or as the function reads it.
func (c cache) read(f *os.File, id string, read func() (*contents, error)) (*contents, error) {
	st, err := f.Stat()
	if err != nil || c == "" || id == "" || st.Size() < minCached {
		return read()
	}
	return c.readAs(c.path(id, st), read)
}

// readAs is read for a known entry.
func (c cache) readAs(entry string, read func() (*contents, error)) (*contents, error) {
	if x := load(entry); x != nil {
		now := time.Now()
		_ = os.Chtimes(entry, now, now) // when trimming, those unused for longest go first
		return x, nil
	}
	x, err := read()
	if err == nil && c.store(entry, x) == nil {
		c.trim(maxCached)
	}
	return x, err
}

// path is the place of the entry of a file.
func (c cache) path(id string, st fs.FileInfo) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", strings.ToLower(id), st.Size(), st.ModTime().UnixNano()))
	return filepath.Join(string(c), hex.EncodeToString(sum[:16])+entryEnd)
}

// load reads an entry, nil if there is none or it is damaged.
func load(path string) *contents {
	f, size, err := openSized(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	if size > maxCached {
		return nil
	}
	b := make([]byte, size)
	if _, err := f.ReadAt(b, 0); err != nil {
		return nil
	}
	return decode(b)
}

// decode reads an entry: its magic, a checksum, and the content, which is a list of numbers and
// then all names.
func decode(b []byte) *contents {
	const sum = 4
	body, ok := bytes.CutPrefix(b, []byte(entryMagic))
	if !ok || len(body) < sum || binary.LittleEndian.Uint32(body) != crc32.ChecksumIEEE(body[sum:]) {
		return nil
	}
	d := numbers{rest: body[sum:]}
	x := &contents{}
	moves := d.count()
	for range moves {
		x.moves = append(x.moves, pdb.Move{RVA: uint32(d.next()), Before: uint32(d.next())})
	}
	n := d.count() / 3 // each has three numbers
	x.list = make([]symbol, n)
	lengths := make([]int, n)
	start := uint64(0)
	for i := range n {
		start += d.next()
		x.list[i].start, x.list[i].end = start, start+d.next()
		lengths[i] = d.count()
	}
	text := string(d.rest)
	for i, k := range lengths {
		if d.bad || k > len(text) {
			return nil
		}
		x.list[i].name, text = text[:k], text[k:]
	}
	if d.bad {
		return nil
	}
	return x
}

// numbers reads numbers of variable length, until one is invalid.
type numbers struct {
	rest []byte
	bad  bool
}

func (d *numbers) next() uint64 {
	v, n := binary.Uvarint(d.rest)
	if n <= 0 || d.bad {
		d.bad = true
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

// count is a number of things that take at least a byte each.
func (d *numbers) count() int {
	v := d.next()
	if v > uint64(len(d.rest)) {
		d.bad = true
		return 0
	}
	return int(v)
}

// encode is the opposite of decode. The list is that of a table.
func encode(x *contents) []byte {
	const sum = 4
	b := append([]byte(entryMagic), make([]byte, sum)...)
	b = binary.AppendUvarint(b, uint64(len(x.moves)))
	for _, m := range x.moves {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(m.RVA)), uint64(m.Before))
	}
	b = binary.AppendUvarint(b, 3*uint64(len(x.list)))
	last := uint64(0)
	for i := range x.list {
		s := &x.list[i]
		b = binary.AppendUvarint(b, s.start-last)
		b = binary.AppendUvarint(binary.AppendUvarint(b, s.end-s.start), uint64(len(s.name)))
		last = s.start
	}
	for i := range x.list {
		b = append(b, x.list[i].name...)
	}
	return sealed(b)
}

// sealed is an entry with the checksum of its content.
func sealed(b []byte) []byte {
	const sum = 4
	body := b[len(entryMagic):]
	binary.LittleEndian.PutUint32(body, crc32.ChecksumIEEE(body[sum:]))
	return b
}

// store writes an entry. Concurrent readers find none, or all of it.
func (c cache) store(path string, x *contents) error {
	data := encode(x)
	if len(data) > maxCached/2 {
		return nil
	}
	if err := os.MkdirAll(string(c), 0o700); err != nil {
		return err
	}
	return save.Write(path, data, save.Options{Force: true, Mode: save.Private})
}

// trim removes the entries unused for longest until the rest has at most most bytes.
func (c cache) trim(most int64) {
	files, err := os.ReadDir(string(c))
	if err != nil {
		return
	}
	var list []fs.FileInfo
	for _, f := range files {
		if st, err := f.Info(); err == nil && st.Mode().IsRegular() && strings.HasSuffix(f.Name(), entryEnd) {
			list = append(list, st)
			most -= st.Size()
		}
	}
	slices.SortFunc(list, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, st := range list {
		if most >= 0 {
			return
		}
		if os.Remove(filepath.Join(string(c), st.Name())) == nil {
			most += st.Size()
		}
	}
}
