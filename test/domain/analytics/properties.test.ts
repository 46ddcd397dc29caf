import { expect } from 'chai';
import fc from 'fast-check';
import { distributeShares, type RequestedShare } from '../../../domain/analytics/allocation.ts';
import { companyFile, type CompanyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { EntryEvent, EntryLine } from '../../../domain/ledger/entry-events.ts';
import { add, isNegative, fromCents, sum, ZERO } from '../../../domain/money.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  findJournalId,
  buildLine,
  buildPostEntry,
  replay,
} from '../../support/company-file-samples.ts';
import { fileOf, invoiceLine, postInvoice, SUPPLIER } from '../ledger/documents.ts';
import { factsOf } from '../ledger/facts.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 100);

/** Three codes on each of two axes; third party, account and journal have defaults. */
const file = [
  ...['P1', 'P2', 'P3'].map((code, index) =>
    buildCreateRecord('analytic-codes', 101 + index, { axis: 'PROJECT', code, label: code }),
  ),
  ...['B1', 'B2', 'B3'].map((code, index) =>
    buildCreateRecord('analytic-codes', 111 + index, { axis: 'BRANCH', code, label: code }),
  ),
  ...[
    [
      'journals',
      findJournalId('ACH'),
      [
        ['B1', '33.33'],
        ['B2', '66.67'],
      ],
    ],
    [
      'journals',
      findJournalId('OD'),
      [
        ['B1', '14.29'],
        ['B2', '14.29'],
        ['B3', '71.42'],
      ],
    ],
    [
      'accounts',
      findAccountId('613200'),
      [
        ['P1', '0.01'],
        ['P2', '99.99'],
      ],
    ],
    [
      'third-parties',
      SUPPLIER,
      [
        ['P3', '50.00'],
        ['P1', '50.00'],
      ],
    ],
  ].map(([resource, id, shares]) => {
    const analytics = (shares as string[][]).map(([code, share]) => ({ code: code!, share: share! }));
    return {
      type: 'UpdateRecord',
      resource: resource as string,
      id: id as number,
      changes: { analytics },
      baseVersion: null,
    } as const;
  }),
].reduce<CompanyFile>((before, command) => replay(decided(command, before), before), fileOf('BE').file);

const amount = fc.oneof(fc.bigInt({ min: 1n, max: 60n }), fc.bigInt({ min: 1n, max: 99_999_999_999n })).map(fromCents);

/** Nothing, none, or codes of one axis or both: all of it by one code, in per cent, or by amounts that make the line. */
const wanted = fc.record({
  axes: fc.subarray(['P', 'B'] as const),
  isSaid: fc.boolean(),
  parts: fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 3 }),
  inPerCent: fc.boolean(),
});
type Wanted = typeof wanted extends fc.Arbitrary<infer One> ? One : never;

function sharesOf({ axes, isSaid, parts, inPerCent }: Wanted, whole: string): { analytics?: RequestedShare[] } {
  if (!isSaid) return {};
  const cents = inPerCent ? 10_000n : BigInt(whole.replace('.', ''));
  return {
    analytics: axes.flatMap((axis) => {
      let left = cents;
      return parts.map((part, index): RequestedShare => {
        const taken = index === parts.length - 1 ? left : (left * BigInt(part)) / 10_000n;
        left -= taken;
        const share = inPerCent ? fromCents(taken) : null;
        return { code: `${axis}${index + 1}`, code_id: null, share, amount: inPerCent ? null : fromCents(taken) };
      });
    }),
  };
}

const linesIn = (events: readonly DomainEvent[]): readonly EntryLine[] =>
  (events as readonly EntryEvent[]).flatMap((event) => (event.type === 'EntryPosted' ? event.data.lines : []));

/** What each axis has of a line is the line. */
function isWhole({ debit, credit, analytics = [] }: Pick<EntryLine, 'debit' | 'credit' | 'analytics'>): void {
  const axes = new Map<string, string[]>();
  for (const { axis, amount: of } of analytics) axes.set(axis, [...(axes.get(axis) ?? []), of]);
  for (const [axis, amounts] of axes) {
    expect(sum(amounts), axis).to.equal(add(debit, credit));
    expect(amounts.some(isNegative)).to.equal(false);
  }
}

describe('Analytic shares, whatever is posted', () => {
  it('always make the line to the cent, and none is less than nothing', () => {
    const cents = fc.oneof(fc.bigInt({ min: 0n, max: 50n }), fc.bigInt({ min: 0n, max: 99_999_999_999_999n }));
    const parts = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 12 }).map((some) =>
      some.map((part) =>
        Math.round(
          (part /
            Math.max(
              1,
              some.reduce((a, b) => a + b),
            )) *
            10_000,
        ),
      ),
    );
    fc.assert(
      fc.property(cents, parts, fc.boolean(), (booked, weights, inPerCent) => {
        const last = 10_000 - weights.slice(0, -1).reduce((a, b) => a + b, 0);
        const used = [...weights.slice(0, -1), last];
        fc.pre(last >= 0);
        const allotted = used.map((part, index) => ({
          code_id: index + 1,
          code: String(index),
          axis: 'A',
          ...(inPerCent ? { share: fromCents(BigInt(part)) } : { weight: fromCents(BigInt(part)) }),
        }));
        const whole = { code_id: 99, code: 'W', axis: 'B' };
        const shares = distributeShares([...allotted, whole], fromCents(booked));
        const onA = shares.filter(({ axis }) => axis === 'A').map(({ amount: of }) => of);
        expect(sum(onA)).to.equal(fromCents(booked));
        expect(onA.some(isNegative)).to.equal(false);
        expect(shares.at(-1)!.amount).to.equal(fromCents(booked));
      }),
    );
  });

  it('make every line that is posted, corrected and taken back, with what it says and what it inherits', () => {
    let told = 0;
    fc.assert(
      fc.property(amount, amount, wanted, wanted, fc.boolean(), fc.constantFrom('612400', '613200'), (...given) => {
        const [one, other, ofOne, ofOther, isInvoice, account] = given;
        const command = isInvoice
          ? postInvoice({
              lines: [
                invoiceLine(one, 'P-S-21', { account, ...sharesOf(ofOne, one) }),
                invoiceLine(other, 'P-S-21', sharesOf(ofOther, other)),
              ],
            })
          : buildPostEntry({
              lines: [
                buildLine(account, one, ZERO, sharesOf(ofOne, one)),
                buildLine('612400', other, ZERO, sharesOf(ofOther, other)),
                buildLine('700000', ZERO, add(one, other)),
              ],
            });
        const events = companyFile.decide(command, file);
        if (isRefusal(events)) throw new Error(JSON.stringify(events));
        const posted = linesIn(events);
        posted.forEach(isWhole);
        told += posted.filter(({ analytics = [] }) => analytics.length > 1).length;
        const after = replay(events, file);
        const [{ data: entry }] = events as unknown as [Extract<EntryEvent, { type: 'EntryPosted' }>];
        const facts = factsOf(entry, after);
        const [first] = entry.lines;
        const correction = companyFile.decide(
          {
            type: 'AmendEntry',
            facts,
            changes: {},
            baseVersion: null,
            allocations: [
              {
                line_id: first!.id,
                analytics: sharesOf({ ...ofOther, isSaid: true }, add(first!.debit, first!.credit)).analytics!,
                at: 'lines.0',
              },
            ],
          },
          after,
        );
        if (isRefusal(correction)) throw new Error(JSON.stringify(correction));
        for (const event of correction as readonly EntryEvent[])
          if (event.type === 'EntryLinesAllocated')
            for (const { line_id, analytics } of event.data.lines)
              isWhole({ ...entry.lines.find(({ id }) => id === line_id)!, analytics });
        const lineIds = entry.lines.map(({ id }) => id + 500_000);
        const reversal = companyFile.decide(
          {
            type: 'ReverseEntry',
            facts,
            entryId: 99,
            lineIds,
            letteringIds: lineIds,
            entry_date: null,
            label: null,
            today: '2026-04-01',
            baseVersion: null,
          },
          after,
        );
        if (isRefusal(reversal)) throw new Error(JSON.stringify(reversal));
        linesIn(reversal).forEach(isWhole);
      }),
      { numRuns: RUNS },
    );
    expect(told).to.be.above(RUNS);
  });
});
