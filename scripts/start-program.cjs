// Starts a program of dist/tests/programs.cjs as a process of the tests: `node scripts/start-program.cjs cli/grandlivre verify …`.
// What V8 has compiled is kept beside it by the first process of a program that comes to a good end, for those after it. Until
// then they take what the service has kept: most of it is the same.
const { closeSync, fstatSync, openSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const file = join(__dirname, '../dist/tests/programs.cjs');
const [name] = process.argv.splice(2, 1);
process.argv[1] = join(__dirname, '../dist', `${name}.js`);

// Each command compiles other parts.
const options = process.argv.findIndex((word, index) => index > 1 && word.startsWith('-'));
const words = process.argv.slice(2, options === -1 ? undefined : options);
const opened = openSync(file);
const { mtimeMs } = fstatSync(opened);
const source = readFileSync(opened, 'latin1');
closeSync(opened);
// Another build, version of Node, or way of compiling keeps its own.
const build = [mtimeMs, process.version, ...process.execArgv];
const placeOf = (...program) =>
  join(dirname(file), `${[...program, ...build].join('-').replace(/[^\w.-]/g, '')}.compiled`);
const kept = placeOf(name.replace('/', '-'), ...words);

const own = readIfThere(kept);
const script = new Script(wrap(source), {
  filename: file,
  cachedData: own ?? readIfThere(placeOf('main')),
});
// Every start would take twice as long, and no test fails of that alone.
if (own !== undefined && script.cachedDataRejected)
  process.emitWarning(`V8 refuses ${kept}: has a process changed flags of V8 after its start?`);
process.once('exit', (code) => {
  if (code === 0 && (own === undefined || script.cachedDataRejected)) keep();
});
// For packages alone: what belongs to the programs is in the script.
globalThis.Import = (specifier) => import(specifier);

const programs = { exports: {} };
script.runInThisContext()(programs.exports, createRequire(file), programs, file, dirname(file));

// As a module that waits at its top: an error ends the process, and so does having nothing more to wait for.
let isWaiting = true;
process.once('exit', () => {
  if (isWaiting) process.exitCode ??= 13;
});
Promise.resolve(programs.exports[name]().run()).then(() => (isWaiting = false));

function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function keep() {
  try {
    writeFileSync(`${kept}.${process.pid}`, script.createCachedData());
    renameSync(`${kept}.${process.pid}`, kept);
  } catch {
    // The next one may: without it everything works as well.
  }
}
