package kit

import (
	"context"

	"fyne.io/fyne/v2"
)

// Background computes answers in the background, one at a time. Its methods run on Fyne's
// goroutine.
type Background struct {
	Running bool // an answer is being computed
	cancel  context.CancelFunc
	again   func() // called when the answer has arrived, nil for nothing
}

// Busy reports whether an answer is being computed; if so, again is called when it has arrived.
func (b *Background) Busy(again func()) bool {
	if b.Running {
		b.again = again
	}
	return b.Running
}

// Cancel stops the computation, if one is running; its answer is not shown.
func (b *Background) Cancel() {
	if b.Running {
		b.cancel()
	}
}

// Make runs work in the background and calls done with its answer, unless it was canceled
// meanwhile. Nothing else may be running: see Busy.
func Make[A any](b *Background, work func(context.Context) (A, error), done func(A, error)) {
	ctx, cancel := context.WithCancel(context.Background())
	b.Running, b.cancel = true, cancel
	go func() {
		answer, err := work(ctx)
		fyne.Do(func() {
			canceled := ctx.Err() != nil
			cancel()
			again := b.again
			b.Running, b.again = false, nil
			if !canceled {
				done(answer, err)
			}
			if again != nil && !b.Running { // otherwise done has already started the next one
				again()
			}
		})
	}()
}
