//go:build unix

package ingest_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/modeltest"
)

// BenchmarkRules measures each rule of the findings over the whole of large real
// traces, which THREADLENS_BIG lists; and once more with thresholds of zero, so that
// no rule ends early.
func BenchmarkRules(b *testing.B) {
	modeltest.EachBig(b, func(b *testing.B, name string) {
		t := load(b, name)
		for _, r := range findings.Rules() {
			b.Run(r.ID, func(b *testing.B) { benchRule(b, t, r.ID, findings.NewLimits()) })
		}
		open := findings.NewLimits()
		for _, name := range []string{"E1.waits", "E3.runnable", "E3.queued", "E7.share", "E7.rate", "E10.io", "E11.share", "E15.alone"} {
			var err error
			if open, err = open.With(name, 0); err != nil {
				b.Fatal(err)
			}
		}
		for _, r := range findings.Rules() {
			b.Run(r.ID+"/open", func(b *testing.B) { benchRule(b, t, r.ID, open) })
		}
	})
}

func benchRule(b *testing.B, t *model.Trace, id string, limits findings.Limits) {
	b.ReportAllocs()
	found, before := 0, modeltest.ProcessorTime(b)
	for b.Loop() {
		list, err := findings.Find(b.Context(), t, findings.Options{Only: []string{id}, Limits: limits})
		if err != nil {
			b.Fatal(err)
		}
		found = len(list)
	}
	b.ReportMetric(float64(modeltest.ProcessorTime(b)-before)/1e6/float64(b.N), "cpu-ms/op")
	b.ReportMetric(float64(found), "findings")
}
