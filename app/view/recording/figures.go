package recording

import (
	"fmt"
	"time"

	"threadlens/app/session/capture"
)

// rate is the number of events per second between two states.
func rate(a, b capture.RecordState) int64 {
	return int64(float64(b.Events-a.Events) / max((b.Elapsed-a.Elapsed).Seconds(), time.Millisecond.Seconds()))
}

// roughTime is a duration in minutes and seconds.
func roughTime(d time.Duration) string {
	if s := int(d.Seconds()); s < 60 {
		return fmt.Sprintf("%d s", s)
	}
	return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
}

// known is text, or a note that the figure is not known.
func known(is bool, text string) string {
	if is {
		return text
	}
	return "Not available on this system"
}
