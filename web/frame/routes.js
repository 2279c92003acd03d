// The map: which screen an address shows. A screen is screens/NAME.js, whose
// default export gets the account's code and the parameters of the path.

/**
 * @typedef {object} Route
 * @property {string} path segments below /ui/, parameters with a colon
 * @property {string} screen
 * @property {(segments: string[]) => string} [key] another key is another instance of the screen
 */

/** @type {Route[]} */
export const routes = [
  { path: 'a/:code', screen: 'overview', key: (s) => `overview ${s[1]}` },
  { path: 'a/:code/calls', screen: 'calls', key: (s) => `calls ${s[1]}` },
  { path: 'a/:code/calls/:id', screen: 'calls', key: (s) => `calls ${s[1]}` },
  { path: 'a/:code/drawn', screen: 'drawn', key: (s) => `drawn ${s[1]}` },
  { path: 'a/:code/compare/:a/:b', screen: 'compare', key: (s) => `compare ${s[3]} ${s[4]}` },
  { path: 'a/:code/scenarios', screen: 'scenarios', key: (s) => `scenarios ${s[1]}` },
  { path: 'a/:code/scenarios/new', screen: 'scenario-new', key: (s) => `new ${s[1]}` },
  { path: 'a/:code/scenarios/:name', screen: 'scenarios', key: (s) => `scenarios ${s[1]}` },
  { path: 'a/:code/scenarios/:name/edit', screen: 'scenario-new', key: (s) => `edit ${s[1]} ${s[3]}` },
  { path: 'a/:code/data', screen: 'data', key: (s) => `data ${s[1]}` },
  { path: 'a/:code/data/add', screen: 'world-add', key: (s) => `add ${s[1]}` },
  { path: 'a/:code/data/:kind', screen: 'data', key: (s) => `data ${s[1]}` },
  { path: 'a/:code/data/:kind/:id', screen: 'record', key: (s) => `record ${s[1]} ${s[3]} ${s[4]}` },
  { path: 'a/:code/time', screen: 'time', key: (s) => `time ${s[1]}` },
  { path: 'a/:code/operations', screen: 'operations', key: (s) => `operations ${s[1]}` },
  { path: 'a/:code/operations/:id', screen: 'operation', key: (s) => `operation ${s[1]} ${s[3]}` },
  { path: 'a/:code/coverage', screen: 'coverage', key: (s) => `coverage ${s[1]}` },
  { path: 'a/:code/verdict', screen: 'verdict', key: (s) => `verdict ${s[1]}` },
  { path: 'a/:code/questions', screen: 'questions', key: (s) => `questions ${s[1]}` },
  { path: 'a/:code/signature', screen: 'signature', key: (s) => `signature ${s[1]}` },
  { path: 'a/:code/differences', screen: 'differences', key: (s) => `differences ${s[1]}` },
  { path: 'a/:code/account', screen: 'account', key: (s) => `account ${s[1]}` },
  { path: 'accounts', screen: 'accounts' },
  { path: 'runs', screen: 'runs' },
  { path: 'runs/:run', screen: 'run', key: (s) => `run ${s[1]}` },
  { path: 'rehearsal', screen: 'rehearsal' },
  { path: 'c/:id', screen: 'short' },
  { path: 'guide', screen: 'guide' },
  { path: 'guide/:page', screen: 'guide' },
];
