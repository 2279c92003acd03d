package worlds

import (
	"math/rand/v2"

	"github.com/brianvoe/gofakeit/v7"
)

// newFaker returns the source of all chance in one record.
func newFaker(seed int64, kind string, index uint64) *gofakeit.Faker {
	h := uint64(14695981039346656037) // FNV-1a over the kind
	for i := range len(kind) {
		h = (h ^ uint64(kind[i])) * 1099511628211
	}
	return gofakeit.NewFaker(rand.NewPCG(mix(uint64(seed)^h), mix(index+h)), false)
}

// mix returns a random-looking number, a different one for each x (the last step of
// splitmix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// chance is true in share of 100 cases.
func chance(f *gofakeit.Faker, share int) bool { return f.IntN(100) < share }

func pick[T any](f *gofakeit.Faker, from []T) T { return from[f.IntN(len(from))] }
