package timeline
import ("syscall";"runtime";"testing";"context";"fmt";"threadlens/model")
func BenchmarkGen(b *testing.B) {
	t := big()
	s := NewSummary(t)
	s.Build(context.Background(), 2, nil)
	var bytes, tiles int
	for i := range s.lanes { l := s.lanes[i].Load(); bytes += cap(l.dt)*4+cap(l.slots)+len(l.blocks)*16; for _, lv := range l.levels { tiles += len(lv.tiles); bytes += len(lv.tiles)*16+len(lv.main)*8+len(lv.rest)*2 } }
	b.Logf("bytes/seg %.1f tiles %d low %d", float64(bytes)/float64(segmentCount(t)), tiles, s.lanes[0].Load().low)
	var c columns
	sp := s.splitter()
	ws := make([]laneWriter, 200)
	for _, z := range []float64{1,2,3,4,6,8,10,20,30,45,60,80,100,200,400,1000,50000} {
		b.Run(fmt.Sprint(z), func(b *testing.B) {
			v := Viewport{model.Range{From:0,To:t.End}, 1316}.Zoom(700, z, t.Whole())
			c.reset(v)
			runtime.LockOSThread()
			c0 := cpuNow()
			for b.Loop() {
				for i := range 200 {
					w := &ws[i]
					w.reset(&c, 3, w.runs)
					w.lane(sp, s.lane(model.ThreadIx(i)), model.ThreadIx(i))
				}
			}
			b.ReportMetric(float64(cpuNow()-c0)/float64(b.N)/200/1316, "cpu-ns/col")
			n := 0
			for i := range ws { n += len(ws[i].runs) }
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200/1316, "ns/col")
			b.ReportMetric(float64(n)/200, "runs/lane")
		})
	}
}
func BenchmarkBuild(b *testing.B) {
	t := big()
	for b.Loop() {
		s := NewSummary(t)
		s.Build(context.Background(), 2, nil)
	}
}

func cpuNow() int64 {
	var ru syscall.Rusage
	syscall.Getrusage(1, &ru)
	return ru.Utime.Nano() + ru.Stime.Nano()
}
