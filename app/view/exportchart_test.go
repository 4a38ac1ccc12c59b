package view

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	cli "threadlens/app/command"
	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/model"
	"threadlens/timeline"
)

// TestChartsShowWhatTheirViewsShow: the figures in the legends of exported charts are those of the
// Measurement view, even while most threads have no lane.
func TestChartsShowWhatTheirViewsShow(t *testing.T) {
	w := opened(t, story(t))
	w.Session.Show(model.Range{From: 100 * ms, To: 300 * ms}, session.MoveJump)
	w.Session.Select(timeline.SegmentRef{Thread: w.threadOf(t, 6420), Index: -1})
	w.Session.HideOthers()
	m, err := w.Session.MeasureQuery(100).Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	queue := "Time-weighted mean\n" + query.QueueLength(m.QueueMean) + "\n"
	for name, want := range map[string][]string{
		"queue":       {"whole machine", queue},
		"measurement": {"whole machine", queue, "Exact CPU use, including interrupts\n" + m.Share(m.Exact) + "\n"},
		"concurrency": {"Average\n" + strconv.FormatFloat(m.Concurrency.Average(), 'f', 2, 64) + "\n"},
		"cores":       {"whole machine", queue},
	} {
		var svg bytes.Buffer
		if err := w.Chart(name, host.PictureOptions{}, 1).Write(&svg, export.SVG); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(regexp.MustCompile(`>[^<>]+</`).FindAllString(svg.String(), -1), "")
		text = strings.NewReplacer("</", "\n", ">", "").Replace(text)
		for _, s := range want {
			if !strings.Contains(text, s) {
				t.Errorf("%s: no %q in\n%s", name, s, text)
			}
		}
	}
}

// TestChartsAreThoseOfTheCommandLine: the chart that the window exports, of its window of time and
// of a selected range, is the file that the command line writes.
func TestChartsAreThoseOfTheCommandLine(t *testing.T) {
	w := opened(t, story(t))
	w.Session.Show(model.Range{From: 100 * ms, To: 300 * ms}, session.MoveJump)
	w.Session.Mark(model.Range{From: 120 * ms, To: 240 * ms})
	size := fmt.Sprintf("%.0fx400", w.Surface.Size().Width)
	for _, name := range export.ChartNames() {
		if export.NeedsCounters(name) {
			continue // they need counters
		}
		for _, marked := range []bool{false, true} {
			c := w.Chart(name, host.PictureOptions{Dark: true, Marked: marked}, 1)
			r := w.Session.Window()
			if marked {
				r = w.Session.Marked()
			}
			c.Title, c.Height = filepath.Base(storyFile), 400
			var got, errOut bytes.Buffer
			if err := c.Write(&got, export.SVG); err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(t.TempDir(), "chart.svg")
			args := []string{
				"export", name, storyFile, "-o", out, "--from", fmt.Sprint(int64(r.From), "ns"), "--to", fmt.Sprint(int64(r.To), "ns"),
				"--theme", "dark", "--size", size,
			}
			if c.Scope.Threads != nil {
				args = append(args, "--thread", w.filterFor(c.Scope.Threads))
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
