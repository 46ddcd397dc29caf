// Checks that every file is formatted as prettier would. TypeScript is read with the faster of the two parsers first; only
// what that one cannot read, or would write differently, is read with the parser that `prettier --write` uses, which decides.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as prettier from 'prettier';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const CACHE = 'var/cache/format.json';
const IGNORED = ['.gitignore', '.prettierignore'];
/** What neither git nor prettier looks into. */
const NEVER = new Set(['.git', 'node_modules']);

/** What was found to be in order, by its content: another version or another setting of prettier begins anew. */
const known = readKnown();
const inOrder = new Set();
const settings = [prettier.version, readFileSync('.prettierrc.json'), readFileSync('.editorconfig')].join('\n');

const unformatted = [];
for await (const file of filesBelow('.')) {
  const source = readFileSync(file, 'utf8');
  const hash = createHash('sha256').update(settings).update(file).update('\0').update(source).digest('base64');
  if (known.has(hash) || (await isFormatted(file, source))) inOrder.add(hash);
  else unformatted.push(file);
}
mkdirSync(dirname(CACHE), { recursive: true });
writeFileSync(CACHE, JSON.stringify([...inOrder]));

for (const file of unformatted) process.stdout.write(`${file} is not formatted: run npx prettier --write ${file}\n`);
process.exitCode = unformatted.length === 0 ? 0 : 1;

async function isFormatted(file, source) {
  const options = { ...(await prettier.resolveConfig(file, { editorconfig: true })), filepath: file };
  const isTypeScript = /\.tsx?$/.test(file);
  if (isTypeScript && (await prettier.check(source, { ...options, parser: 'babel-ts' }).catch(() => false)))
    return true;
  try {
    return await prettier.check(source, options);
  } catch (error) {
    process.stdout.write(`${file}: ${error.message}\n`);
    return false;
  }
}

async function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = relative('.', join(folder, entry.name));
    if (NEVER.has(entry.name)) continue;
    const { ignored, inferredParser } = await prettier.getFileInfo(path, { ignorePath: IGNORED, resolveConfig: false });
    if (ignored) continue;
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile() && inferredParser !== null) yield path;
  }
}

function readKnown() {
  try {
    return new Set(JSON.parse(readFileSync(CACHE, 'utf8')));
  } catch {
    return new Set();
  }
}
