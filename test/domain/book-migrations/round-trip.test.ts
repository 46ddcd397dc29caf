import { Readable } from 'node:stream';
import { expect } from 'chai';
import fc from 'fast-check';
import { detectEncoding, readLines } from '../../../commands/book-migrations/text-records.ts';
import { buildFecHeader, buildFecRecord, type FecLine } from '../../../domain/audit-files/fec.ts';
import { detectColumns } from '../../../domain/book-migrations/columns.ts';
import { detectDelimiter, splitRecord } from '../../../domain/book-migrations/delimited.ts';
import { previewBooks, type SourceBooks } from '../../../domain/book-migrations/preview.ts';
import { readLine } from '../../../domain/book-migrations/read-line.ts';
import { fromCents } from '../../../domain/money.ts';
import { runAllSteps } from '../../../domain/steps.ts';
import { booksOf } from '../fiscal-years/support.ts';

/** What one program writes, another one reads: whatever the books are. */

const two = (number: number): string => String(number).padStart(2, '0');
const day = fc
  .tuple(fc.integer({ min: 2020, max: 2027 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, number]) => `${year}-${two(month)}-${two(number)}`);
const cents = fc.integer({ min: 1, max: 99_999_999 });
/** What people write, and what gets in the way of columns. */
const words = fc.string({
  unit: fc.constantFrom('a', 'Z', '7', 'é', 'œ', 'ß', '€', ' ', ';', ',', '"', "'", '-', '/', '&', '.'),
  minLength: 1,
  maxLength: 40,
});
const called = words.map((text) => `x${text}x`);

const line: fc.Arbitrary<FecLine> = fc.record({
  journal: fc.record({ code: fc.constantFrom('VT', 'AC', 'BQ1', 'OD'), label: called }),
  number: fc.integer({ min: 1, max: 999_999 }),
  entry_date: day,
  account: fc.record({ number: fc.constantFrom('411000', '706000', '512', '44571'), label: called }),
  third_party: fc.option(fc.record({ code: called, name: called })),
  called,
  reference: fc.option(called),
  document_date: fc.option(day),
  label: fc.option(called),
  debit: fc.constant('0.00'),
  credit: fc.constant('0.00'),
  lettering: fc.option(
    fc.record({ code: fc.constantFrom('AAA', 'ZZB'), settled_on: day, settled: fc.constant('0.00') }),
  ),
  currency: fc.option(
    fc.record({ code: fc.constantFrom('USD', 'CHF'), amount: cents.map((one) => fromCents(BigInt(one))) }),
  ),
  recorded_on: day,
});

describe('books that one program writes and another one reads', () => {
  it('say the same on every line of the French file', () => {
    const columns = detectColumns(splitRecord(buildFecHeader().trimEnd(), '\t'))!;
    expect(detectDelimiter(buildFecHeader())).to.equal('\t');
    fc.assert(
      fc.property(line, cents, fc.boolean(), (given, amount, isDebit) => {
        const written = { ...given, [isDebit ? 'debit' : 'credit']: fromCents(BigInt(amount)) };
        const found: unknown[] = [];
        const read = readLine(splitRecord(buildFecRecord(written).slice(0, -2), '\t'), columns, (one) =>
          found.push(one),
        );
        expect(found).to.deep.equal([]);
        const reference = given.reference ?? given.called;
        expect(read).to.deep.include({
          journal: given.journal.code,
          journalLabel: given.journal.label,
          number: String(given.number),
          date: given.entry_date,
          account: given.account.number,
          accountLabel: given.account.label,
          party: given.third_party?.code ?? null,
          partyName: given.third_party?.name ?? null,
          reference,
          label: given.label ?? reference,
          letter: given.lettering?.code ?? null,
          cents: isDebit ? amount : -amount,
          currency: given.currency && {
            code: given.currency.code,
            cents: Number(given.currency.amount.replace('.', '')) * (isDebit ? 1 : -1),
          },
        });
      }),
    );
  });

  it('are read in every set of letters that programs write, cut anywhere', async () => {
    const utf16 = (text: string, isBig: boolean): Buffer => {
      const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
      return isBig ? bytes.swap16() : bytes;
    };
    /** ISO 8859-15 differs from 8859-1 in eight places. */
    const latin9 = (text: string): Buffer =>
      Buffer.from(
        text.replace(/[€œ]/g, (sign) => (sign === '€' ? '\u00a4' : '\u00bd')),
        'latin1',
      );
    const windows = (text: string): Buffer =>
      Buffer.from(
        text.replace(/[€œ]/g, (sign) => (sign === '€' ? '\u0080' : '\u009c')),
        'latin1',
      );
    const sets: Readonly<Record<string, (text: string) => Buffer>> = {
      'utf-8': (text) => Buffer.from(text),
      'utf-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
      'utf-16le': (text) => utf16(text, false),
      'utf-16be': (text) => utf16(text, true),
      'iso-8859-15': latin9,
      'windows-1252': windows,
    };
    const pieces = (bytes: Buffer, size: number): Readable =>
      Readable.from(
        Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        ),
      );
    await fc.assert(
      fc.asyncProperty(
        fc.array(called, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...Object.keys(sets)),
        fc.integer({ min: 3, max: 40 }),
        fc.constantFrom('\n', '\r\n'),
        async (given, name, size, end) => {
          // A sign that only this set has at its place tells which one it is.
          const texts = [...given, 'l’œuvre à 5 €'.replace('’', "'")];
          const bytes = sets[name]!(texts.join(end));
          const encoding = await detectEncoding(() => Promise.resolve(pieces(bytes, Math.max(size, 4))));
          const read: string[] = [];
          for await (const some of readLines(pieces(bytes, size), encoding)) read.push(...some);
          expect(read, name).to.deep.equal(texts);
        },
      ),
      { numRuns: 60 },
    );
  });

  describe('of several years', () => {
    const { file } = booksOf('FR');
    const years = [2024, 2025, 2026].map((year) => ({ starts_on: `${year}-01-01`, ends_on: `${year}-12-31` }));
    const ACCOUNTS = ['512000', '401000', '411000', '101000', '606100', '706000', '641100'] as const;
    const RESULT = '120000';
    const moves = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 2 }),
        fc.constantFrom(...ACCOUNTS),
        fc.constantFrom(...ACCOUNTS),
        fc.integer({ min: 1, max: 99_999 }),
      ),
      { minLength: 3, maxLength: 25 },
    );
    type Move = readonly [year: number, debit: string, credit: string, amount: number];
    const isOfResult = (account: string): boolean => /^[67]/.test(account);

    /** The books reckoned by hand: what each year opens with, moves and ends with. */
    function reckoned(given: readonly Move[]) {
      const balances: { year_no: number; account: string; opening: number; movement: number }[] = [];
      let opening = new Map<string, number>();
      for (const year_no of [0, 1, 2]) {
        const movement = new Map<string, number>();
        const move = (account: string, amount: number) => movement.set(account, (movement.get(account) ?? 0) + amount);
        for (const [year, debit, credit, amount] of given)
          if (year === year_no) {
            move(debit, amount);
            move(credit, -amount);
          }
        const next = new Map<string, number>();
        for (const account of new Set([...opening.keys(), ...movement.keys()])) {
          const [from, moved] = [opening.get(account) ?? 0, movement.get(account) ?? 0];
          if (from !== 0 || moved !== 0) balances.push({ year_no, account, opening: from, movement: moved });
          const target = isOfResult(account) ? RESULT : account;
          next.set(target, (next.get(target) ?? 0) + from + moved);
        }
        opening = new Map([...next].filter(([, balance]) => balance !== 0));
      }
      return balances;
    }

    const previewed = (balances: SourceBooks['balances'], last: number) =>
      runAllSteps(
        previewBooks(
          {
            accounts: [],
            journals: [],
            third_parties: [],
            years,
            firstYear: 0,
            lastYear: last,
            balances,
            opened: new Set(balances.filter(({ opening }) => opening !== 0).map(({ year_no }) => year_no)),
            today: '2026-12-31',
          },
          file,
        ),
      );
    /** The carried result may be a profit or a loss, which have an account each in a French file. */
    const withoutResult = <Row extends { readonly account: string }>(rows: readonly Row[]): readonly Row[] =>
      rows.filter(({ account }) => !/^1[12]/.test(account));

    it('end each year as the source says, to the cent, and open with what the year before leaves', () => {
      fc.assert(
        fc.property(moves, (given) => {
          fc.pre([0, 1, 2].every((year) => given.some(([of]) => of === year)));
          const balances = reckoned(given);
          const { problems, ends } = previewed(balances, 2);
          expect(problems.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
          const expected = balances
            .filter(({ opening, movement }) => opening + movement !== 0)
            .map(({ year_no, account, opening, movement }) => ({
              year_no,
              account,
              balance: fromCents(BigInt(opening + movement)),
            }));
          const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
          expect(sorted(withoutResult(ends))).to.deep.equal(sorted(withoutResult(expected)));
        }),
        { numRuns: 40 },
      );
    });

    it('do not fit when an account opens with another amount than it had', () => {
      fc.assert(
        fc.property(moves, fc.integer({ min: 1, max: 500 }), (given, wrong) => {
          fc.pre([0, 1, 2].every((year) => given.some(([of]) => of === year)));
          const balances = reckoned(given);
          const place = balances.findIndex(({ year_no, account, opening }) => {
            return year_no > 0 && opening !== 0 && /^[45]/.test(account);
          });
          fc.pre(place >= 0);
          const at = balances[place]!;
          const changed = balances.map((one, index) =>
            index === place ? { ...one, opening: one.opening + wrong } : one,
          );
          const { problems } = previewed(changed, 2);
          const found = problems.find(({ code }) => code === 'migration_opening_differs');
          expect(found?.params?.['account'], JSON.stringify(problems)).to.equal(at.account);
        }),
        { numRuns: 40 },
      );
    });
  });
});
