package worlds

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// moment is when the worlds of these tests open.
var moment = time.Date(2026, time.October, 2, 9, 14, 51, 0, time.UTC)

func BenchmarkLoadDefault(b *testing.B) {
	for b.Loop() {
		var library Library
		_, err := library.Load("default")
		must(b, err)
	}
}

// BenchmarkOpenDefault measures opening an account, with encoding.
func BenchmarkOpenDefault(b *testing.B) { benchmarkBuild(b, 0) }

// BenchmarkOpenLarge is the same for many orders; see ns/order.
func BenchmarkOpenLarge(b *testing.B) { benchmarkBuild(b, 20_000) }

func benchmarkBuild(b *testing.B, orders int) {
	w := loaded(b, "default")
	b.ReportAllocs()
	count := 0
	for b.Loop() {
		world, err := w.Build(BuildRequest{Merchant: "ACME", Now: moment, Seed: 1, Orders: orders})
		must(b, err)
		for stored := range world.Orders {
			_, err := record.Encode(stored.Order)
			must(b, err)
			count++
		}
		for range world.Subscriptions {
			count += 0
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(count), "ns/order")
}

// BenchmarkGenerateOnly measures the part of this package.
func BenchmarkGenerateOnly(b *testing.B) {
	world, err := loaded(b, "default").Build(BuildRequest{Merchant: "ACME", Now: moment, Seed: 1, Orders: 20_000})
	must(b, err)
	count := 0
	for b.Loop() {
		for range world.Orders {
			count++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(count), "ns/order")
}
