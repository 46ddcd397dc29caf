import { expect } from 'chai';
import type { RequestedShare } from '../../../domain/analytics/allocation.ts';
import { companyFile, type CompanyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import type { AmendEntry } from '../../../domain/ledger/amendment.ts';
import type { EntryLine, PostedEntry } from '../../../domain/ledger/entry-events.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  findJournalId,
  buildLine,
  MARCH,
  buildPeriodLocked,
  buildPostEntry,
  replay,
  findVatCodeId,
} from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';
import { fileOf, invoiceLine, postInvoice, SUPPLIER } from '../ledger/documents.ts';
import { factsOf } from '../ledger/facts.ts';

const given = givenFor(companyFile);
const belgium = fileOf('BE');

/** Two projects and two branches; one project ends in February, one is no longer used. */
const CODES = [
  { axis: 'PROJECT', code: 'P1', label: 'Offices' },
  { axis: 'PROJECT', code: 'P2', label: 'Workshop' },
  { axis: 'BRANCH', code: 'B1', label: 'Brussels' },
  { axis: 'BRANCH', code: 'B2', label: 'Liège' },
  { axis: 'PROJECT', code: 'OLD', label: 'Ended', valid_until: '2026-02-28' },
  { axis: 'PROJECT', code: 'OFF', label: 'Not used', is_active: false },
];
const idOf = (code: string): number => 101 + CODES.findIndex((one) => one.code === code);

function after(file: CompanyFile, ...commands: readonly Parameters<typeof decided>[0][]): DomainEvent[] {
  const events: DomainEvent[] = [];
  for (const command of commands) events.push(...decided(command, replay(events, file)));
  return events;
}

const coded = after(belgium.file, ...CODES.map((data) => buildCreateRecord('analytic-codes', idOf(data.code), data)));
const history = [...belgium.events, ...coded];
const file = replay(coded, belgium.file);

const share = (code: string, percentage: string | null = null, changes: Partial<RequestedShare> = {}) => ({
  code,
  code_id: null,
  share: percentage,
  amount: null,
  ...changes,
});
const amount = (code: string, of: string): RequestedShare => share(code, null, { amount: of });
const entry = (...analytics: readonly RequestedShare[]) =>
  buildPostEntry({
    lines: [buildLine('612400', '100.00', '0.00', { analytics }), buildLine('570000', '0.00', '100.00')],
  });
const postedBy = (events: readonly DomainEvent[]): PostedEntry =>
  events.find(({ type }) => type === 'EntryPosted')!.data as unknown as PostedEntry;
const told = ({ analytics = [] }: EntryLine): string[] =>
  analytics.map(({ axis, code, share: part = '-', amount: of }) => `${axis} ${code} ${part} ${of}`);
const toldBy = (command: Parameters<typeof decided>[0], at = file): string[][] =>
  postedBy(decided(command, at)).lines.map(told);
const wrong = (analytics: readonly RequestedShare[], ...problems: readonly (readonly [string, string])[]) =>
  given(history)
    .when(entry(...analytics))
    .then(refusedAt(...problems.map(([field, code]) => [`lines.0.analytics${field}`, code] as const)));

describe('analytic shares of a line', () => {
  it('make the line on each axis, in per cent, by amounts, or by one code alone', () => {
    const shares = [share('P1', '33.33'), amount('B1', '25.00'), share('P2', '66.67'), amount('B2', '75.00')];
    expect(toldBy(entry(...shares))).to.deep.equal([
      ['PROJECT P1 33.33 33.33', 'BRANCH B1 - 25.00', 'PROJECT P2 66.67 66.67', 'BRANCH B2 - 75.00'],
      [],
    ]);
    expect(toldBy(entry(share('B1')))).to.deep.equal([['BRANCH B1 - 100.00'], []]);
    const shown = { code_id: idOf('P1'), axis: 'PROJECT', amount: '100.00' };
    expect(toldBy(entry(share('P1', '100.00', shown)))).to.deep.equal([['PROJECT P1 100.00 100.00'], []]);
  });

  it('are refused where they do not, where a code is none or not to be used, and where it is named twice', () => {
    wrong([share('P1', '50.00'), share('P2', '40.00')], ['', 'analytic_shares_not_whole']);
    wrong([amount('P1', '50.00'), amount('P2', '40.00')], ['', 'analytic_amounts_not_line']);
    wrong([amount('P1', '150.00'), amount('P2', '-50.00')], ['.1.amount', 'analytic_amount_of_other_sign']);
    wrong([share('P1', '50.00'), amount('P2', '50.00')], ['', 'analytic_mixed']);
    wrong([share('P1', '50.00'), share('P2')], ['.1.share', 'required']);
    wrong([share('P1', '50.00'), share('P1', '50.00')], ['.1.code', 'analytic_code_repeated']);
    wrong([share('XX')], ['.0.code', 'analytic_code_unknown']);
    wrong([share('P1', null, { code_id: 999 })], ['.0.code_id', 'analytic_code_unknown']);
    wrong([share('P1', null, { code_id: idOf('P2') })], ['.0.code', 'analytic_code_contradicts']);
    wrong([share('P1', null, { axis: 'BRANCH' })], ['.0.axis', 'analytic_code_contradicts']);
    wrong([share('P1', '100.00', { amount: '99.00' })], ['.0.amount', 'analytic_amount_contradicts']);
    wrong([share('OLD'), share('B1')], ['.0.code', 'analytic_code_not_valid']);
    wrong([share('OFF')], ['.0.code', 'analytic_code_inactive']);
    wrong([{ code: null, code_id: null, share: null, amount: null }], ['.0.code', 'required']);
  });

  it('of invoices take tax that is not deducted along, in their proportion, and only costs and income have any', () => {
    const analytics = [amount('P1', '30.00'), amount('P2', '70.00')];
    const half = {
      type: 'UpdateRecord',
      resource: 'vat-codes',
      id: findVatCodeId('P-S-21', file),
      baseVersion: null,
    } as const;
    const at = replay(after(file, { ...half, changes: { deductible_rate: '0.00' } }), file);
    const { lines: booked } = postedBy(
      decided(postInvoice({ lines: [invoiceLine('100.00', 'P-S-21', { analytics })] }), at),
    );
    expect(booked[0]!.debit).to.equal('121.00');
    expect(booked.map(told)).to.deep.equal([['PROJECT P1 - 36.30', 'PROJECT P2 - 84.70'], []]);
  });
});

describe('analytic defaults', () => {
  const defaults = (resource: string, id: number, analytics: readonly JsonRecord[]) =>
    ({ type: 'UpdateRecord', resource, id, changes: { analytics }, baseVersion: null }) as const;
  const withDefaults = replay(
    after(
      file,
      defaults('journals', findJournalId('OD'), [{ code: 'P1' }, { code: 'B1', share: '100.00' }]),
      defaults('accounts', findAccountId('612400'), [
        { code: 'P1', share: '50.00' },
        { code_id: idOf('P2'), share: '50.00' },
      ]),
      defaults('third-parties', SUPPLIER, [{ code: 'B2' }]),
    ),
    file,
  );

  it('count by axis: what the line says, then the third party, the account and the journal', () => {
    expect(toldBy(buildPostEntry(), withDefaults)).to.deep.equal([
      ['PROJECT P1 50.00 50.00', 'PROJECT P2 50.00 50.00', 'BRANCH B1 100.00 100.00'],
      [],
    ]);
    expect(toldBy(entry(share('P1')), withDefaults)).to.deep.equal([
      ['PROJECT P1 - 100.00', 'BRANCH B1 100.00 100.00'],
      [],
    ]);
    const party = buildPostEntry({
      lines: [buildLine('613200', '10.00', '0.00', { third_party_id: SUPPLIER }), buildLine('570000', '0.00', '10.00')],
    });
    expect(toldBy(party, withDefaults)).to.deep.equal([['BRANCH B2 100.00 10.00', 'PROJECT P1 100.00 10.00'], []]);
  });

  it('are none where the line wants none, and pass over codes that are no longer used', () => {
    expect(toldBy(entry(), withDefaults)).to.deep.equal([[], []]);
    for (const at of [belgium.file, withDefaults])
      expect(postedBy(decided(entry(), at)).lines[0]).to.not.have.property('analytics');
    const off = { type: 'UpdateRecord', resource: 'analytic-codes', id: idOf('P2'), baseVersion: null } as const;
    const left = replay(after(withDefaults, { ...off, changes: { is_active: false } }), withDefaults);
    expect(toldBy(buildPostEntry(), left)).to.deep.equal([['PROJECT P1 100.00 100.00', 'BRANCH B1 100.00 100.00'], []]);
  });

  it('must make a whole on each axis, of codes that are there', () => {
    const set = (...analytics: readonly JsonRecord[]) =>
      given(history).when(defaults('accounts', findAccountId('612400'), analytics));
    set({ code: 'P1', share: '50.00' }, { code: 'B1', share: '100.00' }).then(
      refusedAt(['analytics', 'analytic_shares_not_whole']),
    );
    set({ code: 'XX' }).then(refusedAt(['analytics.0.code', 'analytic_code_unknown']));
    set({ code_id: 999 }).then(refusedAt(['analytics.0.code_id', 'reference_unknown']));
    set({ code: 'P1', share: '50.00' }, { code: 'P1', share: '50.00' }).then(
      refusedAt(['analytics.1.code_id', 'analytic_code_repeated']),
    );
    set({ code: 'P1', share: '50.00' }, { code: 'P2' }).then(refusedAt(['analytics.1.share', 'required']));
  });

  it('keep their codes from being deleted', () => {
    const trash = { type: 'TrashRecord', resource: 'analytic-codes', id: idOf('B2'), baseVersion: null } as const;
    given(history, after(file, defaults('third-parties', SUPPLIER, [{ code: 'B2' }])))
      .when(trash)
      .then(refused('in_use', { field: 'id', facts: { used_by: [{ resource: 'third-parties', count: 1 }] } }));
  });
});

describe('analytic axes that accounts require', () => {
  const requiring = (...required: readonly JsonRecord[]) =>
    ({ type: 'ChangeCompanySettings', changes: { 'analytics.required': required }, baseVersion: null }) as const;
  const required = after(file, requiring({ axis: 'PROJECT', account_prefix: '61' }));

  it('are missed on lines of free entries and invoices that neither say nor inherit them', () => {
    given(history, required)
      .when(buildPostEntry())
      .then(refusedAt(['lines.0.analytics', 'analytic_required']));
    given(history, required)
      .when(entry(share('B1')))
      .then(refusedAt(['lines.0.analytics', 'analytic_required']));
    expect(given(history, required).when(entry(share('P1'))).events).to.have.length(1);
    const other = [buildLine('600000', '100.00', '0.00'), buildLine('570000', '0.00', '100.00')];
    expect(given(history, required).when(buildPostEntry({ lines: other })).events).to.have.length(1);
  });

  it('must be axes of codes that are there, each named once', () => {
    given(history)
      .when(requiring({ axis: 'SHIP', account_prefix: '6' }))
      .then(refusedAt(['analytics.required.0.axis', 'analytic_axis_unknown']));
    const twice = { axis: 'PROJECT', account_prefix: '6' };
    given(history)
      .when(requiring(twice, twice))
      .then(refusedAt(['analytics.required.1.axis', 'analytic_required_repeated']));
  });
});

describe('analytic codes of a posted line', () => {
  const posted = decided(entry(share('P1')), file);
  const facts = factsOf(postedBy(posted), replay(posted, file));
  const allocate = (analytics: readonly RequestedShare[], changes: Partial<AmendEntry> = {}): AmendEntry => ({
    type: 'AmendEntry',
    facts,
    changes: {},
    baseVersion: null,
    allocations: [{ line_id: facts.lines[0]!.id, analytics, at: 'lines.0' }],
    ...changes,
  });
  const shareOf = (code: string, axis: string) => ({ code_id: idOf(code), code, axis, amount: '100.00' });

  it('are changed by an event that says what they were, and the entry stays', () => {
    const at = { line_id: facts.lines[0]!.id, line_number: 1 };
    given(history, posted)
      .when(allocate([share('B2')], { changes: { label: 'Armoire' } }))
      .then([
        {
          type: 'EntryAmended',
          data: { id: 1, version: 2, changes: { label: 'Armoire' }, previous: { label: 'Fournitures' } },
        },
        {
          type: 'EntryLinesAllocated',
          data: {
            id: 1,
            version: 3,
            lines: [{ ...at, analytics: [shareOf('B2', 'BRANCH')] }],
            previous: [{ ...at, analytics: [shareOf('P1', 'PROJECT')] }],
          },
        },
      ]);
    given(history, posted)
      .when(allocate([share('P1')]))
      .then([]);
  });

  it('stay where the period is locked, where the line is none, and where something is wrong with them', () => {
    given(history, posted, buildPeriodLocked(MARCH))
      .when(allocate([]))
      .then({ ...refused('period_locked', { field: 'lines', facts: { reason: 'period_locked' } }) });
    given(history, posted, buildPeriodLocked(MARCH))
      .when(allocate([share('P1')]))
      .then([]);
    given(history, posted)
      .when(allocate([], { allocations: [{ line_id: 5, analytics: null, at: 'lines.0' }] }))
      .then(refusedAt(['lines.0.id', 'line_unknown']));
    given(history, posted)
      .when(allocate([share('OLD')]))
      .then(refusedAt(['lines.0.analytics.0.code', 'analytic_code_not_valid']));
  });

  it('are counted: a code is in use as long as a line is told by it', () => {
    const trash = { type: 'TrashRecord', resource: 'analytic-codes', id: idOf('P1'), baseVersion: null } as const;
    given(history, posted)
      .when(trash)
      .then(refused('in_use', { field: 'id', facts: { used_by: [{ resource: 'entries', count: null }] } }));
    const moved = decided(allocate([share('P2')]), replay(posted, file));
    expect(given(history, posted, moved).when(trash).events).to.have.length(1);
  });

  it('go along with what takes the entry back', () => {
    const command = {
      type: 'ReverseEntry',
      facts,
      entryId: 2,
      lineIds: [21, 22],
      letteringIds: [],
      entry_date: null,
      label: null,
      today: '2026-04-01',
      baseVersion: null,
    } as const;
    expect(toldBy(command, replay(posted, file))).to.deep.equal([['PROJECT P1 - 100.00'], []]);
  });
});
