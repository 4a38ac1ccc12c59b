package payload

// pageSize divides the size of every image in memory.
const pageSize = 4096

// Widen corrects the pointer size of a classic record, whose header has 4 in some files though the
// fields were written with 8 bytes. It examines image and process payloads, the only ones seen like
// that: narrow images would have impossible sizes, and the strings of a narrow process would not
// end where the payload ends.
func Widen(h HookID, b []byte, l Layout) Layout {
	wide := Layout{Version: l.Version, Wide: true}
	if l.Wide {
		return l
	}
	switch h {
	case HookImageLoad, HookImageUnload, HookImageDCStart, HookImageDCEnd:
		var e Image
		if narrow := e.Decode(b, l) && e.plausible(); !narrow && e.Decode(b, wide) && e.plausible() {
			return wide
		}
	case HookProcessStart, HookProcessEnd, HookProcessDCStart, HookProcessDCEnd, HookProcessDefunct:
		var e Process
		if left, ok := e.decode(b, l); ok && left == 0 && len(e.Image) > 0 {
			return l
		}
		if left, ok := e.decode(b, wide); ok && left == 0 && len(e.Image) > 0 {
			return wide
		}
	}
	return l
}

func (e *Image) plausible() bool { return e.Size != 0 && e.Size%pageSize == 0 }
