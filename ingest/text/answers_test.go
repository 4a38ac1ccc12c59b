package text_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"threadlens/ingest"
	"threadlens/ingest/text"
	"threadlens/model/modeltest"
)

// TestAnswers notices every change in how text traces are read in which a word is missing or
// changed (see modeltest.Sums).
func TestAnswers(t *testing.T) {
	others := []string{"", "x", "-1", "0", "1us 2us", "a=b", "99999999999999999999", "cpu9", "idle"}
	sums := modeltest.NewSums(t, "testdata/answers.txt")
	files, err := filepath.Glob("../../model/testdata/c*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	n := 0
	for _, file := range append(files, "../../model/testdata/calls.txtar") {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := slices.Collect(strings.Lines(string(ar.Files[0].Data)))
		var all strings.Builder
		for i, line := range lines {
			words := strings.Fields(line)
			for j := range words {
				was := words[j]
				words[j] = others[n%len(others)]
				n++
				lines[i] = strings.Join(words, " ") + "\n"
				all.WriteString(lines[i] + answer(t, strings.Join(lines, "")))
				words[j] = was
			}
			lines[i] = line
		}
		sums.Add(all.String(), filepath.Base(file))
	}
	sums.Compare()
}

// answer is the contents of a trace, or why it is invalid.
func answer(t *testing.T, source string) string {
	t.Helper()
	tr, err := ingest.LoadBytes(t.Context(), "a.tltxt", []byte(source), ingest.Options{})
	if err != nil {
		return err.Error() + "\n"
	}
	var b strings.Builder
	if err := text.WriteSegments(&b, tr); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
