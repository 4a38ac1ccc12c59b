package perfdata

import (
	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/tracepoint"
	"threadlens/model"
)

// Events of sockets show which processes are clients and which are servers, and which peers do not
// answer. They become the calls that cause them.

// States of a socket of TCP (net/tcp_states.h), and protocols (uapi/linux/in.h).
const (
	tcpEstablished = 1
	tcpSynSent     = 2
	tcpListen      = 10

	protocolTCP = 6
	protocolUDP = 17
)

// connection is how an attempt to connect ended.
type connection uint8

const (
	unconnected connection = iota // it has not ended, or there is none
	connectionMade
	connectionFailed
)

// Results of connect (uapi errno.h), and the length of an address of the internet.
const (
	connectStarted = -115
	connectRefused = -111
	inetLength     = 16
)

// maxConnecting bounds the attempts to connect that are tracked at a time.
const maxConnecting = 1 << 16

// newSocketState handles sock:inet_sock_set_state.
func newSocketState(f *tracepoint.Format, m *meta) handle {
	p, ok := present(f, "skaddr", "oldstate", "newstate", "protocol", "common_flags", "common_pid")
	switch {
	case !ok:
		return nil
	case m.tellsCall("connect"):
		return ignore
	}
	numbers := tracepoint.NewNumbers(p...)
	return func(d *decoder, s *sample) {
		var v [6]uint64
		numbers.Read(d.order, s.raw, v[:])
		if v[3] != protocolTCP {
			return
		}
		socket, from, to, self := v[0], v[1], v[2], model.TID(v[5])
		own := v[4]&(linuxsched.FlagHardIRQ|linuxsched.FlagSoftIRQ) == 0
		switch {
		case from == tcpSynSent:
			d.endsAttempt(socket, self, to == tcpEstablished)
		case to == tcpSynSent && own && len(d.connecting) < maxConnecting:
			d.connecting[socket] = self
			d.clients[s.pid] = true
			d.call("connect", self, connectStarted, inetLength)
		case to == tcpListen && own:
			d.call("listen", self, 0, 0)
		}
	}
}

// endsAttempt notes that a socket is connected, or failed to connect. Its thread learns that
// immediately if it has the CPU, otherwise when it gets one.
func (d *decoder) endsAttempt(socket uint64, self model.TID, made bool) {
	tid, ok := d.connecting[socket]
	delete(d.connecting, socket)
	t := d.threads.Get(tid)
	if !ok || t == nil {
		return
	}
	t.connected = connectionFailed
	if made {
		t.connected = connectionMade
	}
	if tid == self {
		d.connects(tid, t)
	}
}

// connects emits how a thread's attempt to connect ended.
func (d *decoder) connects(tid model.TID, t *thread) {
	result := int64(0)
	if t.connected == connectionFailed {
		result = connectRefused
	}
	t.connected = unconnected
	d.call("connect", tid, result, inetLength)
}

// wakesServer emits that a thread connects, seen as it wakes another one: for sockets other than
// TCP.
func (d *decoder) wakesServer(s *sample, facts *chainFacts) {
	if facts.call == "connect" && !d.clients[s.pid] {
		d.clients[s.pid] = true
		d.call("connect", model.TID(s.tid), 0, 0)
	}
}

// newRoute handles fib:fib_table_lookup and fib6:fib6_table_lookup for datagrams: the look-up of
// the route to a peer.
func newRoute(f *tracepoint.Format, m *meta) handle {
	p, ok := present(f, "proto", "common_flags", "common_pid")
	switch {
	case !ok:
		return nil
	case m.tellsCall("connect"):
		return ignore
	}
	return func(d *decoder, s *sample) {
		if p[0].Uint(d.order, s.raw) == protocolUDP && p[1].Uint(d.order, s.raw)&(linuxsched.FlagHardIRQ|linuxsched.FlagSoftIRQ) == 0 {
			d.call(model.CallRoute, model.TID(p[2].Uint(d.order, s.raw)), 0, inetLength)
		}
	}
}

// call emits a thread's call on a socket, which takes no time here. Its third argument is the
// length of an address.
func (d *decoder) call(name string, tid model.TID, result, length int64) {
	if d.threads.Get(tid) == nil {
		return
	}
	id := d.constant(name)
	e := d.add(model.KindCallEnter)
	e.TID, e.Name, e.Arg, e.Arg3, e.Flags = tid, id, -1, length, model.CallInferred
	e = d.add(model.KindCallExit)
	e.TID, e.Name, e.Arg2, e.Flags = tid, id, result, model.CallInferred
}

// tellsCall reports whether events of the call itself, or of all calls, were recorded.
func (m *meta) tellsCall(name string) bool {
	for _, ev := range m.events.list {
		switch ev.name {
		case "syscalls:sys_enter_" + name, "raw_syscalls:sys_enter":
			return true
		}
	}
	return false
}
