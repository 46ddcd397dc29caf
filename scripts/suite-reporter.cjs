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

/** Files that take longest, with their hooks: what to look at first when the whole run takes too long. */
const SLOWEST = 25;

function reportSlowestFiles(runner) {
  const milliseconds = new Map();
  const add = ({ file, duration }) => {
    if (file && duration) milliseconds.set(file, (milliseconds.get(file) ?? 0) + duration);
  };
  runner.on('test end', add);
  runner.on('hook end', add);
  runner.once('end', () => {
    const slowest = [...milliseconds].sort(([, one], [, other]) => other - one).slice(0, SLOWEST);
    if (milliseconds.size <= SLOWEST) return;
    const lines = slowest.map(([file, time]) => `  ${(time / 1000).toFixed(1)} s ${relative(process.cwd(), file)}`);
    process.stdout.write(`\n  Slowest files:\n${lines.join('\n')}\n`);
  });
}

module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    reportSlowestFiles(runner);
    runner.on('fail', (_test, error) => {
      for (const member of ['stack', 'message'])
        if (typeof error[member] === 'string') error[member] = withSources(error[member]);
    });
  }
};
