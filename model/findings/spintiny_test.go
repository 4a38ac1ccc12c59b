package findings_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// tiny is a thread that runs for a time in a few bytes of code, with a sample every ms, some of
// which are elsewhere; another thread of its process, or of another one, wakes by itself a few
// times in the meantime.
type tiny struct {
	length           model.Time
	bytes, elsewhere int
	wakes            model.Time
	pid              int // of the other thread
}

func (s tiny) play() *play {
	p := newPlay(2, 1, s.length+2*ms)
	p.head = strings.Replace(p.head, "thread 1 pid=1\n", "thread 1 pid=1 name=looker\n", 1)
	p.head += fmt.Sprintf("stack 1 \"app!look\" at=0x4000\nstack 2 \"app!look\" at=%#x\nstack 3 \"app!main\" at=0x9000\n", 0x4000+s.bytes-1)
	p.head += fmt.Sprintf("thread 2 pid=%d name=worker\n", s.pid)
	p.put(0, 0, 1, "")
	for k := range s.length/ms + 1 {
		stack := 1 + k%2
		if int(k)%50 == 25 && int(k)/50 < s.elsewhere {
			stack = 3
		}
		p.event(k*ms+us, 0, "sample 1 stack=%d", stack)
	}
	p.event(0, 1, "exists 2 state=waiting")
	for k := range s.wakes {
		at := s.length/s.wakes*k + 500*us
		p.event(at, 1, "wake 2 ctx=timer to=1")
		p.run(1, 2, at, at+20*us, "wait sub=Sleep")
	}
	return p
}

// TestE12Tiny: a thread that runs in a few instructions while another one of its process wakes
// now and then; what it does there is not certain.
func TestE12Tiny(t *testing.T) {
	usual := tiny{500 * ms, 16, 5, 3, 1}
	f := found(t, usual.play(), "E12", findings.Info,
		"looker 1 ran for 500 ms in total in a loop within 16 bytes of code at app!look (longest interval: 500 ms). If the loop computes nothing, the thread spins there and waits for another thread, perhaps worker 2, which woke up 3 times meanwhile.",
		"Samples: 496 in the loop, 5 elsewhere")
	if f.Name() != "Probably busy waiting" || f.Cost != 500*ms {
		t.Errorf("%+v", f)
	}
	p := usual.play()
	p.head += "thread 3 pid=1 name=other\n"
	p.event(0, 1, "exists 3 state=waiting")
	for k := range usual.wakes {
		at := usual.length/usual.wakes*k + 600*us
		p.event(at, 1, "wake 3 ctx=timer to=1")
		p.run(1, 3, at, at+20*us, "wait sub=Sleep")
	}
	found(t, p, "E12", findings.Info, "waits for another thread, perhaps worker 2, which woke up 3 times meanwhile") // the first of two that wake equally often
	for _, change := range []func(*tiny){
		func(s *tiny) { s.length = 499 * ms },
		func(s *tiny) { s.bytes = 17 },
		func(s *tiny) { s.elsewhere = 6 },
		func(s *tiny) { s.wakes = 2 },
		func(s *tiny) { s.pid = 99 },
	} {
		s := usual
		change(&s)
		missed(t, s.play(), "E12")
	}
}
