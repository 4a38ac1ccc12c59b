package controller

import "fmt"

// KernelLogger is the name of the kernel session that all programs of a machine share
// (KERNEL_LOGGER_NAME).
const KernelLogger = "NT Kernel Logger"

// Adopt takes control of a kernel session that was started on behalf of this program. Stop ends it.
func Adopt(sys System) (*Session, error) {
	s := &Session{sys: sys, name: KernelLogger, byName: true}
	b := newBlock()
	if err := s.control(b, ControlQuery, "ControlTraceW(QUERY)"); err != nil {
		return nil, err
	}
	if b.BufferSize == 0 {
		return nil, errSilent
	}
	s.handle, s.counts = b.Node.HistoricalContext, b.counts()
	return s, nil
}

// Enable makes the session record more kinds of events, and use that many buffers. It calls the
// function like Microsoft's example of an update, and where that has no effect, with all flags
// together, as required from Windows 8 on.
func (s *Session) Enable(flags, buffers uint32) error {
	b := newBlock()
	if err := s.control(b, ControlQuery, "ControlTraceW(QUERY)"); err != nil {
		return err
	}
	want := b.EnableFlags | flags
	b.EnableFlags, b.MaximumBuffers = want, max(b.MaximumBuffers, buffers)
	b.LogFileNameOffset = 0 // there is no file
	update := s.control(b, ControlUpdate, "ControlTraceW(UPDATE)")
	if update == nil && s.enabled(flags) {
		return nil
	}
	if err := failed("TraceSetInformation(TraceSystemTraceEnableFlagsInfo)", s.sys.Set(s.handle, InfoFlags, bytesOf([]uint32{want, 0, 0, 0, 0, 0, 0, 0}))); err != nil {
		if update != nil {
			err = fmt.Errorf("%w; before that, %w", err, update)
		}
		return err
	}
	if !s.enabled(flags) {
		return fmt.Errorf("the session “%s” does not record all requested events (requested flags: %#x)", s.name, flags)
	}
	return nil
}

// enabled reports whether a session records kinds of events.
func (s *Session) enabled(flags uint32) bool {
	b := newBlock()
	return s.control(b, ControlQuery, "") == nil && b.EnableFlags&flags == flags
}
