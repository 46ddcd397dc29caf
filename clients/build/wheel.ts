import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import yazl from 'yazl';
import type { ApiDocument } from './document.ts';
import type { Release } from './npm-packages.ts';
import { generatePython } from './python-routes.ts';

/** Writes the wheel (PEP 427) of the Python package: its sources, the generated modules and its metadata. */

const NAME = 'grandlivre';
const sources = fileURLToPath(new URL('../python/', import.meta.url));
/** The same bytes each time. */
const MOMENT = new Date(1980, 0, 1, 12);

/** All files of the package, by their path in the wheel. */
export async function listPythonFiles(document: ApiDocument): Promise<Map<string, string>> {
  const { models, routes, asyncRoutes } = generatePython(document);
  const files = new Map([
    ['models.py', models],
    ['routes.py', routes],
    ['async_routes.py', asyncRoutes],
  ]);
  for (const name of await readdir(join(sources, NAME)))
    if (/\.(py|typed)$/.test(name)) files.set(name, await readFile(join(sources, NAME, name), 'utf8'));
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  return new Map(sorted.map(([name, text]) => [`${NAME}/${name}`, text]));
}

/** Returns the name of the file. */
export async function packWheel({ version, license, document }: Release, into: string): Promise<string> {
  const info = `${NAME}-${version}.dist-info`;
  const files = await listPythonFiles(document);
  files.set(`${info}/METADATA`, await describePackage(version, license));
  files.set(`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: grandlivre\nRoot-Is-Purelib: true\nTag: py3-none-any\n');
  const record = [...files].map(([name, text]) => {
    const bytes = Buffer.from(text);
    return `${name},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}\n`;
  });
  files.set(`${info}/RECORD`, `${record.join('')}${info}/RECORD,,\n`);
  const zip = new yazl.ZipFile();
  for (const [name, text] of files) zip.addBuffer(Buffer.from(text), name, { mtime: MOMENT, mode: 0o100644 });
  zip.end();
  const fileName = `${NAME}-${version}-py3-none-any.whl`;
  await writeFile(join(into, fileName), await buffer(zip.outputStream));
  return fileName;
}

async function describePackage(version: string, license: string): Promise<string> {
  const project = await readFile(join(sources, 'pyproject.toml'), 'utf8');
  const read = (key: string): string => {
    const value = new RegExp(`^${key} = "(.*)"$`, 'm').exec(project)?.[1];
    if (value === undefined) throw new Error(`pyproject.toml has no ${key}`);
    return value;
  };
  const list = /^dependencies = (\[.*\])$/m.exec(project)?.[1];
  if (list === undefined) throw new Error('pyproject.toml has no dependencies on one line');
  const needed = (JSON.parse(list) as readonly string[]).map((one) => `Requires-Dist: ${one}\n`);
  return `Metadata-Version: 2.1
Name: ${read('name')}
Version: ${version}
Summary: ${read('description')}
License: ${license}
Requires-Python: ${read('requires-python')}
${needed.join('')}Classifier: Typing :: Typed
Description-Content-Type: text/markdown

${await readFile(join(sources, read('readme')), 'utf8')}`;
}
