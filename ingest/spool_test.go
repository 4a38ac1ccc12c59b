package ingest

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// TestSpool: the allowed number of bytes comes through; one more, none, and a failing reader are
// errors.
func TestSpool(t *testing.T) {
	broken := errors.New("broken")
	for _, x := range []struct {
		name string
		from io.Reader
		want string
	}{
		{"as much as allowed", strings.NewReader(strings.Repeat("x", 1<<20)), ""},
		{"a byte more", strings.NewReader(strings.Repeat("x", 1<<20+1)), "standard input is longer than 1 MiB"},
		{"two bytes more", strings.NewReader(strings.Repeat("x", 1<<20+2)), "standard input is longer than 1 MiB"},
		{"nothing", strings.NewReader(""), "standard input is empty"},
		{"broken", io.MultiReader(strings.NewReader("x"), failing{broken}), "broken"},
	} {
		f, err := spool(x.from, 1<<20)
		switch {
		case x.want != "":
			if f != nil || err == nil || !strings.HasPrefix(err.Error(), x.want) {
				t.Errorf("%s: %v, want %s", x.name, err, x.want)
			}
		case err != nil:
			t.Errorf("%s: %v", x.name, err)
		default:
			if st, err := f.Stat(); err != nil || st.Size() != 1<<20 {
				t.Errorf("%s: %v bytes, %v", x.name, st.Size(), err)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// failing is a reader that fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestShortList: up to four are named; for more, their number is given.
func TestShortList(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e", "f"}
	for n, want := range []string{"", "a", "a, b", "a, b, c", "a, b, c, d", "a, b, c, d and 1 more", "a, b, c, d and 2 more"} {
		if got := shortList(names[:n]); got != want {
			t.Errorf("%d names: %q, want %q", n, got, want)
		}
	}
}
