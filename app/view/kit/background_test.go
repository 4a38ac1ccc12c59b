package kit

import (
	"context"
	"errors"
	"testing"

	"threadlens/app/view/kit/kittest"
)

// TestBackground: an answer is shown once; a canceled one is not shown; of the questions asked
// while it is computed, only the newest is asked again afterwards.
func TestBackground(t *testing.T) {
	kittest.NewApp(t)
	oops := errors.New("oops")
	for _, c := range []struct {
		name   string
		cancel bool
		asks   []string // while the answer is computed
		err    error
		want   string
	}{
		{"an answer", false, nil, nil, "answer 7;"},
		{"an error", false, nil, oops, "answer 7 oops;"},
		{"canceled", true, nil, nil, ""},
		{"asked meanwhile", false, []string{"a"}, nil, "answer 7;again a;"},
		{"asked twice", false, []string{"a", "b"}, nil, "answer 7;again b;"},
		{"asked by the answer", false, []string{"a"}, nil, "answer 7;answer 7;"},
		{"canceled and asked", true, []string{"a"}, nil, "again a;"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b Background
			got, begun, ended := "", make(chan bool, 9), make(chan bool)
			if b.Busy(func() { got += "never;" }) {
				t.Fatal("busy with nothing")
			}
			b.Cancel() // nothing is running
			work := func(context.Context) (int, error) {
				begun <- true
				<-ended
				return 7, c.err
			}
			var done func(int, error)
			done = func(n int, err error) {
				if c.name == "asked by the answer" && got == "" {
					defer Make(&b, work, done)
				}
				got += "answer " + string(rune('0'+n))
				if err != nil {
					got += " " + err.Error()
				}
				got += ";"
			}
			Make(&b, work, done)
			<-begun
			for _, ask := range c.asks {
				if !b.Busy(func() { got += "again " + ask + ";" }) {
					t.Error("not busy")
				}
			}
			if c.cancel {
				b.Cancel()
			}
			close(ended)
			kittest.Eventually(t, func() bool { return !b.Running })
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
