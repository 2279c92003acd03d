package rehearse

import (
	"context"
	"errors"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// errOtherRun is the error of a log of another suite.
var errOtherRun = errors.New("the log is of another rehearsal: its good run made other calls; begin a new log")

// resume reads the trials of an earlier rehearsal.
func (r *rehearsal) resume() error {
	if r.Resumed == nil {
		return nil
	}
	if !slices.Equal(r.Resumed.Calls, r.report.Good.Calls) {
		return errOtherRun
	}
	r.resumed = map[string]trial{}
	for _, logged := range r.Resumed.Trials {
		s, err := r.parse(logged.Trial.Schedule)
		if err != nil {
			return err
		}
		logged.Trial.Accepted = r.reason(logged.Trial)
		r.resumed[s.name()] = restore(s, logged)
	}
	return nil
}

// restore returns the trial of a log.
func restore(s schedule, logged client.LoggedTrial) trial {
	t := trial{schedule: s, reaction: logged.Reaction, shown: logged.Trial}
	for _, c := range logged.New {
		if p, named := readPlace(c.Name); named {
			t.fresh = append(t.fresh, spot{p, c.Unfit})
		}
	}
	return t
}

// loggedTrial returns a trial as a log has it.
func (t trial) loggedTrial() client.LoggedTrial {
	made := client.LoggedTrial{Trial: t.shown, Reaction: t.reaction}
	for _, s := range t.fresh {
		made.New = append(made.New, client.NewCall{Name: s.String(), Unfit: s.unfit})
	}
	return made
}

// keepFindings repeats the schedule of each finding not accepted, and of each that is not
// repeatable, and hands its account out before deleting it.
func (r *rehearsal) keepFindings(ctx context.Context) error {
	if r.Keep == nil {
		return nil
	}
	flaky := slices.DeleteFunc(slices.Clone(r.report.Trials), func(t client.Trial) bool { return t.Result != client.NotRepeatable })
	for _, t := range slices.Concat(r.report.Failed(), flaky) {
		s, err := r.parse(t.Schedule)
		if err != nil {
			return err
		}
		if _, _, err := r.runUnder(ctx, s, func(a *client.Account) error { return r.Keep(ctx, t, a) }); err != nil {
			return err
		}
	}
	return nil
}
