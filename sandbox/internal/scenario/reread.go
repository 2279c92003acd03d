package scenario

import (
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// sight is the folder at one look: the folder itself as ".", and its entries by name,
// except for hidden ones. A link counts as its target.
type sight map[string]fs.FileInfo

func look(folder string) (sight, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		if !isHidden(entry.Name()) {
			names = append(names, entry.Name())
		}
	}
	s := sight{}
	for _, name := range append(names, ".") {
		if info, err := os.Stat(filepath.Join(folder, name)); err == nil { // otherwise it is gone, or a link leads nowhere
			s[name] = info
		}
	}
	return s, nil
}

func (s sight) equals(t sight) bool {
	return maps.EqualFunc(s, t, func(a, b fs.FileInfo) bool {
		return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && a.Mode() == b.Mode()
	})
}

// differs reports whether the folder, as it looks now, may have changed since it was read. A change is
// read once more at the next look, because a file may change twice within the resolution
// of its time.
func (l *Library) differs(now sight) bool {
	c := l.contents.Load()
	return !c.steady || !now.equals(c.sight)
}

// read reads the folder and returns the changes, by name.
func (l *Library) read() (changes []client.LibraryEvent, err error) {
	err = l.change(func(c *collection) ([]client.LibraryEvent, error) {
		now, err := look(l.options.Folder) // first, so a change during the reading shows at the next look
		if err != nil {
			return nil, fmt.Errorf("reading the scenario folder: %w", err)
		}
		bodies, err := os.OpenRoot(l.options.Folder) // links cannot lead bodies out of it
		if err != nil {
			return nil, fmt.Errorf("reading the scenario folder %s: %w", l.options.Folder, err)
		}
		defer bodies.Close()
		folder, err := readFolder(os.DirFS(l.options.Folder), bodiesIn(bodies.FS()), c.folder)
		if err != nil {
			return nil, fmt.Errorf("reading the scenario folder %s: %w", l.options.Folder, err)
		}
		changes = l.changesOf(c.folder, folder)
		for _, name := range slices.Sorted(maps.Keys(now)) {
			was, known := c.sight[name]
			if name != "." && now[name].IsDir() && (!known || !was.IsDir()) {
				l.options.Log.Warn("a folder within the scenario folder is not read", slog.String("folder", filepath.Join(l.options.Folder, name)))
			}
		}
		c.steady, c.sight, c.folder = now.equals(c.sight), now, folder
		return changes, nil
	})
	return changes, err
}

// logReading logs that the folder was read.
func (l *Library) logReading(changes []client.LibraryEvent) {
	l.options.Log.Info("scenario folder read", slog.String("folder", l.options.Folder),
		slog.Int("scenarios", len(l.contents.Load().folder)), slog.Int("changed", len(changes)))
}

// changesOf returns how the files of the folder changed, by name, and logs it.
func (l *Library) changesOf(before, after map[string]definition) (changes []client.LibraryEvent) {
	all := maps.Clone(after)
	maps.Copy(all, before)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		scenario, change := slog.String("scenario", name), client.ChangeReloaded
		was := before[name]
		is, remains := after[name]
		switch {
		case !remains:
			l.options.Log.Info("scenario file removed", scenario)
			change = client.ChangeDeleted
		case is.err != nil && (was.err == nil || was.text != is.text):
			l.options.Log.Warn("scenario file broken", scenario, slog.Any("error", is.err))
		case is.err == nil && was.scenario != is.scenario:
			l.options.Log.Info("scenario file read", scenario)
			for _, w := range is.scenario.warnings {
				l.options.Log.Warn("scenario file read with a warning", scenario, slog.String("warning", w.Message))
			}
		default:
			continue
		}
		changes = append(changes, client.LibraryEvent{Name: name, Change: change})
	}
	return changes
}
