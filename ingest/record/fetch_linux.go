package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

const (
	pollTime     = 100 * time.Millisecond
	progressTime = 500 * time.Millisecond
)

// fetch empties the buffers as they fill, until the end of the recording.
func (s *session) fetch(ctx context.Context, program *program, progress func(State)) error {
	shown := time.Now()
	return s.poll(func() error {
		if now := time.Now(); now.Sub(shown) >= progressTime {
			shown = now
			progress(s.state())
			s.around.again()
			if err := s.frames.name(s.file); err != nil {
				return err
			}
		}
		return s.pass()
	}, func() bool { return ctx.Err() != nil || program.ended() })
}

// poll calls pass as the buffers fill, and ten times a second at least, until over.
func (s *session) poll(pass func() error, over func() bool) error {
	polled := make([]unix.PollFd, len(s.events[0].fds))
	for i, fd := range s.events[0].fds {
		polled[i] = unix.PollFd{Fd: int32(fd), Events: unix.POLLIN}
	}
	tasks := len(polled)
	polled = append(polled, s.marks.polled()...)
	for left := tasks; !over() && left > 0; {
		if _, err := unix.Poll(polled, int(pollTime.Milliseconds())); err != nil && !errors.Is(err, unix.EINTR) {
			return fmt.Errorf("record: waiting for events: %w", err)
		}
		left -= hungUp(polled[:tasks])
		if err := pass(); err != nil {
			return err
		}
	}
	return nil
}

// hungUp counts the events of threads that have ended, with all their descendants, and removes them
// from the poll.
func hungUp(polled []unix.PollFd) (n int) {
	for i := range polled {
		if polled[i].Revents&unix.POLLHUP != 0 {
			polled[i] = unix.PollFd{Fd: -1}
			n++
		}
	}
	return n
}

// pass empties every buffer once and marks that in the file: no later record is earlier than what
// the previous pass held.
func (s *session) pass() error {
	if s.keep == nil {
		if err := s.drain(s.file.append); err != nil {
			return err
		}
		return s.file.append(round())
	}
	at := monotonic()
	data, err := s.fetched()
	if err != nil {
		return err
	}
	s.keep.append(pass{at, data})
	return nil
}

// fetched is what a pass finds, kept in memory.
func (s *session) fetched() (pass []byte, err error) {
	err = s.drain(func(pieces ...[]byte) error {
		for _, p := range pieces {
			pass = append(pass, p...)
		}
		return nil
	})
	return append(pass, round()...), err
}

// drain passes the contents of each buffer to write, and counts.
func (s *session) drain(write func(pieces ...[]byte) error) error {
	var forks [][2]uint32
	var execs []uint32
	// For markers up to now, the events before them are in the buffers, up to heads.
	now, heads := monotonic(), make([]uint64, len(s.rings))
	for i, r := range s.rings {
		heads[i] = r.filled()
	}
	marked, err := s.marks.fetch()
	s.result.Events += marked
	if err != nil {
		return err
	}
	for i, r := range s.rings {
		d, err := r.drain(heads[i], s.own, &s.frames, s.marks.of(r.cpu), write)
		s.result.Events += d.events
		s.result.Lost += d.lost
		first := s.others == 0
		s.others += d.others
		if d.others > 0 && first && s.keep == nil && s.file != nil { // it survives a kill too
			err = cmp.Or(err, s.file.change(featRecorder, s.facts().feature()))
		}
		if err != nil {
			return err
		}
		forks, execs = append(forks, d.forks...), append(execs, d.execs...)
	}
	s.around.begun(forks, execs) // the buffers are empty by now
	if err := s.arrivals.look(); err != nil {
		return err
	}
	return s.marks.write(now, write)
}

// round is the record that marks that every buffer was emptied.
func round() []byte {
	var b block
	b.u32(finishedRound, recordHeader<<16)
	return b
}

// finishedRound is the record of a pass (tools/perf, event.h).
const finishedRound = 68
