package record

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// processes reads /proc. Kernel threads have no command line, nor have processes that have ended
// and are not yet waited for.
func processes() (list []Process, err error) {
	dirs, err := os.ReadDir("/proc")
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	for _, d := range dirs {
		pid, err := strconv.Atoi(d.Name())
		if err != nil {
			continue
		}
		dir := filepath.Join("/proc", d.Name())
		name, err := os.ReadFile(filepath.Join(dir, "comm"))
		if err != nil {
			continue // it has ended
		}
		line, err := os.ReadFile(filepath.Join(dir, "cmdline"))
		if err != nil || len(line) == 0 {
			continue
		}
		list = append(list, Process{PID: pid, Name: strings.TrimSuffix(string(name), "\n"), Command: commandText(line)})
	}
	return list, nil
}

// commandText is a command line from /proc, where each word ends with a zero.
func commandText(line []byte) string {
	text := string(line[:min(len(line), maxCommand)])
	return strings.ToValidUTF8(strings.TrimSpace(strings.ReplaceAll(text, "\x00", " ")), "")
}
