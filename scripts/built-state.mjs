// Whether dist/ holds what the sources say now. Read at each start, so it imports nothing that takes time.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const dist = join(root, 'dist');
export const stamp = join(dist, '.built');
/** Pages that the guides are made from. */
export const DOCS = 'docs';

/** Folders whose files are part of what is built. */
const FOLDERS = [
  ...['domain', 'database', 'eventlog', 'outside', 'stores', 'commands', 'projections', 'api', 'workers'],
  ...['configuration', 'locales', 'service', 'support'],
  ...['cli', 'bench', 'console', 'test/support/invoices'],
];

const isSource = (name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts');
const isData = (name) => /\.(json|css|html)$/.test(name);
export const namesIn = (folder) => readdirSync(join(root, folder)).filter(isSource);
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => isSource(name) || isData(name))
    .map((name) => join(folder, name));
const pagesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const modified = (file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Also tells a file that is gone or has another name. */
export function readState() {
  const inputs = [
    ...namesIn('.'),
    ...FOLDERS.flatMap(filesBelow),
    ...[DOCS, 'clients'].flatMap(pagesBelow),
    'package.json',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/built-state.mjs',
  ];
  return JSON.stringify(inputs.map((file) => [file, modified(file)]));
}

/** The state that was built; null if there is none. */
export function readBuiltState(file = stamp) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

export const isBuilt = () => readState() === readBuiltState();
