package scenario

import (
	"encoding/binary"
	"hash/fnv"
)

// dice is the chance of one rule of one scenario. Its result for the nth
// matching call depends on seed, scenario, rule and n alone, so a flaky run
// can be repeated.
type dice uint64

func diceFor(seed uint64, scenario string, rule int) dice {
	hash := fnv.New64a()
	_, _ = hash.Write(binary.BigEndian.AppendUint64(nil, seed)) // a hash never fails to write
	_, _ = hash.Write(binary.BigEndian.AppendUint64([]byte(scenario), uint64(rule)))
	return dice(hash.Sum64())
}

// purpose is the use of a result. Two purposes get independent results for one
// call, otherwise the calls picked by chance would have the short delays.
type purpose uint64

const (
	forChance purpose = iota
	forDelay
)

// share returns a number between 0 and 1 for the nth matching call.
func (d dice) share(n int64, p purpose) float64 {
	const step = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio: spreads neighbours apart
	mixed := mix(uint64(d) + mix(uint64(n)*step+uint64(p)))
	return (float64(mixed>>12) + 0.5) / (1 << 52)
}

// mix scatters the bits of a number so that each depends on all.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
