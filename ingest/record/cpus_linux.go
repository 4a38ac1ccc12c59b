package record

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// parseCPUs reads a list of CPUs as the kernel writes it: "0-3,8".
func parseCPUs(text string) (list []int, err error) {
	for part := range strings.SplitSeq(strings.TrimSpace(text), ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		a, errA := strconv.Atoi(first)
		b, errB := strconv.Atoi(last)
		if errA != nil || errB != nil || a < 0 || b < a || b > maxCPU {
			return nil, fmt.Errorf("record: %q is not a list of CPUs", text)
		}
		for ; a <= b; a++ {
			list = append(list, a)
		}
	}
	return list, nil
}

// maxCPU bounds the numbers of CPUs: no kernel is built for more.
const maxCPU = 1 << 16

// offlineCPUs are the CPUs that the machine has and that are offline; none where the kernel does
// not report them.
func offlineCPUs() []int {
	text, err := os.ReadFile("/sys/devices/system/cpu/present")
	if err != nil {
		return nil
	}
	present, err := parseCPUs(string(text))
	if err != nil {
		return nil
	}
	online, err := onlineCPUs()
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(present, func(cpu int) bool { return slices.Contains(online, cpu) })
}
