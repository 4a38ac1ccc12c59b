package text_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"threadlens/ingest/text"
)

// FuzzParse feeds any bytes to the reader. What it accepts must survive being
// written and read again.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.tltxt")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for seed := range uint64(8) {
		r := newRandomTrace(seed)
		f.Add([]byte(write(f, &r.info, &r.tables, r.events(20))))
	}
	f.Add([]byte("threadlens-trace 1\ncpus 2\ncut 2us 4us\n1us cpu0 switch 1 2 wait\n3us cpu1 wake 1\n5us cpu0 switch 2 1 dead\n"))
	f.Add([]byte("threadlens-trace 1\nspan 1us\nstack 1 a at=0x1 \"b!c\" kernel=1 in=d\n1us cpu0 call 1 enter a b=c\n"))
	for _, test := range errorTests {
		if len(test.source) < 1<<10 {
			f.Add([]byte(test.source))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := text.Parse("fuzz", data)
		if err != nil {
			return
		}
		events := collect(t, r)
		first := write(t, r.Info(), r.Tables(), events)
		again, err := text.Parse("again", []byte(first))
		if err != nil {
			t.Fatalf("%v in\n%s", err, first)
		}
		readAgain := collect(t, again)
		if !slices.Equal(resolveAll(r.Tables(), events), resolveAll(again.Tables(), readAgain)) {
			t.Fatalf("other events after\n%s", first)
		}
		if second := write(t, again.Info(), again.Tables(), readAgain); second != first {
			t.Fatalf("written first\n%s\nand then\n%s", first, second)
		}
	})
}
