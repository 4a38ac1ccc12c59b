package kit

import (
	"context"

	"fyne.io/fyne/v2"
)

// Background has answers made apart from Fyne's goroutine, one at a time. Its methods are for
// that goroutine.
type Background struct {
	Running bool // an answer is being made
	cancel  context.CancelFunc
	again   func() // asks once more when the answer is there, nil for never
}

// Busy reports whether an answer is being made; then again is called when it is there.
func (b *Background) Busy(again func()) bool {
	if b.Running {
		b.again = again
	}
	return b.Running
}

// Cancel ends the answer that is being made, if any: it is not shown.
func (b *Background) Cancel() {
	if b.Running {
		b.cancel()
	}
}

// Make has work done in the background and done called with its answer, unless it was canceled
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
			if again != nil && !b.Running { // else done has asked once more
				again()
			}
		})
	}()
}
