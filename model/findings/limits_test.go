package findings_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// limitCase has a threshold on both sides of what a scene measures, which is worked out
// by hand: with the value holds the outcome contains want, with fails it does not. One of
// the two is the measured value itself.
type limitCase struct {
	limit        string
	value        float64 // used if not given
	scene        string
	holds, fails float64
	want         string // "" for any finding, otherwise a part of outcome
	// with are other thresholds, without which these would not decide.
	with map[string]float64
}

// percent is the threshold that the rule, after dividing it by 100, compares as
// exactly that part of a whole.
func percent(part, whole float64) float64 {
	p := 100 * part / whole
	for _, near := range []float64{p, math.Nextafter(p, 0), math.Nextafter(p, 200)} {
		if near/100 == part/whole {
			return near
		}
	}
	panic(fmt.Sprintf("no threshold is %v of %v", part, whole))
}

var limitCases = []limitCase{
	{"E1.single", 90, "single-threaded", 90, 90.1, "warning 90000000 1 ran for 90.0%", nil},
	{"E1.free", 50, "single-threaded", 100, 100.1, "", nil},
	{"E1.beside", 30, "single-threaded", percent(5, 90), 5.55, "", nil}, // ms
	{"E1.spins", 50, "tiny loop", 99.6, 99.7, "it probably spun", nil},
	{"E1.spins", 50, "calls in vain alone", 50, 50.01, "in calls that failed", nil}, // 47.5 of 95 ms
	{"E1.behind", 5, "one waits behind it", 20, 20.1, "2 waited for it.", nil},
	{"E1.waits", 10, "in turns", 49, 50, "problem 98010000 ", nil},
	{"E1.again", 100, "asking again", 20, 19.9, "problem ", nil},
	{"E1.share", 10, "in turns", 99, 99.1, "", map[string]float64{"E1.queued": 0}}, // 50 of 50.5 ms
	{"E1.mutual", 25, "in turns", 100, 100.1, "", map[string]float64{"E1.queued": 0}},
	{"E1.active", 1.6, "in turns", 1.0099, 1.0098, "", map[string]float64{"E1.queued": 0}},
	{"E1.queued", 60, "in turns", 0.991, 0.99, "1.00 are active at a time", nil},      // 0.99 of 100 ms
	{"E1.chance", 60, "in turns", 2.94, 2.93, "", map[string]float64{"E1.queued": 0}}, // 0.0099 of (1.0099 / (1 - 0.4951 * 0.495) - 1)
	{"E1.busy", 50, "in turns", 100, 100.1, "", nil},
	{"E1.turn", 50, "in turns", 1010, 1011, "", nil}, // 100 ms of 99 turns
	{"E1.turn", 50, "in turns, then none", 1010, 1011, "", nil},
	{"E2.share", 5, "unfair lock", percent(5606, 2*3440), 81.5, "warning 5606000 ", nil}, // µs; six of the eight never get it
	{"E2.waits", 10, "unfair lock", 47, 48, "", nil},
	{"E3.runnable", 115, "16 spinners", 799, 800, "problem 2240000000 ", nil},
	{"E3.queued", 20, "16 spinners", 87.5, 87.6, "", nil},
	{"E3.self", 50, "16 spinners", 100, 100.1, "", nil},
	{"E3.problem", 70, "16 spinners", 100, 100.1, "problem ", nil},
	{"E3.lasting", 50, "16 spinners", 100, 100.1, "", nil},
	{"E4.start", 10, "one starts later", percent(40, 400.001), 9.99, "4 threads started together", nil}, // ms
	{"E4.work", 5, "stairs", 25, 75.1, "warning 150000000 ", nil},                                       // 100 of 400 ms; above 75 % one is left
	{"E4.imbalance", 25, "stairs", 37.5, 37.6, "warning 150000000 ", nil},
	{"E4.ends", 25, "stairs", percent(300, 400.001), 75, "", nil}, // ms
	{"E4.gone", 60, "stairs", 75, 75.1, "", nil},
	{"E4.gone", 60, "two uneven threads", 50, 50.1, "2 threads started together", nil},
	{"E4.idle", 10, "stairs", 40, 40.1, "", nil}, // 300 + 200 + 100 of 5 * 300 ms
	{"E4.saving", 1, "stairs", 150, 150.001, "", nil},
	{"E5.queued", 25, "inversion", 90, 90.1, "problem 45000000 ", nil},
	{"E5.time", 1, "inversion", 45, 45.001, "problem 45000000 ", nil},
	{"E6.queued", 25, "preempted owner", 25, 25.1, "problem 25000000 ", nil},
	{"E6.time", 1, "preempted owner", 25, 25.001, "problem 25000000 ", nil},
	{"E6.cost", 2, "owner preempted for 30 ms", 10, 10.01, "", nil}, // of 300 ms
	{"E6.problem", 5, "owner preempted for 30 ms", 10, 10.01, "problem ", nil},
	{"E6.problem", 5, "owner preempted for 30 ms", 10.01, 10, "warning ", nil},
	{"E7.share", 30, "alternating", 99.8, 99.9, "warning 0 ", nil},
	{"E7.rate", 100, "alternating", 4990, 4991, "", nil},
	{"E7.count", 30, "alternating", 499, 500, "", nil},
	{"E7.slice", 1, "alternating", 0.2001, 0.2, "", nil},
	{"E8.sleeps", 20, "poller", 30, 31, "info 930000 ", nil},
	{"E8.variation", 20, "uneven poller", 10, 9.99, "", nil},
	{"E8.run", 200, "poller", 30, 29.9, "", nil},
	{"E8.share", 5, "poller", percent(0.93, 310), 0.2999, "", nil}, // ms
	{"E8.nothing", 90, "poller", 100, 100.1, "", nil},
	{"E8.beside", 90, "poller beside a busy thread", 90.01, 90, "", nil},
	{"E9.wakes", 100, "clumps", 100, 101, "info 45000000 ", nil},
	{"E9.resultant", 0.8, "clumps", 1, 1.001, "", map[string]float64{"E9.closely": 101}},
	{"E9.excess", 3, "clumps", 198.4, 198.5, "", map[string]float64{"E9.resultant": 2}},                                              // 0.9 / (1 - exp(-100 / 11 * 0.0005))
	{"E9.excess", 3, "far apart", 0, 0.001, "", map[string]float64{"E9.closely": 0, "E9.queue": 0, "E9.mean": 0, "E9.resultant": 2}}, // none is close to another
	{"E9.closely", 50, "clumps", 90, 90.1, "", map[string]float64{"E9.resultant": 2}},
	{"E9.queue", 2, "clumps", 9, 10, "", nil},
	{"E9.mean", 1.5, "clumps", 9, 9.01, "", nil},
	{"E9.busy", 30, "clumps on a busy machine", 50, 50.01, "warning ", nil}, // 11 of 22 s
	{"E10.io", 30, "bare reads", 76, 76.1, "problem 152000000 ", nil},
	{"E10.cost", 10, "bare reads", 76, 76.1, "", nil},
	{"E10.overlap", 20, "one read at a time", 25.1, 25, "problem ", nil},
	{"E10.one", 90, "one read at a time", 100, 100.1, "warning ", nil},
	{"E10.hidden", 50, "one read at a time", 25.1, 25, "warning ", nil},
	{"E10.depth", 1.1, "three reads at once", 3, 2.99, "one transfer at a time", nil},
	{"E10.flush", 50, "flushes", 100, 100.1, "for flushes", nil},
	{"E10.device", 90, "two devices", percent(10, 19), 52.7, "transfers on vda", nil}, // transfers of 8 ms
	{"E10.bytes", 4096, "tiny reads", 4096, 4095, "warning 100000000 ", nil},
	{"E10.rate", 1000, "tiny reads", 2000, 2001, "", nil},
	{"E10.transfers", 100, "tiny reads", 200, 201, "", nil},
	{"E11.share", 2, "ready beside an idle CPU", 50, 50.1, "warning 50000000 ", nil},
	{"E11.stretch", 30, "ready for 30 ms", 30, 30.001, "warning 30000000 ", nil},
	{"E11.much", 20, "ready beside an idle CPU", 50, 50.1, "", nil},
	{"E11.tick", 5, "ready beside an idle CPU", 5, 5.001, "", nil},
	{"E11.latency", 50, "ready beside an idle CPU", 5000, 5000.001, "", nil},
	{"E11.bound", 90, "bound to one CPU", 100, 100.1, "CPU affinity limits 1 to CPU 0", nil},
	{"E12.stretch", 10, "spinning", 18, 18.001, "warning 18000000 ", nil},
	{"E12.run", 90, "spinning", 100, 100.1, "", nil},
	{"E12.count", 3, "spinning", 18, 19, "", nil},
	{"E12.samples", 80, "spinning", percent(10, 11), 91, "", nil},
	{"E12.place", 64, "small loop", 25, 24, "warning 57000000 ", nil},
	{"E12.leaves", 3, "small loop", 3, 4, "", nil},
	{"E12.ends", 80, "small loop", 100, 100.1, "", nil},
	{"E12.chance", 1, "small loop beside acts", 0.05845, 0.05844, "", nil}, // (57 choose 3) of (60 choose 6)
	{"E12.tiny", 16, "tiny loop", 16, 15, "info 500000000 ", nil},
	{"E12.long", 500, "tiny loop", 500, 500.001, "", nil},
	{"E12.elsewhere", 1, "tiny loop", percent(5, 501), 0.99, "", nil},
	{"E12.acts", 3, "tiny loop", 3, 4, "", nil},
	{"E12.yields", 1000, "yields", 2000, 2001, "warning 19000000 ", nil},
	{"E12.storm", 5, "yields", 19, 19.001, "", nil},
	{"E12.given", 200, "storm", 5.001, 5, "", nil},
	{"E12.ready", 10, "yields", 2.001, 2, "", nil},
	{"E13.threads", 4, "herd", 5, 6, "warning 600000 ", nil},
	{"E13.within", 200, "herd", 40, 39.9, "", map[string]float64{"E13.threads": 5}},
	{"E13.back", 75, "herd", 100, 100.1, "", nil},
	{"E13.soon", 1, "herd", 0.035, 0.0349, "", nil},
	{"E13.run", 100, "herd", 30.1, 30, "", nil},
	{"E13.times", 3, "herd", 4, 5, "", nil},
	{"E14.turns", 100, "ping-pong", 119, 120, "warning 0 ", nil},
	{"E14.share", 5, "ping-pong", percent(2.38, 2.52), 94.5, "", nil}, // ms
	{"E14.run", 50, "ping-pong", 10.1, 10, "", nil},
	{"E14.trip", 500, "ping-pong", 20, 19.9, "", nil},
	{"E15.alone", 20, "fork and join", 50, 50.01, "warning 20000000 ", nil}, // 20 of 40 ms
	{"E15.phases", 3, "fork and join", 9, 10, "", nil},
	{"E15.together", 5, "fork and join", 50, 50.01, "", nil},
	{"E15.length", 100, "fork and join", 2000, 2000.001, "", nil},
	{"E16.stretch", 100, "window", 150, 150.001, "warning 150000000 ", nil},
	{"E16.problem", 1000, "window", 150, 150.001, "problem ", nil},
	{"E17.active", 50, "collector", 100, 100.1, "", nil},
	{"E17.times", 3, "collector", 10, 11, "", nil},
	{"E17.problem", 20, "collector", 19.99, 20, "problem ", nil},
	{"E17.stop", 1, "stops by events", 2, 2.001, "warning 6000000 ", nil},
	{"E17.times", 3, "stops by events", 3, 4, "warning 6000000 ", nil},
	{"E17.share", 5, "stops by events", 6, 6.1, "warning 6000000 ", nil},
	{"E18.stretch", 100, "turns of 150 ms", 150, 150.001, "warning 300000000 ", nil},
	{"E18.p99", 20, "now and then far longer", 30, 30.001, "warning 60000000 ", nil},
	{"E18.factor", 10, "now and then far longer", 300, 301, "", nil},
	{"E18.delays", 100, "now and then far longer", 119, 120, "", nil}, // the last one ends with the trace
	{"E18.mutual", 40, "turns of 150 ms", 100, 100.1, "Takes turns with", nil},
	{"E18.queued", 50, "crowded out", 74.53, 74.54, "warning 600000000 1 was queued for ", nil}, // 600 of 805 ms
	{"E18.together", 500, "crowded out", 600, 600.001, "", nil},
	{"E18.others", 80, "crowded out", 93.33, 93.34, "", nil},
	{"E18.idle", 20, "crowded out", 5.84, 5.83, "", nil},
	{"E20.wait", 100, "deadlock", 170, 170.001, "problem 350000000 ", nil},
	{"E20.wait", 100, "probable deadlock", 180, 180.001, "warning 360000000 ", nil},
	{"E20.others", 10, "probable deadlock", 10, 9.99, "warning 360000000 ", nil},
	{"E21.share", 20, "build", percent(240, 310), 77.5, "warning 240000000 ", nil}, // ms
	{"E21.stretch", 50, "build", 250, 250.001, "", nil},
	{"E21.alone", 90, "build", 96, 96.1, "", map[string]float64{"E21.stretch": 200}}, // 240 of 250 ms
	{"E21.single", 90, "build", 80.6, percent(290, 360), "", nil},                    // ms
	{"E22.share", 30, "client of a server", 80, 80.1, "warning 80000000 ", nil},
	{"E22.busy", 50, "client of a server", 87.5, 87.6, "", nil}, // 7 of 8 ms
	{"E21.like", 3, "build", 2, 2.01, "", map[string]float64{"E21.single": 0}},
	{"E28.count", 100, "script", 100, 101, "warning 99800000 ", nil},
	{"E28.life", 10, "script", 0.998, 0.997, "", nil},
	{"E28.share", 50, "script", 97.84, 97.85, "", nil}, // 99.8 of 101.999 ms
	{"E28.together", 120, "script", 100, 99.9, "", nil},
	{"E21.named", 90, "build", 100, 100.1, "cc1 30 was the only one", nil},
	{"E23.share", 30, "client", 76, 76.1, "warning 152000000 ", nil},
	{"E23.cost", 10, "client", 76, 76.1, "", nil},
	{"E23.overlap", 20, "client beside work", 25.1, 25, "", nil},
	{"E23.connect", 50, "client", 0, 0.1, "for connections", nil},
	{"E23.vain", 100, "asker", 300.998, 300.999, "problem ", nil},
	{"E23.polls", 6, "asker", 3, 2, "problem ", nil},
	{"E23.timeout", 1000, "dialer", 2000, 2000.001, "problem ", nil},
	{"E24.share", 10, "file lock", 40, 40.1, "warning 80000000 ", nil},
	{"E24.cost", 5, "file lock", 40, 40.1, "", nil},
	{"E24.held", 75, "file lock", 100, 100.1, "holder 2 held the lock: ", nil},
	{"E25.share", 20, "page faults", 76, 76.1, "warning 152000000 ", nil},
	{"E25.cost", 5, "page faults", 76, 76.1, "", nil},
	{"E25.overlap", 20, "page faults beside work", 25.1, 25, "", nil},
	{"E26.tries", 5, "lock polling", 50, 51, "", nil},
	{"E26.all", 20, "lock polling", 150, 151, "", nil},
	{"E26.sleep", 250, "lock polling", 2, 1.999, "warning 302940000 ", nil},
	{"E26.run", 1000, "lock polling", 20, 19.99, "", nil},
	{"E26.run", 1000, "lock polling", 10018, 10019, "150 times", nil}, // the last row is followed by 10.019 ms, the others by 10.02 ms
	{"E26.long", 5, "lock polling with pauses", 2, 1.999, "", nil},
	{"E26.pauses", 10, "lock polling with pauses", 50, 50.01, "", nil},
	{"E26.pause", 1, "lock polling with pauses", 0.2914, 0.2913, "", nil}, // 0.3 of 102.96 ms
	{"E26.share", 20, "lock polling", 90.97, 90.98, "", nil},              // 302.94 of 333 ms
	{"E26.works", 90, "lock polling", 99, 99.1, "", nil},
	{"E26.follows", 80, "lock polling", 100, 100.1, "", nil},
	{"E27.share", 2, "CPU quota", percent(850, 1115), 76.3, "problem 1700000000 ", nil}, // ms
	{"E27.much", 20, "CPU quota", percent(850, 1115), 76.3, "problem ", nil},
	{"E27.times", 3, "CPU quota", 10, 11, "", nil},
	{"E29.row", 10, "calls in vain", 600, 601, "warning 12000000 ", nil},
	{"E29.calls", 1000, "calls in vain", 1200, 1201, "", nil},
	{"E29.window", 5, "calls in vain", 12, 12.01, "", nil},
	{"E29.share", 10, "calls in vain", 20, 20.01, "", nil}, // 12 of 60 ms
}

// limitScenes are traces by name.
var limitScenes = map[string]func(t *testing.T) *model.Trace{
	"single-threaded":     func(t *testing.T) *model.Trace { return single(90 * ms).trace(t) },
	"one waits behind it": func(t *testing.T) *model.Trace { return behind(20 * ms).trace(t) },
	"in turns, then none": func(t *testing.T) *model.Trace {
		p := inTurns("wait sub=Futex", "ctx=thread")
		p.head = strings.Replace(p.head, "span 0ns 100000000ns", "span 0ns 150000000ns", 1)
		p.put(100*ms, 1, 0, "wait sub=Futex")
		return p.trace(t)
	},
	"in turns":     func(t *testing.T) *model.Trace { return inTurns("wait sub=Futex", "ctx=thread").trace(t) },
	"asking again": func(t *testing.T) *model.Trace { return askingAgain("0x10").trace(t) },
	"unfair lock":  func(t *testing.T) *model.Trace { return handedOn(t, true) },
	"16 spinners":  func(t *testing.T) *model.Trace { return queued(16, 16).trace(t) },
	"one starts later": func(t *testing.T) *model.Trace {
		p := unevenPlay(100*ms, 200*ms, 300*ms)
		p.on = append(p.on, "idle")
		p.head = strings.Replace(p.head, "cpus 4", "cpus 5", 1)
		p.event(0, 4, "exists idle state=running")
		p.event(40*ms, 0, "start 13 by=1")
		p.run(4, 13, 40*ms+us, 400*ms+us, "dead")
		return p.trace(t)
	},
	"stairs":                      func(t *testing.T) *model.Trace { return unevenPlay(100*ms, 200*ms, 300*ms, 400*ms).trace(t) },
	"two uneven threads":          func(t *testing.T) *model.Trace { return unevenPlay(100*ms, 400*ms).trace(t) },
	"inversion":                   func(t *testing.T) *model.Trace { return inversion(t, "windows", [3]int{15, 4, 8}, 45) },
	"preempted owner":             func(t *testing.T) *model.Trace { return owned(t, 25) },
	"owner preempted for 30 ms":   func(t *testing.T) *model.Trace { return owned(t, 30) },
	"alternating":                 func(t *testing.T) *model.Trace { return alternating(200*us, 100*ms).trace(t) },
	"poller":                      func(t *testing.T) *model.Trace { return sleeper(t, 0, false) },
	"poller beside a busy thread": func(t *testing.T) *model.Trace { return busyPoller(t, 90, 0) },
	"uneven poller":               func(t *testing.T) *model.Trace { return sleeper(t, 1000, false) },
	"clumps":                      func(t *testing.T) *model.Trace { return sleepers([10]model.Time{}, 1).trace(t) },
	"far apart": func(t *testing.T) *model.Trace {
		var phases [10]model.Time
		for i := range phases {
			phases[i] = model.Time(i) * 50 * ms
		}
		return sleepers(phases, 1).trace(t)
	},
	"clumps on a busy machine": func(t *testing.T) *model.Trace {
		p := sleepers([10]model.Time{}, 2)
		p.head += "thread 50 pid=99\n"
		p.put(0, 1, 50, "")
		p.put(11000*ms-10*ms, 1, 0, "wait sub=Sleep") // the sleepers run for 10 ms
		return p.trace(t)
	},
	"bare reads":               func(t *testing.T) *model.Trace { return readers(2, 8*ms, 2*ms, true).trace(t) },
	"one read at a time":       func(t *testing.T) *model.Trace { return oneAtATime().trace(t) },
	"tiny reads":               func(t *testing.T) *model.Trace { return transfers(200, 500*us, 4096, ` file="/srv/data.bin"`).trace(t) },
	"ready beside an idle CPU": func(t *testing.T) *model.Trace { return gaps(5 * ms).trace(t) },
	"bound to one CPU":         func(t *testing.T) *model.Trace { return affine("0").trace(t) },
	"ready for 30 ms":          func(t *testing.T) *model.Trace { return someGaps(30*ms, 1000*ms, 1).trace(t) },
	"spinning":                 func(t *testing.T) *model.Trace { return sampled(t, "app!spin_wait", 10) },
	"tiny loop":                func(t *testing.T) *model.Trace { return tiny{500 * ms, 16, 5, 3, 1}.play().trace(t) },
	"small loop":               func(t *testing.T) *model.Trace { return looping(t, 32, 3, 19_700) },
	"small loop beside acts":   func(t *testing.T) *model.Trace { return looping(t, 32, 3, 5_700, 19_700) },
	"yields":                   func(t *testing.T) *model.Trace { return yields(t, 500) },
	"storm":                    func(t *testing.T) *model.Trace { return storm(t, 5, 1100) },
	"herd":                     func(t *testing.T) *model.Trace { return woken(t, "main", 30, 0) },
	"collector":                func(t *testing.T) *model.Trace { return collected("VM Thread").trace(t) },
	"ping-pong":                func(t *testing.T) *model.Trace { return pingPong(t, 120, 10, true) },
	"fork and join":            func(t *testing.T) *model.Trace { return forks(2*ms, 2*ms).trace(t) },
	"window":                   func(t *testing.T) *model.Trace { return window(t, 150, "MessageWait", "PageIn") },
	"stops by events":          func(t *testing.T) *model.Trace { return stopsByEvents(3, 2*ms, 100*ms).trace(t) },
	"turns of 150 ms":          func(t *testing.T) *model.Trace { return turns(t, 150, 4) },
	"now and then far longer":  func(t *testing.T) *model.Trace { return farTooLong(t, 60, 8) },
	"crowded out":              func(t *testing.T) *model.Trace { return crowding{own: ms, running: 5 * ms}.play().trace(t) },
	"deadlock":                 func(t *testing.T) *model.Trace { return modeltest.Deadlock(t, 30, "") },
	"probable deadlock":        func(t *testing.T) *model.Trace { return probablyStuck(t, 18) },
	"three reads at once":      func(t *testing.T) *model.Trace { return deviceReader("Block", 3, "vda").trace(t) },
	"flushes":                  func(t *testing.T) *model.Trace { return deviceReader("Flush", 1, "vda").trace(t) },
	"client":                   func(t *testing.T) *model.Trace { return client("connect", "Network", "netrx").trace(t) },
	"client beside work":       func(t *testing.T) *model.Trace { return beside(client("", "Connect", "netrx")).trace(t) },
	"script":                   func(t *testing.T) *model.Trace { return script(100, 999*us, ms).trace(t) },
	"calls in vain":            func(t *testing.T) *model.Trace { return usualVain().play().trace(t) },
	"calls in vain alone":      func(t *testing.T) *model.Trace { return alone().trace(t) },
	"lock polling with pauses": func(t *testing.T) *model.Trace { return restlessScheme().play().trace(t) },
	"lock polling":             func(t *testing.T) *model.Trace { return usualScheme().play().trace(t) },
	"asker":                    func(t *testing.T) *model.Trace { return asker{0, 16, 1, 3, 100 * ms, ""}.play().trace(t) },
	"dialer":                   func(t *testing.T) *model.Trace { return dialer(2000 * ms).trace(t) },
	"file lock":                func(t *testing.T) *model.Trace { return lockers(true).trace(t) },
	"page faults":              func(t *testing.T) *model.Trace { return faulter("vda").trace(t) },
	"page faults beside work":  func(t *testing.T) *model.Trace { return beside(faulter("vda")).trace(t) },
	"two devices":              func(t *testing.T) *model.Trace { return deviceReader("Block", 1, "vda", "vdb").trace(t) },
	"client of a server":       func(t *testing.T) *model.Trace { return peerClient("epoll_wait", true).trace(t) },
	"build":                    func(t *testing.T) *model.Trace { return build().trace(t) },
	"CPU quota":                func(t *testing.T) *model.Trace { return quota(quotaAccount).trace(t) },
}

// outcome is the first finding of a rule: severity, cost, sentence and the titles of its
// details; "" for none.
func outcome(t *testing.T, tr *model.Trace, limits map[string]float64, rule string) string {
	t.Helper()
	l := findings.NewLimits()
	for name, value := range limits {
		var err error
		if l, err = l.With(name, value); err != nil {
			t.Fatal(err)
		}
	}
	list, err := findings.Find(t.Context(), tr, findings.Options{Only: []string{rule}, Limits: l})
	if err != nil || len(list) == 0 {
		return ""
	}
	s := fmt.Sprintf("%s %d %s", list[0].Severity, list[0].Cost, list[0].Sentence)
	for _, d := range list[0].Details {
		s += "; " + d.Title
	}
	return s
}

// TestLimits: every threshold decides at its value: a finding that just reaches it
// is found, with its severity and cost, and one that just misses it is not.
func TestLimits(t *testing.T) {
	scenes := map[string]*model.Trace{}
	for _, c := range limitCases {
		tr := scenes[c.scene]
		if tr == nil {
			tr = limitScenes[c.scene](t)
			scenes[c.scene] = tr
		}
		rule, _, _ := strings.Cut(c.limit, ".")
		for value, holds := range map[float64]bool{c.holds: true, c.fails: false} {
			limits := map[string]float64{c.limit: value}
			for name, v := range c.with {
				limits[name] = v
			}
			got := outcome(t, tr, limits, rule)
			if (got != "" && strings.Contains(got, c.want)) != holds {
				t.Errorf("%s at %v in %q: %q, want %q: %v", c.limit, value, c.scene, got, c.want, holds)
			}
		}
	}
}

// TestEveryLimit: the thresholds are the documented ones, and each has a case on both
// sides.
func TestEveryLimit(t *testing.T) {
	values := map[string]float64{}
	for _, c := range limitCases {
		values[c.limit] = c.value
	}
	for _, d := range findings.Defaults() {
		if v, ok := values[d.Name]; !ok || v != d.Value {
			t.Errorf("%s is %v, the cases have %v: %v", d.Name, d.Value, v, ok)
		}
		delete(values, d.Name)
	}
	for name := range values {
		t.Errorf("there is no threshold %s", name)
	}
}

// TestWith: a threshold is a number from 0 to 1e12.
func TestWith(t *testing.T) {
	for _, c := range []struct {
		name  string
		value float64
		says  string
	}{
		{"E3.runnable", 0, ""},
		{"E3.runnable", 1e12, ""},
		{"E3.runnable", 1.1e12, "threshold E3.runnable: 1.1e+12 is more than the maximum, 1e+12"},
		{"E3.runnable", -1, "threshold E3.runnable: -1 must be a number of at least 0"},
		{"E3.runnable", math.NaN(), "threshold E3.runnable: NaN must be a number of at least 0"},
		{"E3.none", 1, "there is no threshold \"E3.none\""},
	} {
		said := ""
		if _, err := findings.NewLimits().With(c.name, c.value); err != nil {
			said = err.Error()
		}
		if said != c.says {
			t.Errorf("%s %v: %q, want %q", c.name, c.value, said, c.says)
		}
	}
}

// TestRulesTableDigits: thresholds are written with as many decimals as they have, up
// to three.
func TestRulesTableDigits(t *testing.T) {
	for value, want := range map[float64]int{5: 1, 1.25: 2, 1.125: 3, 1.0625: 3} { // 1 for the 1.2 of E1.parallelism
		l, err := findings.NewLimits().With("E2.share", value)
		if err != nil {
			t.Fatal(err)
		}
		if got := findings.RulesTable(l).Columns[3].Digits; got != want {
			t.Errorf("%v: %d decimals, want %d", value, got, want)
		}
	}
}

// TestFindOutside: a window outside the trace is an error.
func TestFindOutside(t *testing.T) {
	tr := turns(t, 150, 4)
	if _, err := findings.Find(t.Context(), tr, findings.Options{Scope: measure.Scope{Range: model.Range{From: tr.End, To: tr.End + 1}}}); err == nil {
		t.Error("found something behind the end")
	}
}
