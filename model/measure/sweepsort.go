package measure

// byTime sorts the changes of a piece by time, simultaneous ones in any order. They
// consist of few ascending runs, one for each thread or CPU, so that merging the
// runs costs a fraction of sorting.
func (p *SweepPiece) byTime() {
	runs := p.runs[:0]
	for i := range p.Changes {
		if i == 0 || p.Changes[i]>>KindBits < p.Changes[i-1]>>KindBits {
			runs = append(runs, i)
		}
	}
	from := p.Changes
	to := append(p.spare[:0], from...)
	for len(runs) > 1 {
		merged := runs[:0]
		for i := 0; i < len(runs); i += 2 {
			a, b, end := runs[i], len(from), len(from)
			if i+1 < len(runs) {
				b = runs[i+1]
			}
			if i+2 < len(runs) {
				end = runs[i+2]
			}
			mergeRuns(to[a:end], from[a:b], from[b:end])
			merged = append(merged, a)
		}
		runs = merged
		from, to = to, from
	}
	p.Changes, p.spare, p.runs = from, to, runs
}

// mergeRuns merges two runs into to, which is as long as both together.
func mergeRuns(to, a, b []uint64) {
	for k := range to {
		if len(b) == 0 || len(a) > 0 && a[0]>>KindBits <= b[0]>>KindBits {
			to[k], a = a[0], a[1:]
		} else {
			to[k], b = b[0], b[1:]
		}
	}
}
