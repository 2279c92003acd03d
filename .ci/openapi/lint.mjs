// Lints OpenAPI documents by the rules that Redocly recommends; a warning is an
// error: node lint.mjs, in the folder with the documents.
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core';

const exceptions = {
  'openapi.json': { 'no-path-trailing-slash': 'off' }, // because the interface spells its paths so
  'generators.openapi.json': { 'no-path-trailing-slash': 'off' },
  'control.openapi.json': {
    'no-path-trailing-slash': 'off', // because of the list of all routes
    'no-unused-components': 'off', // because x-events refers to the data of events
  },
};

for (const [file, rules] of Object.entries(exceptions)) {
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lint({ ref: file, config });
  if (problems.length > 0) {
    formatProblems(problems, { format: 'stylish', totals: getTotals(problems), version: '' });
    process.exitCode = 1;
  } else {
    console.log(`redocly: ${file} has no problem`);
  }
}
