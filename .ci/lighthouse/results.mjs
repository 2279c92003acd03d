// Prints the results of the run in the middle, by its performance, and what took points
// from it. The exit code is 1 when they are too low.
import { readFileSync } from 'node:fs';

const wanted = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const [name, ...files] = process.argv.slice(2);
const runs = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
const points = (run, category) => Math.round(run.categories[category].score * 100);
runs.sort((a, b) => points(a, 'performance') - points(b, 'performance'));
const middle = runs[(runs.length - 1) / 2];
console.log(name, ...Object.keys(wanted).map((category) => `${category} ${points(middle, category)}`));
for (const [category, least] of Object.entries(wanted)) {
  if (points(middle, category) >= least) continue;
  process.exitCode = 1;
  for (const { id, weight } of middle.categories[category].auditRefs) {
    const { score, title, displayValue } = middle.audits[id];
    if (weight > 0 && score !== null && score < 1) console.log(`  ${category} ${Math.round(score * 100)}: ${title} ${displayValue ?? ''}`);
  }
}
