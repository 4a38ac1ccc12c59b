package payload

// TCP is something that happened on a TCP connection over IPv4: data sent,
// received, copied or sent again, or the end of the connection (section 5,
// group TcpIp; layouts from the vectors of libtrace). Addresses and ports are
// in the byte order of the network.
type TCP struct {
	PID           uint32
	Size          uint32 // bytes
	Remote, Local uint32 // addresses
	RemotePort    uint16
	LocalPort     uint16
	Start, End    uint32 // of a sending, in clock interrupts since the system started
	Sequence      uint32
	Connection    uint64
}

// Decode is Decoder's. It is for all such events but TCPSend and TCPConnect.
func (e *TCP) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	*e = c.tcp()
	e.Sequence, e.Connection = c.U32(), c.pointer()
	return c.ok()
}

// tcp consumes what all TCP events begin with.
func (c cursor) tcp() (e TCP) {
	e.PID, e.Size = c.U32(), c.U32()
	e.Remote, e.Local = c.U32(), c.U32()
	e.RemotePort, e.LocalPort = c.U16(), c.U16()
	return e
}

// TCPSend is data sent: a TCP with the times of the sending.
type TCPSend struct {
	TCP
}

// Decode is Decoder's.
func (e *TCPSend) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.TCP = c.tcp()
	e.Start, e.End = c.U32(), c.U32()
	e.Sequence, e.Connection = c.U32(), c.pointer()
	return c.ok()
}

// TCPConnect is a connection made: a TCP with what both ends agreed on.
type TCPConnect struct {
	TCP
	MaxSegment               uint16 // bytes
	SelectiveAck, Timestamps uint16 // 1: used
	WindowScaling            uint16 // 1: used
	ReceiveWindow            uint32 // bytes
	ReceiveScale, SendScale  int16  // powers of two
}

// Decode is Decoder's.
func (e *TCPConnect) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.TCP = c.tcp()
	e.MaxSegment, e.SelectiveAck = c.U16(), c.U16()
	e.Timestamps, e.WindowScaling = c.U16(), c.U16()
	e.ReceiveWindow = c.U32()
	e.ReceiveScale, e.SendScale = int16(c.U16()), int16(c.U16())
	e.Sequence, e.Connection = c.U32(), c.pointer()
	return c.ok()
}
