package blocking

import (
	"strings"

	"threadlens/model"
)

// Channel is the mechanism through which a wait was ended.
type Channel uint8

// Channels.
const (
	ChannelUnknown Channel = iota
	ChannelPipe
	ChannelSocket
	ChannelFutex
	ChannelSignal
	ChannelChild // a child has ended, or run exec
	ChannelEvent // an eventfd
	ChannelFileLock
	ChannelKernelLock
	numChannels
)

var channelNames = [numChannels]string{"", "pipe", "socket", "futex", "signal", "child", "eventfd", "file-lock", "kernel-lock"}

// String is the channel's name in data output, "" if unknown.
func (c Channel) String() string { return channelNames[c] }

var channelTitles = [numChannels]string{
	"", "a pipe", "a socket", "a futex", "a signal", "a child's exit or exec", "an eventfd", "a file lock", "a kernel lock",
}

// Title is the channel's name for people, "" if unknown.
func (c Channel) Title() string { return channelTitles[c] }

// channelsByReason are the channels implied by the reason of a wait.
var channelsByReason = map[model.Sub]Channel{
	model.SubPipe: ChannelPipe, model.SubSocket: ChannelSocket, model.SubNetwork: ChannelSocket, model.SubConnect: ChannelSocket,
	model.SubAccept: ChannelSocket, model.SubFutex: ChannelFutex, model.SubChildWait: ChannelChild, model.SubFileLock: ChannelFileLock,
}

// channelsByFunction are functions of the Linux kernel that wake waiters, by name
// (kernel/futex, fs/pipe.c, net, fs/eventfd.c, kernel/signal.c, kernel/exit.c, fs/locks.c,
// kernel/locking).
var channelsByFunction = map[string]Channel{
	"futex_wake": ChannelFutex, "futex_wake_op": ChannelFutex, "futex_requeue": ChannelFutex, "futex_unlock_pi": ChannelFutex,
	"pipe_write": ChannelPipe, "pipe_read": ChannelPipe, "anon_pipe_write": ChannelPipe, "anon_pipe_read": ChannelPipe,
	"pipe_release": ChannelPipe, "fifo_open": ChannelPipe, "splice_to_pipe": ChannelPipe,
	"sock_def_readable": ChannelSocket, "sock_def_write_space": ChannelSocket, "sk_stream_write_space": ChannelSocket,
	"unix_write_space": ChannelSocket, "sock_def_wakeup": ChannelSocket, "sock_def_error_report": ChannelSocket,
	"unix_dgram_peer_wake_relay": ChannelSocket, "release_sock": ChannelSocket,
	"eventfd_write": ChannelEvent, "eventfd_read": ChannelEvent, "eventfd_signal_mask": ChannelEvent,
	"complete_signal": ChannelSignal, "signal_wake_up_state": ChannelSignal, "__send_signal_locked": ChannelSignal,
	"do_notify_parent": ChannelChild, "mm_release": ChannelChild,
	"__locks_wake_up_blocks": ChannelFileLock, "locks_wake_up_blocks": ChannelFileLock,
	"rwsem_wake": ChannelKernelLock, "__mutex_unlock_slowpath": ChannelKernelLock, "percpu_up_write": ChannelKernelLock,
	"__percpu_up_read": ChannelKernelLock, "rt_mutex_slowunlock": ChannelKernelLock,
}

// Channels finds the channels through which waits were ended, from the stacks of the
// wakes; distinct stacks are few.
type Channels struct {
	t  *model.Trace
	of map[model.StackID]Channel
}

// NewChannels prepares for the waits of a trace.
func NewChannels(t *model.Trace) *Channels {
	return &Channels{t: t, of: map[model.StackID]Channel{}}
}

// Through is the channel through which a wait was ended, from the stack of its wake, or
// else from its own reason.
func Through(t *model.Trace, s *model.Segment) Channel { return NewChannels(t).segment(s) }

// segment is Through for a segment.
func (c *Channels) segment(s *model.Segment) Channel {
	wake := model.NoStack
	if s.State == model.Waiting && s.Index+1 < c.t.Threads[s.Thread].Len() {
		if next := c.t.Segment(s.Thread, s.Index+1); next.State == model.Ready {
			wake = next.Stack
		}
	}
	return c.Wait(wake, s.Sub, s.Ctx)
}

// Wait is the channel of a wait by the stack of its wake, its reason and what ended it.
func (c *Channels) Wait(wake model.StackID, reason model.Sub, ctx model.Context) Channel {
	if by := c.woken(wake); by != ChannelUnknown {
		return by
	}
	switch {
	case ctx == model.CtxSignal:
		return ChannelSignal
	case ctx == model.CtxThread, ctx == model.CtxNetRx, ctx == model.CtxNone && reason == model.SubChildWait:
		return channelsByReason[reason]
	}
	return ChannelUnknown
}

// woken is the channel that the stack of a wake names: that of the innermost kernel
// function that has one. A parent is notified by a signal that its child has ended.
func (c *Channels) woken(id model.StackID) (by Channel) {
	if by, ok := c.of[id]; ok || id == model.NoStack {
		return by
	}
	for at := id; at != model.NoStack && by != ChannelChild; {
		caller, frame := c.t.Tables.Stacks.Node(at)
		if !frame.Kernel {
			break
		}
		name, _, _ := strings.Cut(c.t.String(frame.Name), ".")
		if found := channelsByFunction[name]; by == ChannelUnknown || found == ChannelChild {
			by = found
		}
		at = caller
	}
	c.of[id] = by
	return by
}
