package record

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// blockDevices has a link "MAJOR:MINOR" to each block device.
const blockDevices = "/sys/dev/block"

// diskNames is the feature that names block devices, which events identify by number: {u32 major,
// u32 minor, text name} each, from the links in a folder.
func diskNames(dir string) []byte {
	var b block
	b.raw([]byte(recorderMagic))
	links, _ := os.ReadDir(dir) // without it numbers are shown
	for _, l := range links {
		first, second, _ := strings.Cut(l.Name(), ":")
		major, errMajor := strconv.ParseUint(first, 10, 32)
		minor, errMinor := strconv.ParseUint(second, 10, 32)
		target, err := os.Readlink(filepath.Join(dir, l.Name()))
		if errMajor == nil && errMinor == nil && err == nil {
			b.u32(uint32(major), uint32(minor))
			b.text(filepath.Base(target))
		}
	}
	return b
}
