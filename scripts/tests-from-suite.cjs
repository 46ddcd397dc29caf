// Lets mocha find each test in dist/tests/suite.cjs instead of reading its source, see scripts/build.mjs.
const { relative, join, sep } = require('node:path');
const Module = require('node:module');

const root = join(__dirname, '..');
let suite = null;

Module._extensions['.ts'] = (module, file) => {
  suite ??= require('../dist/tests/suite.cjs');
  const name = relative(root, file).split(sep).join('/');
  const load = suite[name];
  if (load === undefined) throw new Error(`${name} is not in the suite of tests that was built`);
  module.exports = load();
};
