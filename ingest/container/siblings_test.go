package container

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSameFile: paths that differ in case lead to the same file where the system ignores case;
// others, or paths of nothing, do not.
func TestSameFile(t *testing.T) {
	dir := t.TempDir()
	a, b, link := filepath.Join(dir, "a.etl"), filepath.Join(dir, "b.etl"), filepath.Join(dir, "A.etl")
	for _, path := range []string{a, b} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if sameFile(a, link) {
		t.Error("what is not there is the same")
	}
	if err := os.Link(a, link); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{{a, a, true}, {a, link, true}, {link, a, true}, {a, b, false}, {link, b, false}, {a, a + "x", false}} {
		if got := sameFile(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %v", filepath.Base(c.a), filepath.Base(c.b), got)
		}
	}
	other := filepath.Join(dir, "B.ETL")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if sameFile(b, other) {
		t.Error("another file is the same")
	}
}

// TestIsArchive: members that are archives by content and name.
func TestIsArchive(t *testing.T) {
	zip, seven := []byte("PK\x03\x04................"), []byte("7z\xbc\xaf\x27\x1c................")
	for _, c := range []struct {
		name string
		head []byte
		want bool
	}{
		{"a.zip", zip, true},
		{"a.ZIP", zip, true},
		{"a.diagsession", zip, true},
		{"a.7z", seven, true},
		{"a.zip", seven, true},
		{"a.docx", zip, false},
		{"zip", zip, false},
		{"a.zip", []byte("no archive"), false},
		{"a.7z", nil, false},
	} {
		if got := isArchive(c.name, c.head); got != c.want {
			t.Errorf("%s of %q: %v", c.name, c.head, got)
		}
	}
}

// TestUnpackLimit: an archive may unpack to 200 times its size, but at least a GiB and at most 256.
func TestUnpackLimit(t *testing.T) {
	const gib = 1 << 30
	for size, want := range map[int64]int64{
		0: gib, 1: gib, gib / 200: gib, gib/200 + 1: 200 * (gib/200 + 1), 10 << 20: 2000 << 20,
		256 * gib / 200: 200 * (256 * gib / 200), 256*gib/200 + 1: 256 * gib, 1 << 62: 256 * gib,
	} {
		if got := unpackLimit(size); got != want {
			t.Errorf("of %d bytes: %d, want %d", size, got, want)
		}
	}
}
