import { readFileSync } from 'node:fs';
import { routes } from '../../api/routes.ts';
import type { NamedTest } from '../support/test-titles.ts';

/** The table of conformity: what the specification asks for, and the test that proves it or the subject to come. */

export interface Row {
  readonly id: string;
  readonly says: string;
  readonly tests?: readonly NamedTest[];
  /** Subjects that are not built yet, separated by commas; with tests, for what they do not prove yet. */
  readonly waits_for?: string;
}

export interface Section {
  readonly key: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

export interface Departure extends Pick<Row, 'says' | 'tests' | 'waits_for'> {
  readonly because: string;
}

export interface Conformity {
  readonly sections: readonly Section[];
  /** What each group of routes is proved by, besides the test that asks all of them on behalf of everyone. */
  readonly areas: Readonly<Record<string, readonly NamedTest[]>>;
  readonly routes_to_come: Readonly<Record<string, readonly string[]>>;
  readonly departures: readonly Departure[];
}

export const conformity = JSON.parse(
  readFileSync(new URL('../../docs/conformity.json', import.meta.url), 'utf8'),
) as Conformity;

/** Every route of the table is asked by everyone here. */
export const ROUTES_PROVED_BY: NamedTest = {
  file: 'test/api/access/matrix.test.ts',
  title: 'is given to everyone who may, with a real success',
};

export const builtRoutes = routes.map(({ method, path, area }) => ({ name: `${method.toUpperCase()} ${path}`, area }));

/** Parameters may be called otherwise. */
export const comparable = (name: string): string => name.replace(/\{\w+\}/g, '{}');

export const page = (): string => {
  const rows = conformity.sections.flatMap((section) => section.rows);
  const coming = Object.values(conformity.routes_to_come).flat().length;
  const proved = rows.filter(({ waits_for }) => waits_for === undefined).length;
  const partly = rows.filter(({ tests, waits_for }) => tests && waits_for !== undefined).length;
  return [
    '# Conformity',
    '',
    'What the specification of the API asks for, and the test that proves it. This page is made from `conformity.json` by',
    '`npm run docs:conformity`; a row whose test is gone fails the tests, and so does a subject that is built while a row still',
    'waits for it.',
    '',
    '| | rows | proved | in part | to come |',
    '|---|---|---|---|---|',
    `| rules, headers, status codes, error codes, limits | ${rows.length} | ${proved} | ${partly} | ${rows.length - proved - partly} |`,
    `| routes | ${builtRoutes.length + coming} | ${builtRoutes.length} | 0 | ${coming} |`,
    '',
    ...conformity.sections.flatMap(({ title, rows: own }) => [
      `## ${title}`,
      '',
      '| | | proved by |',
      '|---|---|---|',
      ...own.map((row) => `| ${cell(row.id)} | ${cell(row.says)} | ${proof(row)} |`),
      '',
    ]),
    '## Routes',
    '',
    `Every route that is built is asked on behalf of everyone: ${shown(ROUTES_PROVED_BY)}. Each group has tests of its own besides:`,
    '',
    '| group | routes | proved by |',
    '|---|---|---|',
    ...Object.entries(conformity.areas).map(
      ([area, tests]) =>
        `| ${area} | ${builtRoutes.filter((route) => route.area === area).length} | ${tests.map(shown).join('<br>')} |`,
    ),
    '',
    '| route | |',
    '|---|---|',
    ...builtRoutes.map(({ name, area }) => `| \`${name}\` | ${area} |`),
    ...Object.entries(conformity.routes_to_come).flatMap(([subject, names]) =>
      names.map((name) => `| \`${name}\` | to come: ${subject} |`),
    ),
    '',
    '## Departures',
    '',
    'Kept on purpose.',
    '',
    '| what | why | proved by |',
    '|---|---|---|',
    ...conformity.departures.map((one) => `| ${cell(one.says)} | ${cell(one.because)} | ${proof(one)} |`),
    '',
  ].join('\n');
};

const cell = (text: string): string => text.replaceAll('|', '\\|');
const shown = ({ file, title }: NamedTest): string => `\`${file}\`: ${cell(title)}`;

function proof({ tests = [], waits_for }: Pick<Row, 'tests' | 'waits_for'>): string {
  return [...tests.map(shown), ...(waits_for === undefined ? [] : [`to come: ${waits_for}`])].join('<br>');
}
