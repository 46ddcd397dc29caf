// Shows the tests as mocha does by itself, with the places of failures in their sources instead of in dist/tests/suite.cjs.
const { readFileSync } = require('node:fs');
const { SourceMap } = require('node:module');
const { dirname, join, relative, resolve } = require('node:path');
const { reporters } = require('mocha');

const suite = join(__dirname, '../dist/tests/suite.cjs');
const PLACE = /(?:file:\/\/)?[^\s()]*dist\/tests\/suite\.cjs:(\d+):(\d+)/g;
let map = null;

/** The map is read when the first test fails, which it hopefully does not. */
function withSources(text) {
  return text.replace(PLACE, (place, line, column) => {
    map ??= new SourceMap(JSON.parse(readFileSync(`${suite}.map`, 'utf8')));
    const { originalSource, originalLine, originalColumn } = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (originalSource === undefined) return place;
    const source = relative(process.cwd(), resolve(dirname(suite), originalSource));
    return `${source}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.on('fail', (_test, error) => {
      for (const member of ['stack', 'message'])
        if (typeof error[member] === 'string') error[member] = withSources(error[member]);
    });
  }
};
