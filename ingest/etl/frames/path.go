package frames

import (
	"cmp"
	"slices"
	"strings"
)

// Paths converts paths in the kernel's notation to the usual one. The zero value is ready and knows
// what is the same on every system.
type Paths struct {
	pairs   []pair // longest prefix first
	windows string // folder of Windows without its drive, such as \Windows\
	drive   string // of that folder, such as C:
}

// pair is a prefix of paths, with its last backslash, and what to write for it.
type pair struct{ prefix, target string }

// always are pairs that hold on every system, longest prefix first.
var always = []pair{
	{`\Device\LanmanRedirector\`, `\\`},
	{`\DosDevices\UNC\`, `\\`},
	{`\GLOBAL??\UNC\`, `\\`},
	{`\Device\Mup\`, `\\`},
	{`\DosDevices\`, ``},
	{`\GLOBAL??\`, ``},
	{`\??\UNC\`, `\\`},
	{`\\?\UNC\`, `\\`},
	{`\??\`, ``},
	{`\\?\`, ``},
}

// maxVolumes bounds the pairs that a trace may add.
const maxVolumes = 1 << 10

// Volume adds a pair from the event of the volumes (class ClassSystemTrace, opcode SystemVolumes),
// such as \Device\HarddiskVolume2\ and C:\. Of two prefixes of one path the longer counts, of two
// equal ones the first. An empty device, and any after the 1,024th, is ignored.
func (p *Paths) Volume(device, drive string) {
	if strings.Trim(device, `\`) == "" || len(p.pairs) == maxVolumes {
		return
	}
	if drive != "" {
		drive = withSlash(drive)
	}
	p.pairs = append(p.pairs, pair{withSlash(device), drive})
	slices.SortStableFunc(p.pairs, func(a, b pair) int { return cmp.Compare(len(b.prefix), len(a.prefix)) })
}

// Windows sets the folder of Windows, such as C:\Windows\ (opcode SystemPaths, the second name).
func (p *Paths) Windows(folder string) {
	if len(folder) > 3 && folder[1:3] == `:\` {
		folder = withSlash(folder)
		p.drive, p.windows = folder[:2], folder[2:]
	}
}

func withSlash(s string) string { return strings.TrimSuffix(s, `\`) + `\` }

// Display is the path in the usual notation, or unchanged where that is unknown. A path on a volume
// that the trace does not name stays in the kernel's notation. Without any volume, as in the paths
// of images that Windows 7 just loaded, only a path in the folder of Windows can be converted.
func (p *Paths) Display(path string) string {
	best := longest(always, path)
	if q := longest(p.pairs, path); len(q.prefix) >= len(best.prefix) {
		best = q
	}
	switch {
	case best.prefix != "":
		return best.target + skipRedirector(path[len(best.prefix):], best.target)
	case p.windows == "":
		return path
	case hasPrefix(path, `\SystemRoot\`):
		return p.drive + p.windows + path[len(`\SystemRoot\`):]
	case hasPrefix(path, p.windows):
		return p.drive + path
	}
	return path
}

// longest is the first pair that fits a path, in a list sorted by length.
func longest(list []pair, path string) pair {
	for _, q := range list {
		if hasPrefix(path, q.prefix) {
			return q
		}
	}
	return pair{}
}

// skipRedirector drops the part between \Device\Mup\ and the server: the driver and the drive
// letter of a share, each after a semicolon.
func skipRedirector(rest, target string) string {
	for target == `\\` && strings.HasPrefix(rest, ";") {
		_, after, found := strings.Cut(rest, `\`)
		if !found {
			break
		}
		rest = after
	}
	return rest
}

// hasPrefix is strings.HasPrefix for paths, where case does not matter. Prefixes of devices are
// ASCII; other letters must be equal.
func hasPrefix(path, prefix string) bool {
	return len(path) >= len(prefix) && strings.EqualFold(path[:len(prefix)], prefix)
}
