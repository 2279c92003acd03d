package scenario

// Restart leaves in force what is in force, with counters at 0 and limits that
// begin anew to count bent calls. A time that is running runs on.
func (d *Director) Restart() {
	d.change(func() {
		for i, a := range d.inForce {
			d.inForce[i] = &activation{name: a.name, baseline: a.baseline, times: a.times, until: a.until}
		}
	})
}
