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
const isPage = (name) => name.endsWith('.md');
const modified = (file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Deeper folders last. Faster than a recursive reading of folders, which asks for the kind of each file again. */
function collectFiles(folder, isWanted, found) {
  const folders = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (entry.isDirectory()) folders.push(`${folder}/${entry.name}`);
    else if (isWanted(entry.name)) found.push(`${folder}/${entry.name}`);
  }
  for (const one of folders) collectFiles(one, isWanted, found);
}

/** Also tells a file that is gone or has another name. */
export function readState() {
  const files = [...namesIn('.'), 'package.json', 'package-lock.json', 'scripts/build.mjs', 'scripts/built-state.mjs'];
  for (const folder of FOLDERS) collectFiles(folder, (name) => isSource(name) || isData(name), files);
  for (const folder of [DOCS, 'clients']) collectFiles(folder, isPage, files);
  let state = '';
  for (const file of files) state += `${file} ${modified(file)}\n`;
  return state;
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
