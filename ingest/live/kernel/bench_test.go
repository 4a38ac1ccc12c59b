package kernel

import (
	"testing"

	kt "threadlens/ingest/live/kernel/kerneltest"
	"threadlens/model"
)

// BenchmarkReceive measures an event from the system's record to the callback, a quarter of a
// second of 100 000 events a second at a time: four CPUs deliver their events one after another,
// once a second.
func BenchmarkReceive(b *testing.B) {
	const each, cpus, rate, second = 25_000, 4, 100_000, 10_000_000 // a second in units of 100 ns
	heads := make([][kt.HeadSize]byte, each)
	body := kt.SwitchBody(4, 8, 5, 6)
	box := inbox{d: decoder{start: begin}}
	var q queue
	n := namer{tables: &model.Tables{}}
	var out []model.Event
	at := int64(begin)
	for b.Loop() {
		for i := range heads {
			cpu := i * cpus / each
			e := kt.Event{Class: kt.ThreadClass, Opcode: kt.Switch, Version: 4, CPU: uint16(cpu), At: at + int64(i%(each/cpus))*cpus*second/rate, Body: body}
			heads[i] = e.Head()
		}
		for i := range heads {
			r := parse(&heads[i], body)
			box.put(&r)
		}
		box.take(&q, &n)
		out = q.take(false, out)
		at += each * second / rate
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/each, "ns/event")
}
