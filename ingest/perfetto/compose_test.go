package perfetto

import (
	"bytes"
	"compress/zlib"

	"google.golang.org/protobuf/encoding/protowire"
)

// num is a field with a number, txt one with a text or a message.
func num(n fieldNum, v int64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(nil, protowire.Number(n), protowire.VarintType), uint64(v))
}

func txt(n fieldNum, parts ...[]byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, protowire.Number(n), protowire.BytesType), bytes.Join(parts, nil))
}

func str(n fieldNum, s string) []byte { return txt(n, []byte(s)) }

// packed is a field with several numbers.
func packed(n fieldNum, values ...int64) []byte {
	var b []byte
	for _, v := range values {
		b = protowire.AppendVarint(b, uint64(v))
	}
	return txt(n, b)
}

// pack is a packet of a sequence, 0 for none.
func pack(seq int64, fields ...[]byte) []byte {
	if seq != 0 {
		fields = append(fields, num(fieldSequence, seq))
	}
	return txt(1, fields...)
}

// at is the time of a packet.
func at(t int64) []byte { return num(fieldTime, t) }

// system is a packet that names the kernel.
func system(release string) []byte {
	return pack(0, txt(fieldSystemInfo, txt(1, str(1, "Linux"), str(3, release), str(4, "x86_64"))))
}

// ftrace is a packet with a bundle of a CPU.
func ftrace(cpu int64, fields ...[]byte) []byte {
	return pack(2, txt(fieldFtrace, append([][]byte{num(bundleCPU, cpu)}, fields...)...))
}

// kernelEvent is an event of a bundle.
func kernelEvent(t, pid int64, n fieldNum, fields ...[]byte) []byte {
	return txt(bundleEvent, num(eventTime, t), num(eventPID, pid), txt(n, fields...))
}

// switched is a context switch, and waking a wake with its flags.
func switched(t, from, state, to int64) []byte {
	return kernelEvent(t, from, eventSwitch, str(1, called(from)), num(2, from), num(3, 120), num(4, state), str(5, called(to)), num(6, to), num(7, 120))
}

func waking(t, by, woken, cpu, flags int64) []byte {
	return txt(bundleEvent, num(eventTime, t), num(eventPID, by), txt(eventWaking, str(1, called(woken)), num(2, woken), num(3, 120), num(5, cpu)), num(eventFlags, flags))
}

// called is the name of a composed thread.
func called(tid int64) string {
	if tid == 0 {
		return "swapper"
	}
	return "t" + string(rune('a'+tid%26))
}

// deflated is a compressed packet with others.
func deflated(packets ...[]byte) []byte {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write(bytes.Join(packets, nil))
	_ = z.Close()
	return pack(0, txt(fieldDeflated, b.Bytes()))
}

// file joins packets.
func file(packets ...[]byte) []byte { return bytes.Join(packets, nil) }

// everything is a small file with every kind of packet that is read.
func everything() []byte {
	return file(
		pack(1, txt(fieldClockSnapshot, txt(1, num(1, 6), num(2, 1000)), txt(1, num(1, 3), num(2, 500)), txt(1, num(1, 1), num(2, 9000)), num(2, 6))),
		system("6.1.0"),
		pack(3, at(1500), txt(fieldProcessTree, txt(1, num(1, 10), num(2, 1), str(3, "/bin/prog")), txt(2, num(1, 11), str(2, "tl"), num(3, 10))), num(fieldFlags, 1)),
		ftrace(0, switched(2000, 0, 0, 10), waking(2050, 10, 11, 1, 1), switched(2100, 10, 1, 0)),
		ftrace(1, txt(bundleCompact, str(compactNames, "tl"), str(compactNames, "swapper"), packed(compactSwitchTime, 2060, 50),
			packed(compactSwitchState, 0, 1), packed(compactSwitchNext, 11, 0), packed(compactSwitchPrio, 120, 120), packed(compactSwitchName, 0, 1),
			packed(compactWakingTime, 2070), packed(compactWakingTID, 10), packed(compactWakingTarget, 0), packed(10, 120),
			packed(compactWakingName, 0), packed(compactWakingFlags, 8))),
		ftrace(0, num(bundleLost, 1), switched(3000, 0, 0, 10), kernelEvent(3010, 10, 3, str(2, "B|10|step\n")), kernelEvent(3020, 10, 3, str(2, "E|10")),
			kernelEvent(3030, 10, eventGeneric, str(1, "sched_stat_runtime"), txt(2, str(1, "pid"), num(4, 10)), txt(2, str(1, "runtime"), num(5, 30))),
			kernelEvent(3040, 10, 329, num(1, 202), packed(2, 7, 0, 1)), kernelEvent(3050, 10, 330, num(1, 202), num(2, 0))),
		deflated(ftrace(1, switched(3100, 0, 0, 11), kernelEvent(3110, 11, eventBlocked, num(1, 10), num(2, 1), num(3, 1)))),
		pack(4, num(fieldFlags, 1), txt(fieldDefaults, txt(fieldTrackEvent, num(eventTrack, 70))), txt(fieldInterned, txt(2, num(1, 1), str(2, "work")),
			txt(5, num(1, 1), str(2, "main")), txt(17, num(1, 1), str(2, "libx.so")), txt(19, num(1, 1), num(7, 1)), txt(6, num(1, 1), num(2, 1), num(3, 1), num(4, 64)), txt(7, num(1, 1), num(2, 1)))),
		pack(4, at(2000), txt(fieldTrack, num(1, 70), txt(4, num(1, 10), num(2, 10), str(5, "tk")))),
		pack(4, at(2010), num(fieldFlags, 2), txt(fieldTrackEvent, num(eventType, 1), num(eventNameID, 1))),
		pack(4, at(2090), num(fieldFlags, 2), txt(fieldTrackEvent, num(eventType, 2))),
		pack(4, at(2095), num(fieldFlags, 2), txt(fieldPerfSample, num(1, 0), num(2, 10), num(3, 10), num(4, 1))),
		pack(0, at(2200), txt(fieldKernelTaskState, num(1, 0), str(2, "q"), num(3, 99), num(4, 3))),
		pack(0, txt(fieldEtw, num(1, 1), txt(2, num(1, 2300), txt(2, num(1, 5), num(2, 0), num(13, 4))), txt(2, num(1, 2310), txt(3, num(1, 6))))),
		pack(0, txt(fieldFtraceStats, num(1, 1), txt(2, num(1, 0), num(3, 0)))),
		pack(0, txt(fieldTraceStats, txt(1, num(3, 0)))),
	)
}
