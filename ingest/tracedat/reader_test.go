package tracedat

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// forms are the ways to write a file.
var forms = map[string]func(s *story) []byte{
	"v6":      func(s *story) []byte { return s.v6() },
	"v7":      func(s *story) []byte { return s.v7() },
	"v7 zstd": func(s *story) []byte { s.method = "zstd"; return s.v7() },
	"v7 zlib": func(s *story) []byte { s.method = "zlib"; return s.v7() },
}

// otherKinds are the kinds of events that lines has no more to tell of.
var otherKinds = map[model.Kind]string{
	model.KindName: "name", model.KindStart: "start", model.KindProcess: "process", model.KindIrqEnter: "irq", model.KindBlocked: "blocked",
}

// lines are the events of a file as lines.
func (d *decoded) lines() (list []string) {
	name := func(id model.StringID) string { return d.Tables().Strings.Get(id) }
	for i := range d.events {
		e := &d.events[i]
		line := fmt.Sprintf("%d cpu%d ", e.Time, e.CPU)
		switch e.Kind {
		case model.KindSwitch:
			line += fmt.Sprintf("switch %d %d out=%d prio=%d", e.TID, e.Other, e.Out, e.Prio)
		case model.KindWake:
			line += fmt.Sprintf("wake %d by %d ctx=%d on %d", e.TID, e.Other, e.Ctx, e.Target)
		case model.KindCallEnter:
			line += fmt.Sprintf("enter %d %s %d %d %d untimed=%v", e.TID, name(e.Name), e.Arg, e.Arg2, e.Arg3, e.Flags&model.CallUntimed != 0)
		case model.KindCallExit:
			line += fmt.Sprintf("exit %d %s %d", e.TID, name(e.Name), e.Arg2)
		case model.KindMark:
			line += fmt.Sprintf("mark %d %d %s", e.TID, e.Mark, name(e.Name))
		case model.KindLoss:
			line += fmt.Sprintf("loss to %d of %d ring=%v", e.End, e.Arg, e.Flags&model.LossRing != 0)
		default:
			line += fmt.Sprintf("%s: %d %d %s", otherKinds[e.Kind], e.TID, e.Arg, name(e.Name))
		}
		for _, f := range d.Tables().Stacks.Frames(e.Stack) {
			line += fmt.Sprintf(" < %s!%s", name(f.Module), name(f.Name))
		}
		list = append(list, line)
	}
	return list
}

// whole are the events of the story.
var whole = []string{
	"0 cpu0 name: 10 0 ten",
	"0 cpu0 name: 11 0 eleven",
	"0 cpu0 switch 10 11 out=0 prio=[120 120] < kernel!schedule < mod!outer",
	"500 cpu1 wake 10 by 20 ctx=2 on 0",
	"600 cpu1 name: 20 0 twenty",
	"600 cpu1 switch 20 0 out=1 prio=[120 120]",
	"1000 cpu0 switch 11 10 out=0 prio=[120 120]",
	"1100 cpu0 enter 10 futex 4096 128 7 untimed=true",
	"1200 cpu0 exit 10 futex -11",
	"1300 cpu0 mark 10 1 work",
	"1400 cpu0 start: 12 0 child",
	"1500 cpu0 name: 12 0 sleep",
	"1500 cpu0 process: 4294967295 0 sleep",
	"1600 cpu0 irq: 4294967295 3 a network card with a name that is too long for a short record o",
	"1700 cpu0 enter 30 write 0 0 0 untimed=false",
	"1073741824 cpu0 blocked: 11 0 outer",
	"1073741824 cpu0 name: 30 0 thirty",
}

func TestEvents(t *testing.T) {
	for name, write := range forms {
		for _, order := range []wire.Order{wire.Little, wire.Big} {
			for _, mapped := range []bool{true, false} {
				t.Run(fmt.Sprint(name, order, mapped), func(t *testing.T) {
					d := decodeFile(t, write(newStory(t, order).tell().describe()), mapped)
					if got := d.lines(); !slices.Equal(got, whole) {
						t.Errorf("got\n%s", strings.Join(got, "\n"))
					}
					if len(d.Info().Diagnostics) > 0 {
						t.Errorf("diagnostics %+v", d.Info().Diagnostics)
					}
				})
			}
		}
	}
}
