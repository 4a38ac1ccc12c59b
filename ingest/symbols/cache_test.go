package symbols

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"threadlens/ingest/symbols/pdb"
)

// kept is what the tests keep.
var kept = contents{
	list:  []symbol{{start: 0x1000, end: 0x1010, name: "a"}, {start: 0x1010, end: 0x1010, name: ""}, {start: 1 << 40, end: 1<<40 + 5, name: "ns::é"}},
	moves: pdb.Moves{{RVA: 1, Before: 0xffffffff}, {RVA: 2}},
}

// TestCache: a file is read once, and again when its entry is damaged or of another
// version.
func TestCache(t *testing.T) {
	c := cache(filepath.Join(t.TempDir(), "deep", "er"))
	entry := filepath.Join(string(c), "a.names")
	reads := 0
	read := func() (*contents, error) {
		reads++
		x := kept
		return &x, nil
	}
	check := func(when string, want int) {
		t.Helper()
		x, err := c.readAs(entry, read)
		if err != nil || reads != want || !reflect.DeepEqual(*x, kept) {
			t.Errorf("%s: read %d times, want %d; %v %+v", when, reads, want, err, x)
		}
	}
	check("at first", 1)
	check("again", 1)
	good, err := os.ReadFile(entry)
	if err != nil {
		t.Fatal(err)
	}
	for i, at := range []int{3, len(entryMagic) + 1, len(good) / 2, len(good) - 1} {
		bad := bytes.Clone(good)
		bad[at] ^= 0x20
		if err := os.WriteFile(entry, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		check("damaged", 2+i)
		check("mended", 2+i)
	}
	if err := os.WriteFile(entry, good[:len(good)-1], 0o600); err != nil {
		t.Fatal(err)
	}
	check("cut", 6)
	if files, _ := os.ReadDir(string(c)); len(files) != 1 {
		t.Errorf("%d files are left", len(files))
	}
	broken := errors.New("broken")
	if _, err := c.readAs(filepath.Join(string(c), "b.names"), func() (*contents, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// TestCacheWithoutFolder: where nothing can be cached, files are read.
func TestCacheWithoutFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := cache(filepath.Join(file, "below"))
	for range 2 {
		if x, err := c.readAs(filepath.Join(string(c), "a.names"), func() (*contents, error) { return &kept, nil }); err != nil || len(x.list) != 3 {
			t.Error(x, err)
		}
	}
}

// TestCacheKeys: files of another build, size or time have separate entries, and small files, or
// those of no known build, have none.
func TestCacheKeys(t *testing.T) {
	dir := t.TempDir()
	c := cache(filepath.Join(dir, "cache"))
	seen := map[string]bool{}
	for _, size := range []int64{minCached - 1, minCached, minCached + 1} {
		for _, at := range []int64{1, 2} {
			path := filepath.Join(dir, "file")
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(os.Truncate(path, size), os.Chtimes(path, time.Unix(at, 0), time.Unix(at, 0))); err != nil {
				t.Fatal(err)
			}
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range []string{"", "a", "b"} {
				before, _ := os.ReadDir(string(c))
				if _, err := c.read(f, id, func() (*contents, error) { return &kept, nil }); err != nil {
					t.Error(err)
				}
				after, _ := os.ReadDir(string(c))
				if grown, want := len(after) > len(before), id != "" && size >= minCached; grown != want {
					t.Errorf("%q with %d bytes: kept %v", id, size, grown)
				}
				st, _ := f.Stat()
				seen[c.path(id, st)] = true
			}
			f.Close()
		}
	}
	if len(seen) != 18 {
		t.Errorf("%d entries of 18 files", len(seen))
	}
}

// TestCacheTrim: entries unused for longest go first, and files that are not the cache's stay.
func TestCacheTrim(t *testing.T) {
	c := cache(t.TempDir())
	for i := range 5 {
		path := filepath.Join(string(c), fmt.Sprintf("%d%s", i, entryEnd))
		at := time.Unix(int64(100-i), 0)
		if err := errors.Join(os.WriteFile(path, make([]byte, 100), 0o600), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(string(c), "mine.txt"), make([]byte, 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	c.trim(299)
	names := ""
	files, _ := os.ReadDir(string(c))
	for _, f := range files {
		names += f.Name() + " "
	}
	if names != "0.names 1.names mine.txt " {
		t.Error(names)
	}
}

// TestCacheIsBounded: an entry that exceeds the total of 256 MB by a byte displaces the oldest one.
func TestCacheIsBounded(t *testing.T) {
	added := int64(len(encode(&kept)))
	for size, want := range map[int64]int{1<<28 - added: 2, 1<<28 - added + 1: 1} {
		c := cache(t.TempDir())
		old := filepath.Join(string(c), "old"+entryEnd)
		if err := errors.Join(os.WriteFile(old, nil, 0o600), os.Truncate(old, size), os.Chtimes(old, time.Unix(1, 0), time.Unix(1, 0))); err != nil {
			t.Fatal(err)
		}
		if _, err := c.readAs(filepath.Join(string(c), "new"+entryEnd), func() (*contents, error) { return &kept, nil }); err != nil {
			t.Fatal(err)
		}
		if files, _ := os.ReadDir(string(c)); len(files) != want {
			t.Errorf("%d files are left beside %d bytes", len(files), size)
		}
	}
}

// TestCacheEntryIsBounded: an entry of more than half of the cache is not written. Where one would
// be written, a folder that cannot be created is an error.
func TestCacheEntryIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 300 MB")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := cache(filepath.Join(file, "below"))
	name := make([]byte, 1<<27)
	around := len(encode(&contents{list: []symbol{{end: 1, name: string(name[:1<<26])}}})) - 1<<26 // as long as for a name of 2^27-100 bytes
	for size, fits := range map[int]bool{1<<27 - around: true, 1<<27 - around + 1: false} {
		err := c.store(filepath.Join(string(c), "a"+entryEnd), &contents{list: []symbol{{end: 1, name: string(name[:size])}}})
		if (err != nil) != fits {
			t.Errorf("an entry of %d bytes is written: %v", around+size, err)
		}
	}
}

// TestCacheCounts: an entry with a count that exceeds its contents is damaged.
func TestCacheCounts(t *testing.T) {
	whole := encode(&contents{})
	head := whole[: len(entryMagic)+4 : len(entryMagic)+4]
	for _, test := range []struct {
		body string
		want bool
	}{
		{"\x00\x00", true},
		{"\x00\x03\x10\x05\x01a", true},  // one symbol with a name of one byte
		{"\x00\x03\x10\x05\x02a", false}, // of two
		{"\x00\x06\x10\x05\x02\x10\x05\x01abc", true},
		{"\x00\x06\x10\x05\x02\x10\x05\x02abc", false}, // each name would fit alone
		{"\x01\x10\x05\x00", true},
		{"\x01\x10", false}, // half a move
		{"\x00\x7f", false},
		{"\x7f\x00", false},
	} {
		if got := decode(sealed(append(head, test.body...))); got != nil != test.want {
			t.Errorf("%q: %+v", test.body, got)
		}
	}
}

func FuzzCache(f *testing.F) {
	f.Add(encode(&kept)[len(entryMagic)+4:])
	f.Fuzz(func(t *testing.T, body []byte) {
		whole := encode(&contents{})
		if x := decode(sealed(append(whole[:len(entryMagic)+4:len(entryMagic)+4], body...))); x != nil {
			again := decode(encode(x))
			if again == nil || len(again.list) != len(x.list) || len(again.moves) != len(x.moves) {
				t.Errorf("%+v became %+v", x, again)
			}
		}
	})
}

// TestShortEntries: anything too short for a checksum is not an entry.
func TestShortEntries(t *testing.T) {
	whole := encode(&contents{})
	for n := range whole {
		if decode(whole[:n]) != nil {
			t.Errorf("%d of %d bytes are read", n, len(whole))
		}
	}
	if decode(whole) == nil {
		t.Error("the whole is not read")
	}
}
