package view

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	cli "threadlens/app/command"
	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/model"
)

// TestChartsAreThoseOfTheCommandLine: what the window exports of its window, and of
// a selected range, is the file that the command line writes.
func TestChartsAreThoseOfTheCommandLine(t *testing.T) {
	w := opened(t, story(t))
	w.s.Show(model.Range{From: 100 * ms, To: 300 * ms}, session.MoveJump)
	w.s.Mark(model.Range{From: 120 * ms, To: 240 * ms})
	size := fmt.Sprintf("%.0fx400", w.surface.Size().Width)
	for _, name := range export.ChartNames() {
		for _, marked := range []bool{false, true} {
			c := w.chart(name, pictureOptions{dark: true, marked: marked}, 1)
			r := w.s.Window()
			if marked {
				r = w.s.Marked()
			}
			c.Title, c.Height = filepath.Base(storyFile), 400
			var got, errOut bytes.Buffer
			if err := c.Write(&got, export.SVG); err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(t.TempDir(), "chart.svg")
			args := []string{
				"export", name, storyFile, "-o", out, "--from", fmt.Sprint(int64(r.From), "ns"), "--to", fmt.Sprint(int64(r.To), "ns"),
				"--thread", w.hiddenFilter(), "--theme", "dark", "--size", size,
			}
			if code := cli.Run(context.Background(), args, new(bytes.Buffer), &errOut); code != 0 {
				t.Fatalf("%v: exit %d: %s", args, code, errOut.String())
			}
			want, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s, selected range %v: the window's chart is another", name, marked)
			}
		}
	}
}
