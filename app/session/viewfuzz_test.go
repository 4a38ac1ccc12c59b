package session

import (
	"reflect"
	"testing"

	"threadlens/app/session/keep"
	"threadlens/model"
)

// FuzzView: a view file that is read is written and read as the same, and whatever it contains can
// be applied to a trace, with names that fit on a line.
func FuzzView(f *testing.F) {
	for _, v := range []keep.ViewFile{
		{},
		{
			Trace: keep.Identity{Name: "story", Hash: "abc"}, Window: keep.Span{1, 5}, Range: keep.Span{2, 3}, Back: []keep.Span{{0, 9}}, Forward: []keep.Span{{3, 4}},
			Marks: []keep.ViewMark{{Name: "a\x1b", Range: keep.Span{1, 2}, Thread: "6420.0"}}, View: "threads", Scroll: 7, Tab: "Stack",
			Rows:       keep.Arrangement{Targets: []string{"1396"}, Expanded: map[string]bool{"kernel": true}, Hidden: []string{"88.0"}, Sort: "name", Group: "process", Filter: "tid:1"},
			Measure:    &keep.ViewMeasure{},
			Suppressed: &keep.Suppressions{},
		},
	} {
		data, err := v.Encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"format":"threadlens view","version":1,"window_ns":[5,1]}`))
	f.Add([]byte(`{"format":"threadlens view","version":2}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := keep.DecodeView(data)
		if err != nil {
			if err.Error() == "" || !reflect.DeepEqual(v, keep.ViewFile{}) {
				t.Fatalf("%v, and yet %+v", err, v)
			}
			return
		}
		written, err := v.Encode()
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		again, err := keep.DecodeView(written)
		if err != nil {
			t.Fatalf("%v in %s", err, written)
		}
		if twice, err := again.Encode(); err != nil || string(twice) != string(written) {
			t.Fatalf("written first\n%s\nand then\n%s", written, twice)
		}
		s := opened(t)
		s.Restore(v)
		for _, b := range s.Bookmarks() {
			if b.Name != model.CleanName(b.Name) || len(b.Name) > maxMarkName {
				t.Errorf("a mark is called %q", b.Name)
			}
		}
		kept := s.Remember()
		if err := kept.Check(); err != nil {
			t.Errorf("what is remembered %v", err)
		}
	})
}
