package timeline

import (
	"image"
	"image/color"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// everyCategory is a thread in one category after another, each long enough to be
// measured.
const everyCategory = `threadlens-trace 1
cpus 1
span 0us 1000us
os windows
process 7 "app" target
process 4 "System" system
thread 8 pid=7
thread 9 pid=7
thread 88 pid=4
100us cpu0 switch idle 8 preempt
150us cpu0 irq 190us isr
200us cpu0 switch 8 idle wait sub=Mutex
290us cpu0 wake 8
300us cpu0 switch idle 8 preempt
310us cpu0 switch 8 idle wait win=4
390us cpu0 wake 8
400us cpu0 switch idle 8 preempt
410us cpu0 switch 8 idle wait win=2
490us cpu0 wake 8
500us cpu0 switch idle 8 preempt
510us cpu0 switch 8 idle wait sub=MessageLoop
590us cpu0 wake 8
600us cpu0 switch idle 8 preempt
610us cpu0 switch 8 idle wait sub=Block
640us cpu0 wake 8
690us cpu0 switch idle 8 preempt
700us cpu0 switch 8 88 preempt win=32
790us cpu0 switch 88 8 wait win=15
800us cpu0 switch 8 idle wait sub=WorkQueue
890us cpu0 wake 8
900us cpu0 switch idle 8 preempt
910us cpu0 switch 8 idle wait
`

// designed are the specified fills and edges, in the order of the categories, by
// dark and safe.
var designed = map[[2]bool][model.NumCategories][2]uint32{
	{false, false}: {
		model.Execution: {0x359B55, 0x237A3F}, model.Synchronization: {0xCC433D, 0xA8322D}, model.IO: {0x8A5CC2, 0x68409B},
		model.Sleep: {0x8FB5E4, 0x4574AE}, model.MemoryManagement: {0xE88537, 0xAD560F}, model.Preemption: {0xF1C232, 0x8F6B06},
		model.Dispatch: {0xF9E7A8, 0x8F6B06}, model.UIProcessing: {0xA9BFA0, 0x5F7A55}, model.Interrupt: {0x4E5A67, 0x323C47},
		model.UnknownCategory: {0xD8DCE1, 0x79828E}, model.WaitForWork: {0xD2F0EA, 0x4E857A},
		model.Unclassified: {0x9AA3B0, 0x56616F},
	},
	{true, false}: {
		model.Execution: {0x4DB871, 0x7AD39A}, model.Synchronization: {0xDE5C55, 0xF28B85}, model.IO: {0x9B72D2, 0xBFA0EC},
		model.Sleep: {0x3F6DA6, 0x6E9BD4}, model.MemoryManagement: {0xE88B42, 0xFFB27A}, model.Preemption: {0xEBC144, 0xFFDF85},
		model.Dispatch: {0x7C6B2E, 0xEBC144}, model.UIProcessing: {0x71896A, 0x9DB695}, model.Interrupt: {0xB6C2CE, 0xDCE4EB},
		model.UnknownCategory: {0x3D444D, 0x79838F}, model.WaitForWork: {0x24443E, 0x5F9488},
		model.Unclassified: {0x4C5268, 0x98A4C0},
	},
	{false, true}: {
		model.Execution: {0x0B8F78, 0x056352}, model.Synchronization: {0xA84105, 0x7C2F02}, model.IO: {0xA078CB, 0x714A9C},
		model.Sleep: {0x8ADDFB, 0x2A7FA3}, model.MemoryManagement: {0xD58F08, 0x8F5D00}, model.Preemption: {0xF8F03A, 0x7D7600},
		model.Dispatch: {0xFBEFA0, 0x7D7600}, model.UIProcessing: {0x0D4A70, 0x063350}, model.Interrupt: {0x26292D, 0x000000},
		model.UnknownCategory: {0xBCC8C0, 0x6C7870}, model.WaitForWork: {0xDCF6E2, 0x4F8460},
		model.Unclassified: {0x9CA8B4, 0x45525F},
	},
	{true, true}: {
		model.Execution: {0x2BDCA0, 0x86F0CB}, model.Synchronization: {0xC74506, 0xFF8F57}, model.IO: {0xDE6CA0, 0xF3A9C9},
		model.Sleep: {0x86A6FB, 0xB9CBFD}, model.MemoryManagement: {0xBFA420, 0xE5CB57}, model.Preemption: {0xFBF24A, 0xFFFAB0},
		model.Dispatch: {0x787861, 0xFBF24A}, model.UIProcessing: {0x3058C0, 0x7F9FEE}, model.Interrupt: {0xEDEFF2, 0xFFFFFF},
		model.UnknownCategory: {0x222F42, 0x6E7F97}, model.WaitForWork: {0x1A4034, 0x5A937F},
		model.Unclassified: {0x545A6C, 0xA4AFC8},
	},
}

// TestEveryColourIsThatOfTheDesign measures every category in frames of both themes
// and both sets: most of a segment is its fill, and its upper line its edge.
func TestEveryColourIsThatOfTheDesign(t *testing.T) {
	tr := forWork(modeltest.Parse(t, "every", everyCategory), 800*microsecond)
	ix := thread(t, tr, 8)
	for set, want := range designed {
		s := sceneOf(t, tr, 1600, 200, NewMetrics(Comfortable, 1, 1))
		s.Palette, s.QuietBackdrops = paint.NewPalette(set[0], set[1]), false
		img := image.NewRGBA(image.Rectangle{Max: s.Size})
		new(Painter).Frame(s, img)
		var seen [model.NumCategories]bool
		for seg := range tr.Segments(ix, tr.Whole()) {
			spans := map[model.Category]model.Range{seg.Category: seg.Range}
			if seg.Overlap(model.Range{From: 150 * microsecond, To: 190 * microsecond}) > 0 {
				spans[seg.Category] = model.Range{From: seg.From, To: 150 * microsecond}
				spans[model.Interrupt] = model.Range{From: 150 * microsecond, To: 190 * microsecond}
			}
			for c, span := range spans {
				r, _ := s.SegmentRect(SegmentRef{ix, seg.Index})
				r.Min.X, r.Max.X = s.RangeX(span)
				if r.Dx() < 10 {
					continue
				}
				seen[c] = true
				in := r.Inset(2)
				if got := most(img, in); got != paint.RGB(want[c][0]) {
					t.Errorf("dark, safe %v: most of %v is %v, want %06X", set, c, got, want[c][0])
				}
				edge := image.Rect(in.Min.X, r.Min.Y, in.Max.X, r.Min.Y+1)
				if got := most(img, edge); got != paint.RGB(want[c][1]) {
					t.Errorf("dark, safe %v: the edge of %v is %v, want %06X", set, c, got, want[c][1])
				}
			}
		}
		for c, ok := range seen {
			if !ok {
				t.Errorf("%v was not measured", model.Category(c))
			}
		}
	}
}

// forWork is a trace with waits that start at an instant made waits for work.
func forWork(tr *model.Trace, at model.Time) *model.Trace {
	return tr.Amended(func(model.ThreadIx) func(*model.Segment) {
		return func(s *model.Segment) {
			if s.From == at {
				s.Judge(model.WaitForWork, s.Sub, model.ByReason, false)
			}
		}
	})
}

// most is the most frequent colour in r.
func most(img *image.RGBA, r image.Rectangle) (best color.RGBA) {
	n := map[color.RGBA]int{}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			n[img.RGBAAt(x, y)]++
		}
	}
	for c, count := range n {
		if count > n[best] {
			best = c
		}
	}
	return best
}
