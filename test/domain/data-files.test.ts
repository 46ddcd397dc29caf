import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readInteger, readLabels, readOneOf, readTable } from '../../domain/data-table.ts';
import { LANGUAGES } from '../../domain/language.ts';

const domain = fileURLToPath(new URL('../../domain/', import.meta.url));
const files = readdirSync(domain, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(^|\/)data\/[^/]+\.json$/.test(name))
  // The companies of the demo are not tables.
  .filter((name) => !name.startsWith('demo/'))
  .sort();

/** Columns that identify a record, in files where it is not the first column alone. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  'annual-filings/france/data/boxes-2050.json': ['code', 'editions'],
  'annual-filings/france/data/movements-2033.json': ['section', 'row'],
  'annual-filings/france/data/movements-2050.json': ['section', 'row'],
  'annual-filings/belgium/data/datapoints.json': ['models', 'code'],
  'annual-filings/belgium/data/thresholds.json': ['scheme', 'from'],
  'country-packs/be/data/annual-accounts.json': ['schemes', 'charts', 'code'],
  'country-packs/be/data/annual-accounts-names.json': ['code', 'entity'],
  'country-packs/fr/data/annual-accounts-association.json': ['code'],
  'country-packs/fr/data/annual-accounts-full.json': ['code'],
  'country-packs/fr/data/annual-accounts-simplified.json': ['code'],
  'country-packs/lu/data/annual-accounts.json': ['models', 'code'],
  // The words of a mention may change from a day on.
  'country-packs/be/data/mentions.json': ['code', 'from'],
  'lifecycle/data/statuses.json': ['network', 'code'],
  'number-series/data/default-series.json': ['code', 'country'],
  'reference/banks/data/be.json': ['codes'],
  'reference/banks/data/fr.json': ['codes'],
  'reference/banks/data/lu.json': ['codes'],
};

/** Records without names have those of the record above them. */
const NAMES_ARE_OPTIONAL = new Set(['reference/nace/data/nace-bel-2025.json']);

describe('Data files', () => {
  it('are found', () => expect(files).to.include('country-packs/be/data/accounts.json'));

  for (const file of files) {
    const text = readFileSync(domain + file, 'utf8');
    const table = JSON.parse(text) as string[][];
    const [header = [], ...rows] = table;
    const records = rows.map((row) => new Map(header.map((column, index) => [column, row[index]])));

    describe(file, () => {
      it('has a header, and one record of texts per line', () => {
        expect(new Set(header).size).to.equal(header.length).and.not.equal(0);
        for (const row of table) {
          expect(row, row[0]).to.have.length(header.length);
          for (const cell of row) expect(cell.trim(), row[0]).to.equal(cell);
        }
        expect(text).to.equal(writeTable(table));
      });

      it('has unique keys', () => {
        const columns = KEYS[file] ?? [header[0]!];
        const keys = records.map((record) => columns.map((column) => record.get(column)).join('|'));
        expect(keys.filter((key, index) => keys.indexOf(key) !== index)).to.deep.equal([]);
        expect(keys).to.not.include('');
      });

      if (!LANGUAGES.some((language) => header.includes(language))) return;
      it('has names in every language', () => {
        expect(header.slice(-LANGUAGES.length)).to.deep.equal([...LANGUAGES]);
        for (const row of rows) {
          const names = row.slice(-LANGUAGES.length);
          if (NAMES_ARE_OPTIONAL.has(file) && names.join('') === '') continue;
          expect(names, row[0]).to.not.include('');
        }
      });
    });
  }
});

describe('Data files of demo companies', () => {
  for (const file of readdirSync(`${domain}demo/data`)) {
    it(`${file} has one record per line`, () => {
      const text = readFileSync(`${domain}demo/data/${file}`, 'utf8');
      expect(text).to.equal(writeDocument(JSON.parse(text) as Record<string, unknown>));
    });
  }
});

describe('Reading a data file', () => {
  it('makes a record of each row', () => {
    const table = [
      ['code', 'name'],
      ['a', 'A'],
    ];
    expect(readTable(table, ['code', 'name'])).to.deep.equal([{ code: 'a', name: 'A' }]);
  });

  it('fails on other columns', () => {
    expect(() => readTable([['name', 'code']], ['code', 'name'])).to.throw('columns name,code instead of code,name');
    expect(() => readTable([], ['code'])).to.throw('columns');
  });

  it('fails on a row that is too short or too long', () => {
    expect(() => readTable([['code', 'name'], ['a']], ['code', 'name'])).to.throw('Expected 2 cells');
    expect(() => readTable([['code'], ['a', 'b']], ['code'])).to.throw('Expected 1 cells');
  });

  it('fails on a malformed cell', () => {
    expect(() => readOneOf('c', ['a', 'b'])).to.throw('"c"');
    expect(() => readInteger('-1')).to.throw('"-1"');
    expect(() => readLabels({ fr: 'f', nl: 'n', en: '', de: 'd' })).to.throw('name is missing');
  });
});

function writeTable(table: readonly (readonly string[])[]): string {
  const lines = table.map((row) => `  [${row.map((cell) => JSON.stringify(cell)).join(', ')}]`);
  return `[\n${lines.join(',\n')}\n]\n`;
}

/** A longer object has a member per line. */
const LONGEST_LINE = 250;

function writeDocument(document: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(document).map(([name, value]) => {
    const isList = Array.isArray(value) && typeof value[0] === 'object';
    if (isList)
      return `  ${JSON.stringify(name)}: [\n${value.map((item) => `    ${writeValue(item)}`).join(',\n')}\n  ]`;
    const line = `  ${JSON.stringify(name)}: ${writeValue(value)}`;
    if (line.length <= LONGEST_LINE || typeof value !== 'object' || value === null) return line;
    const members = Object.entries(value).map(([key, member]) => `    ${JSON.stringify(key)}: ${writeValue(member)}`);
    return `  ${JSON.stringify(name)}: {\n${members.join(',\n')}\n  }`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}

function writeValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${writeValue(member)}`)
    .join(', ')} }`;
}
