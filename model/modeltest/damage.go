package modeltest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
)

// Damage truncates a file, or sets a number of 1, 2, 4 or 8 bytes in it to one that readers might
// trip over: half of them in the first 4 KiB, where the sizes are, or in the last. It returns a
// description.
func Damage(rng *rand.Rand, data []byte) (damaged []byte, how string) {
	at := rng.IntN(len(data))
	if edge := min(len(data), 4096); rng.IntN(2) == 0 {
		at = rng.IntN(edge) + rng.IntN(2)*(len(data)-edge)
	}
	if rng.IntN(5) == 0 {
		return data[:at], fmt.Sprintf("cut at %d", at)
	}
	numbers := []uint64{0, 1, 7, 0xff, 0x7fff, 0xffff, 0x7fffffff, 1 << 31, 1<<32 - 1, 1 << 62, 1<<64 - 1, rng.Uint64()}
	n, size := numbers[rng.IntN(len(numbers))], 1<<rng.IntN(4)
	at = min(at, len(data)-min(size, len(data)))
	damaged = append(bytes.Clone(data), make([]byte, 8)...)
	kept := bytes.Clone(damaged[at+size:])
	binary.LittleEndian.PutUint64(damaged[at:], n)
	copy(damaged[at+size:], kept)
	return damaged[:len(data)], fmt.Sprintf("%d bytes of %#x at %d", size, n, at)
}
