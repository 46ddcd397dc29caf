import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The service as another version of it would be: built from sources that differ in a few places. */

const checkout = fileURLToPath(new URL('../..', import.meta.url));

/** Replacements of pieces of text, by file. */
export type Differences = Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>;

/** Gives the script to start. */
export async function buildVersion(name: string, differences: Differences): Promise<string> {
  const script = `dist/${name}.js`;
  const changed = new Map(Object.entries(differences).map(([file, pairs]) => [join(checkout, file), pairs]));
  await build({
    absWorkingDir: checkout,
    entryPoints: ['main.ts'],
    outfile: script,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [
      {
        name: 'differences',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const pairs = changed.get(path);
            return pairs && { contents: replacePairs(readFileSync(path, 'utf8'), pairs), loader: 'ts' };
          }),
      },
    ],
  });
  return script;
}

function replacePairs(source: string, pairs: Differences[string]): string {
  let text = source;
  for (const [from, to] of pairs) {
    if (!text.includes(from)) throw new Error(`There is no ${from} to be replaced any more`);
    text = text.replace(from, to);
  }
  return text;
}

/** A column that may be empty and a wider one, which rows from before can do without. */
export const WITH_COLUMNS: Differences = {
  'projections/ledger/tables.ts': [
    [`due_date: 'date',`, `due_date: 'date', memo: 'text',`],
    [`total: 'numeric(20,2) NOT NULL',`, `total: 'numeric(24,2) NOT NULL',`],
  ],
};

/** Also adds a required column and a new table. */
export const WITH_TABLES: Differences = {
  ...WITH_COLUMNS,
  'projections/attachments/tables.ts': [
    [`mime: 'text NOT NULL',`, `mime: 'text NOT NULL', kind: 'text NOT NULL',`],
    [
      `/** Storage used by`,
      `export const fileNames = table({ name: 'file_names', columns: { id: 'bigint NOT NULL', name: 'text NOT NULL' }, key: ['id'] });
      /** Storage used by`,
    ],
  ],
  'projections/attachments/projector.ts': [
    [`        entry_id,\n        company_id,`, `        entry_id, kind: 'document',\n        company_id,`],
    [
      `    batch.add(companyStorage, {`,
      `    for (const { id, name } of files) batch.put(fileNames, { id, name });\n    batch.add(companyStorage, {`,
    ],
    [`import { companyStorage, entryAttachments }`, `import { companyStorage, entryAttachments, fileNames }`],
  ],
  'projections/attachments/index.ts': [
    [`tables: [entryAttachments, companyStorage],`, `tables: [entryAttachments, companyStorage, fileNames],`],
    [`import { companyStorage, entryAttachments }`, `import { companyStorage, entryAttachments, fileNames }`],
  ],
};
