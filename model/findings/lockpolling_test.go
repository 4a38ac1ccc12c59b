package findings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// scheme is two threads: the second one works for a time; the first one meanwhile sleeps
// and checks, and works for 5 ms when the other has stopped; this is repeated.
type scheme struct {
	times                   int
	work, sleep, look, late model.Time // late is how long before the last check the other stops
	rest                    string     // how the other one stops working
	idle                    model.Time // for which the other does nothing in the middle of its work
	long                    model.Time // by which a check in the middle takes longer
	lost                    model.Time // for which events of the first one's CPU are then lost
}

func (s scheme) play() *play {
	n := s.work / s.sleep // number of sleeps, without the checks between them
	each := s.row() + s.look + 10*ms
	p := newPlay(2, 2, model.Time(s.times)*each)
	p.head = strings.Replace(p.head, "thread 2 pid=1\n", "thread 2 pid=1 name=owner\n", 1)
	for k := range model.Time(s.times) {
		at := k * each
		if k > 0 {
			p.event(at, 0, "wake 2 ctx=thread to=1")
		}
		p.put(at, 1, 2, "")
		stop := at + us + s.row() - s.late
		if s.idle > 0 {
			p.put(at+30*ms, 1, 0, "wait sub=Futex")
			p.event(at+30*ms+s.idle, 1, "wake 2 ctx=timer to=1")
			p.put(at+30*ms+s.idle, 1, 2, "")
		}
		p.put(stop, 1, 0, s.rest)
		p.put(at, 0, 1, "")
		at += us
		for i := range n {
			p.put(at, 0, 0, "wait sub=Sleep")
			p.event(at+s.sleep, 0, "wake 1 ctx=timer to=0")
			p.put(at+s.sleep, 0, 1, "")
			at += s.sleep
			if i < n-1 {
				at += s.look
			}
			if i == n/2 {
				at += s.long
			}
			if i == n/2 && s.lost > 0 {
				defer p.lose(0, model.Range{From: at - s.look/2, To: at - s.look/2 + s.lost})
			}
		}
	}
	return p
}

// lose loses the events of a CPU.
func (p *play) lose(cpu int, r model.Range) {
	p.events = slices.DeleteFunc(p.events, func(e line) bool {
		return r.From < e.at && e.at <= r.To && strings.Contains(e.text, fmt.Sprintf(" cpu%d ", cpu))
	})
	p.event(r.From, cpu, "loss %dns", r.To)
}

// row is the length of a row of sleeps.
func (s scheme) row() model.Time { return s.work/s.sleep*(s.sleep+s.look) - s.look + s.long }

// TestE26Lost: a row continues after a moment about which nothing is known; if that is longer,
// the part before it shows nothing, as it is unknown how it ended.
func TestE26Lost(t *testing.T) {
	for lost, tries := range map[model.Time]string{0: "150", ms: "147", 4 * ms: "144", 6 * ms: "63"} {
		s := usualScheme()
		s.lost = lost
		list := only(t, s.play().trace(t), "E26")
		if len(list) != 1 || !strings.Contains(list[0].Sentence, "slept "+tries+" times") {
			t.Errorf("%v: %+v", lost, list)
		}
	}
}

// restlessScheme has a check of 2 ms and a pause of 0.3 ms in each row.
func restlessScheme() scheme {
	s := usualScheme()
	s.long, s.idle = 2*ms-s.look, 300*us
	return s
}

// usualScheme is 50 sleeps of 2 ms, three times.
func usualScheme() scheme {
	return scheme{times: 3, work: 100 * ms, sleep: 2 * ms, look: 20 * us, late: ms, rest: "wait sub=Futex"}
}

// TestE26LockPolling: a thread that sleeps and checks until another one has stopped working;
// not one that continues earlier or later, or whose sleeps have nothing to do with the
// other's work, or that just ends.
func TestE26LockPolling(t *testing.T) {
	s := usualScheme()
	f := found(t, s.play(), "E26", findings.Warning, "1 slept 150 times between attempts (probably to get a lock), for 303 ms in total (91.0% of its lifetime). Meanwhile, owner 2 worked; the sleeping thread continued when that work stopped.",
		"Sleeps: 150 in 3 series; mean length of a sleep 2.02 ms", "Other thread: owner 2 worked meanwhile for 303 ms")
	if f.Cost != 3*(50*2*ms+49*20*us) || len(f.Evidence) != 3 {
		t.Errorf("%+v", f)
	}
	for _, rule := range []string{"E8", "E9"} {
		missed(t, s.play(), rule) // their advice does not help here
	}
	for _, c := range []struct {
		what   string
		change func(*scheme)
		found  bool
	}{
		{"it stops as the last sleep begins", func(s *scheme) { s.late = 2 * ms }, true},
		{"just before", func(s *scheme) { s.late = 2*ms + 1 }, false},
		{"as that ends", func(s *scheme) { s.late = 0 }, true},
		{"once, and its life is not over", func(s *scheme) { s.times = 1 }, false},
		{"once, and its life is over", func(s *scheme) { s.times, s.rest = 1, "dead" }, true},
		{"it stops for a moment before", func(s *scheme) { s.idle = us }, true},
		{"for a hundredth of the row", func(s *scheme) { s.idle = s.row() / 100 }, true},
		{"for longer", func(s *scheme) { s.idle = s.row()/100 + 1 }, false},
		{"long sleeps", func(s *scheme) { s.work, s.sleep = 1500*ms, 251*ms }, false},
		{"long looks", func(s *scheme) { s.look = 1001 * us }, false},
		{"few looks", func(s *scheme) { s.work = 8 * ms; s.times = 20 }, false},
	} {
		s := usualScheme()
		c.change(&s)
		if list := only(t, s.play().trace(t), "E26"); c.found != (len(list) == 1) {
			t.Errorf("%s: %+v", c.what, list)
		}
	}
	p := sleepers([10]model.Time{}, 1) // periodic threads
	missed(t, p, "E26")
}

// TestE26ForADisk: a thread that waits for a disk in the meantime is working.
func TestE26ForADisk(t *testing.T) {
	for sub, want := range map[string]int{"Block": 1, "HardFault": 1, "Pipe": 1, "Futex": 0, "Sleep": 0} {
		p := usualScheme().play()
		p.head += "# " + sub + "\n"
		for k := range model.Time(3) {
			from := k*110980*us + 10*ms
			p.event(from, 1, "switch 2 idle wait sub=%s", sub)
			p.event(from+50*ms, 1, "wake 2 ctx=blockdone to=1")
			p.event(from+50*ms, 1, "switch idle 2 preempt")
		}
		if list := only(t, p.trace(t), "E26"); len(list) != want {
			t.Errorf("%s: %+v", sub, list)
		}
	}
}
