// Writes THIRD_PARTY_NOTICES.md from the lock file and fails on a licence that is not on the list. With --check the
// file is only compared. The lock file names the packages of every platform, so the result is the same everywhere.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const NOTICES = `${root}THIRD_PARTY_NOTICES.md`;

/** Licences that allow distribution with the service. */
const ALLOWED = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0', 'Unlicense'],
  ...['Bitstream-Vera', 'LGPL-3.0', 'LGPL-3.0-or-later'],
]);

/** Packages whose metadata names no licence, or only a file: read there by hand. */
const READ_BY_HAND = {
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'png-js': 'MIT',
  ssh2: 'MIT',
};

/** The LGPL asks that users can replace the library. */
const LINKED = {
  'libheif-js': 'a WebAssembly file of its own, loaded at run time when an HEIC picture is read',
  '@img/sharp-libvips-*': 'a shared library of its own, loaded at run time by `sharp`',
  '@img/sharp-wasm32': 'a WebAssembly file of its own, loaded at run time by `sharp`',
  '@img/sharp-win32-*': 'a shared library of its own, loaded at run time by `sharp`',
};

const packages = listPackages();
const refused = packages.filter(({ licence }) => !isAllowed(licence));
for (const { name, version, licence } of refused)
  process.stderr.write(`${name} ${version}: the licence "${licence}" is not on the list in scripts/notices.mjs\n`);
const text = writeNotices(packages);
if (process.argv.includes('--check')) {
  if (readFileSync(NOTICES, 'utf8') !== text) fail('THIRD_PARTY_NOTICES.md is out of date: run npm run notices');
} else writeFileSync(NOTICES, text);
if (refused.length > 0) process.exitCode = 1;

function listPackages() {
  const { packages: locked } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));
  const found = new Map();
  for (const [path, { version, license, dev }] of Object.entries(locked)) {
    if (path === '' || dev === true) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(`${name} ${version}`, { name, version, licence: READ_BY_HAND[name] ?? license ?? 'none' });
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Of alternatives one must be on the list, of licences that apply together all. */
function isAllowed(licence) {
  const alternatives = licence.replace(/[()]/g, '').split(/ or /i);
  return alternatives.some((one) => one.split(/ and /i).every((part) => ALLOWED.has(part.trim())));
}

function writeNotices(all) {
  const lesser = all.filter(({ licence }) => licence.includes('LGPL'));
  const uses = Object.entries(LINKED).filter(([pattern]) => lesser.some(({ name }) => matches(name, pattern)));
  const unexplained = lesser.find(({ name }) => !uses.some(([pattern]) => matches(name, pattern)));
  if (unexplained) fail(`${unexplained.name} is under the LGPL: say in scripts/notices.mjs how it is linked`);
  return [
    '# Third-party notices',
    '',
    'Packages that Grandlivre is installed with, from `package-lock.json`; written by `npm run notices`. The image and',
    '`npm ci` install each package with its own licence file below `node_modules`.',
    '',
    '## Under the LGPL',
    '',
    'These are separate, unmodified libraries that can be replaced by another build of the same version:',
    '',
    ...uses.map(([pattern, how]) => `- \`${pattern}\`: ${how}`),
    '',
    '## All packages',
    '',
    '| package | version | licence |',
    '| --- | --- | --- |',
    ...all.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    '',
  ].join('\n');
}

function matches(name, pattern) {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
