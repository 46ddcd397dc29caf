import { expect } from 'chai';
import fc from 'fast-check';
import { openCommandPath } from '../../../commands/support/command-path.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { createMutationLookup } from '../../../commands/support/own-events.ts';
import { getNextDay } from '../../../domain/dates.ts';
import { buildLine, buildPostEntry } from '../../support/company-file-samples.ts';
import { expectBalanced, expectLedgerEqualsTrialBalance, useBooks, type Line } from './books.ts';
import { allLines, answeredSums, naiveSums, sorted } from './naive.ts';

const ACCOUNTS = ['100000', '400000', '440000', '550000', '604000', '613000', '700000', '757100'] as const;
const FIRST_DAY = Date.parse('2024-01-01');
const LAST_DAY = Date.parse('2025-12-31');
const DAY = 86_400_000;

const day = fc
  .integer({ min: 0, max: (LAST_DAY - FIRST_DAY) / DAY })
  .map((days) => new Date(FIRST_DAY + days * DAY).toISOString().slice(0, 10));
const amount = fc.integer({ min: 1, max: 1_000_000 });
const euros = (cents: number) => (cents / 100).toFixed(2);

/** Debits on some accounts against one credit, or the other way round. */
const entry = fc.record({
  date: day,
  others: fc.array(fc.tuple(fc.constantFrom(...ACCOUNTS), amount), { minLength: 1, maxLength: 3 }),
  last: fc.constantFrom(...ACCOUNTS),
  isReversed: fc.boolean(),
});
const span = fc.tuple(day, day).map(([one, other]): [string, string] => (one < other ? [one, other] : [other, one]));
const question = fc.record({ span, withoutClosing: fc.boolean(), perPage: fc.integer({ min: 1, max: 60 }) });

describe('Reports over any days', () => {
  const books = useBooks();
  const moments: string[] = [];

  const linesOf = ({ others, last, isReversed }: { others: [string, number][]; last: string; isReversed: boolean }) => {
    const total = others.reduce((sum, [, cents]) => sum + cents, 0);
    const sign = (text: string, isCredit: boolean) => (isCredit ? `-${text}` : text);
    return [
      ...others.map(([account, cents]): Line => [account, sign(euros(cents), isReversed)]),
      [last, sign(euros(total), !isReversed)] as Line,
    ];
  };
  const yearStart = (from: string) => `${from.slice(0, 4)}-01-01`;

  const expectRight = async (
    [from, to]: readonly [string, string],
    withoutClosing: boolean,
    perPage: number,
    asOf?: string,
  ) => {
    const query = `from=${from}&to=${to}&without_closing=${withoutClosing ? 1 : 0}`;
    const body = await books.get('trial-balance', asOf === undefined ? query : `${query}&known_at=${asOf}`);
    const lines = await allLines(books.service.core, books.file.id);
    const options = { from, to, yearStart: yearStart(from), withoutClosing, ...(asOf !== undefined && { asOf }) };
    expect(sorted(answeredSums(body))).to.deep.equal(sorted(naiveSums(lines, options)));
    expectBalanced(body);
    if (asOf === undefined) await expectLedgerEqualsTrialBalance(books, query, [perPage]);
  };

  it('equal the sum of the lines, whatever was posted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 1, maxLength: 6 }),
        fc.array(question, { minLength: 2, maxLength: 2 }),
        async (posted, questions) => {
          const entries = posted.map((one) => books.entry(one.date, linesOf(one)));
          await books.must('/entries/batch', { entries });
          moments.push(new Date().toISOString());
          for (const { span: days, withoutClosing, perPage } of questions)
            await expectRight(days, withoutClosing, perPage);
        },
      ),
      { numRuns: 8, endOnFailure: true },
    );
  });

  it('equal it at every moment of months in which the books were kept', async () => {
    const { pool, log, progress, ids } = books.service.core;
    let clock = '';
    const ownEvents = createMutationLookup(pool, log);
    const options = { pool, log, progress, ownEvents, isHalted: () => false, now: () => new Date(clock) };
    const commands = openCommandPath(options);
    const recorded = [
      ['2024-02-29T10:00:00.000Z', '2024-01-15', '1.00'],
      ['2024-02-29T23:59:59.999Z', '2024-02-20', '2.00'],
      ['2024-03-01T00:00:00.000Z', '2024-02-20', '4.00'],
      ['2024-03-20T08:00:00.000Z', '2024-02-21', '8.00'],
      ['2024-12-31T23:59:59.999Z', '2024-12-31', '16.00'],
      ['2025-01-01T00:00:00.000Z', '2025-01-01', '32.00'],
      ['2025-03-05T12:00:00.000Z', '2024-12-31', '64.00'],
      ['2025-03-06T12:00:00.000Z', '2025-02-01', '128.00'],
    ] as const;
    for (const [at, entry_date, amount] of recorded) {
      clock = at;
      const [[entryId], lineIds] = await Promise.all([ids.allocate('entries', 1), ids.allocate('entry_lines', 2)]);
      const lines = [buildLine('604000', amount, '0.00'), buildLine('440000', '0.00', amount)];
      const journal_id = books.file.journal('OD');
      const command = buildPostEntry({ entryId: entryId!, lineIds, journal_id, entry_date, lines });
      const outcome = await commands.execute('company', books.file.id, command, createSystemContext('test'));
      expect(outcome).to.have.property('recordedAt', at.replace('Z', '000Z'));
    }
    const spans = [
      ['2024-01-01', '2024-12-31'],
      ['2024-02-10', '2024-02-20'],
      ['2024-12-31', '2025-02-15'],
      ['2025-01-01', '2025-12-31'],
    ] as const;
    // The file was opened today: as if it, its years and its accounts had been there before its entries.
    const moved = async (by: string) => {
      for (const table of ['companies', 'fiscal_years', 'accounts'])
        await pool.query(`UPDATE read.${table} SET created_at = created_at + interval '${by}'`);
    };
    await moved('-4000 days');
    try {
      for (const days of spans)
        for (const [at] of recorded)
          for (const moment of [at, new Date(Date.parse(at) - 1).toISOString()])
            await expectRight(days, false, 10, moment);
    } finally {
      await moved('4000 days');
    }
  });

  it('equal it at every moment of the past, and after the first year is closed', async () => {
    await books.must(`/fiscal-years/${books.file.fiscalYearId}/close`);
    await fc.assert(
      fc.asyncProperty(question, fc.nat({ max: moments.length - 1 }), async ({ span: days, perPage }, index) => {
        await expectRight(days, false, perPage);
        await expectRight(days, true, perPage, moments[index]);
      }),
      { numRuns: 10, endOnFailure: true },
    );
    // The days around the closing, where what is carried begins.
    const ends = ['2024-12-30', '2024-12-31', '2025-01-01', getNextDay('2025-01-01')] as const;
    for (const from of ends)
      for (const to of ends.filter((end) => end >= from)) await expectRight([from, to], false, 40);
  });
});
