import { expect } from 'chai';
import { companyFile, evolveUndoFacts, NO_UNDO_FACTS, type CompanyFile } from '../../../domain/company-file.ts';
import type { BalanceOf } from '../../../domain/recurring-entries/amounts.ts';
import { NO_FACTS } from '../../../domain/recurring-entries/occurrence.ts';
import { listNeededBalances, listPlannedOccurrences } from '../../../domain/recurring-entries/forecast.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { RecurringEvent } from '../../../domain/recurring-entries/recurring-events.ts';
import { recurringUndo } from '../../../domain/recurring-entries/undo.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  MARCH,
  buildPeriodLocked,
  replay,
} from '../../support/company-file-samples.ts';
import {
  after,
  books,
  confirm,
  content,
  create,
  datesPosted,
  entriesOf,
  fileWith,
  invoice,
  line,
  run,
  schedule,
  year2027,
} from './samples.ts';
import { NO_EARLIER_EVENTS } from '../../../domain/history/earlier.ts';

const refusalOf = (command: Parameters<typeof companyFile.decide>[0], file: ReturnType<typeof replay>) => {
  const decision = companyFile.decide(command, file);
  if (!isRefusal(decision)) throw new Error('It was not refused');
  return [decision.code, ...decision.problems.map(({ field, code }) => `${field}: ${code}`)];
};
const unlocked = { type: 'PeriodUnlocked', data: { fiscal_year_id: 10_000, period_id: MARCH, version: 3 } };

describe('A recurring entry', () => {
  it('is posted on each of its dates up to the day, and says so in the same append', () => {
    const { events } = after(fileWith(content()), run('2026-03-31'));
    expect(datesPosted(events)).to.deep.equal(['2026-01-31', '2026-02-28', '2026-03-31']);
    expect(entriesOf(events).map(({ label }) => label)).to.deep.equal(['Rent 2026-01', 'Rent 2026-02', 'Rent 2026-03']);
    const posted = events.at(-1) as Extract<RecurringEvent, { type: 'RecurringEntryPosted' }>;
    expect(posted.data).to.deep.include({ id: 1, version: 2, next_on: '2026-04-30' });
    expect(posted.data.course).to.deep.equal({ through: '2026-03-31', open: [], withdrawn: [] });
    expect(posted.data.occurrences.map(({ date, entry_id }) => [date, entry_id])).to.deep.equal([
      ['2026-01-31', 500],
      ['2026-02-28', 501],
      ['2026-03-31', 502],
    ]);
  });

  it('is never posted twice: not by the next run, nor when the clock goes back or far ahead', () => {
    const first = after(fileWith(content()), run('2026-03-31'));
    for (const until of ['2026-03-31', '2026-01-15', '2026-04-29'])
      expect(after(first.file, run(until)).events).to.deep.equal([]);
    expect(datesPosted(after(first.file, run('2026-06-01')).events)).to.deep.equal(['2026-04-30', '2026-05-31']);
  });

  it('passes over a locked period and makes up for it when it is open again', () => {
    const held = after(fileWith(content(), buildPeriodLocked(MARCH)), run('2026-04-30'));
    expect(datesPosted(held.events)).to.deep.equal(['2026-01-31', '2026-02-28', '2026-04-30']);
    expect(held.file.recurringEntries[1]!.course.open).to.deep.equal(['2026-03-31']);
    expect(after(held.file, run('2026-05-15')).events).to.deep.equal([]);
    const later = after(replay([unlocked], held.file), run('2026-05-15'));
    expect(datesPosted(later.events)).to.deep.equal(['2026-03-31']);
    expect(later.file.recurringEntries[1]!.course).to.deep.include({ through: '2026-04-30', open: [] });
  });

  it('waits for a fiscal year that is not open yet', () => {
    const file = after(fileWith(content()), run('2027-01-31')).file;
    expect(file.recurringEntries[1]!.course).to.deep.include({ through: '2026-12-31', open: [] });
    expect(datesPosted(after(replay([year2027], file), run('2027-01-31')).events)).to.deep.equal(['2027-01-31']);
  });

  it('posts what others need not wait for: the templates of a file, in the order of their dates', () => {
    const file = fileWith(content());
    const both = after(file, create(invoice({ schedule: schedule({ starts_on: '2026-01-15', month_end: false }) }), 2));
    const { events } = after(both.file, run('2026-02-28', { id: null }));
    expect(datesPosted(events)).to.deep.equal(['2026-01-15', '2026-01-31', '2026-02-15', '2026-02-28']);
    const [document] = entriesOf(events);
    expect(document).to.deep.include({ origin: 'invoice', due_date: '2026-02-14', reference: 'R-2026-01' });
    expect(document!.lines.at(-1)).to.deep.include({ credit: '605.00' });
    // One event tells of all of them, and taking it back leaves each date to whoever confirms it.
    const told = events.at(-1)! as Extract<RecurringEvent, { type: 'RecurringEntriesPosted' }>;
    expect(told.type).to.equal('RecurringEntriesPosted');
    expect(
      told.data.recurring_entries.map(({ id, occurrences, next_on }) => [id, occurrences.length, next_on]),
    ).to.deep.equal([
      [2, 2, '2026-03-15'],
      [1, 2, '2026-03-31'],
    ]);
    const rule = recurringUndo.RecurringEntriesPosted;
    if (!('revert' in rule)) throw new Error('A run can be taken back');
    const posted = events.reduce(companyFile.evolve, both.file);
    const undoing = {
      file: posted,
      facts: NO_UNDO_FACTS,
      together: events,
      only: null,
      today: '2026-03-01',
      earlier: NO_EARLIER_EVENTS,
      postedAgain: new Map<number, number>(),
      takeIds: () => [],
      evolve: (before: CompanyFile, event: DomainEvent) => companyFile.evolve(before, event),
      evolveFacts: evolveUndoFacts,
    };
    const undone = rule.revert(told.data, undoing) as readonly DomainEvent[];
    const file2 = undone.reduce(companyFile.evolve, posted);
    expect(Object.values(file2.recurringEntries).map(({ course }) => course.withdrawn)).to.deep.equal([
      ['2026-01-31', '2026-02-28'],
      ['2026-01-15', '2026-02-15'],
    ]);
    expect(datesPosted(after(file2, run('2026-02-28', { id: null })).events)).to.deep.equal([]);
  });

  it('gives up on a template that cannot be posted, and posts the others', () => {
    const off = {
      resource: 'accounts',
      id: findAccountId('610000'),
      version: 2,
      changes: { is_active: false },
      previous: {},
    };
    const file = fileWith(content());
    const other = content({}, [line('611000', { debit: '1.00' }), line('550000', { credit: '1.00' })]);
    const both = replay([{ type: 'RecordUpdated', data: off }], after(file, create(other, 2)).file);
    const { events } = after(both, run('2026-12-31', { id: null }));
    expect(new Set(entriesOf(events).map(({ total }) => total))).to.deep.equal(new Set(['1.00']));
    expect(datesPosted(events)).to.have.length(12);
  });

  it('posts nothing while it is switched off or in the recycle bin, and starts afresh when it is switched on', () => {
    const off = after(fileWith(content({ is_active: false })), run('2026-12-31'));
    expect(off.events).to.deep.equal([]);
    const changes = { type: 'ChangeRecurringEntry', id: 1, changes: { is_active: true }, credited: null } as const;
    const on = after(off.file, { ...changes, today: '2026-03-31', baseVersion: null });
    expect(datesPosted(after(on.file, run('2026-04-30')).events)).to.deep.equal(['2026-03-31', '2026-04-30']);
    const bin = after(on.file, { type: 'TrashRecurringEntry', id: 1, baseVersion: null });
    expect(after(bin.file, run('2026-04-30', { id: null })).events).to.deep.equal([]);
    expect(refusalOf(run('2026-04-30'), bin.file)[0]).to.equal('not_found');
  });

  it('follows a new schedule behind what it has posted', () => {
    const { file } = after(fileWith(content()), run('2026-03-31'));
    const moved = { schedule: schedule({ starts_on: '2026-01-10', month_end: false }) };
    const change = { type: 'ChangeRecurringEntry', id: 1, changes: moved, credited: null } as const;
    const { file: changed, events } = after(file, { ...change, today: '2026-04-01', baseVersion: null });
    expect((events[0]!.data as { next_on: string }).next_on).to.equal('2026-04-10');
    expect(datesPosted(after(changed, run('2026-05-10')).events)).to.deep.equal(['2026-04-10', '2026-05-10']);
  });
});

describe('A recurring entry that is proposed', () => {
  const file = fileWith(content({ mode: 'propose' }));

  it('is posted by whoever confirms its dates, all of them or none', () => {
    expect(after(file, run('2026-06-15')).events).to.deep.equal([]);
    const { events, file: confirmed } = after(file, confirm(['2026-03-31', '2026-01-31']));
    expect(datesPosted(events)).to.deep.equal(['2026-01-31', '2026-03-31']);
    expect(confirmed.recurringEntries[1]!.course).to.deep.include({ through: '2026-03-31', open: ['2026-02-28'] });
    expect(refusalOf(confirm(['2026-02-28', '2026-03-31', '2026-05-01', '2026-02-28']), confirmed)).to.deep.equal([
      undefined,
      'dates.1: occurrence_not_open',
      'dates.2: occurrence_not_open',
      'dates.3: occurrence_not_open',
    ]);
    expect(datesPosted(after(confirmed, confirm(['2026-02-28'])).events)).to.deep.equal(['2026-02-28']);
  });

  it('tells which of the dates is locked', () => {
    const locked = replay([buildPeriodLocked(MARCH)], file);
    expect(refusalOf(confirm(['2026-02-28', '2026-03-31']), locked)).to.deep.equal([
      'period_locked',
      'dates.1: period_locked',
    ]);
  });
});

describe('An accrual that comes again', () => {
  const accrual = content({ reverses_next_period: true }, [
    line('610000', { debit: '80.00' }),
    line('492000', { credit: '80.00' }),
  ]);

  it('is taken out of the books on the first day of the next period, by an entry of the same append', () => {
    const [entry, reversal, ...others] = entriesOf(after(fileWith(accrual), run('2026-01-31')).events);
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({ origin: 'accrual', entry_date: '2026-01-31' });
    expect(reversal).to.deep.include({
      origin: 'accrual_reversal',
      entry_date: '2026-02-01',
      accrual_entry_id: entry!.id,
    });
    expect(reversal!.lines.map(({ debit, credit }) => [debit, credit])).to.deep.equal([
      ['0.00', '80.00'],
      ['80.00', '0.00'],
    ]);
  });

  it('waits until the next period is there and open', () => {
    const december = fileWith({ ...accrual, schedule: schedule({ starts_on: '2026-12-31' }) });
    expect(after(december, run('2026-12-31')).events).to.deep.equal([]);
    expect(datesPosted(after(replay([year2027], december), run('2026-12-31')).events)).to.deep.equal([
      '2026-12-31',
      '2027-01-01',
    ]);
    const locked = fileWith(
      { ...accrual, schedule: schedule({ starts_on: '2026-02-28', count: 1 }) },
      buildPeriodLocked(MARCH),
    );
    expect(after(locked, run('2026-02-28')).events).to.deep.equal([]);
  });

  it('is a free entry without VAT', () => {
    expect(refusalOf(create(invoice({ reverses_next_period: true })), replay(books))).to.deep.equal([
      undefined,
      'reverses_next_period: recurring_reversal_of_document',
    ]);
  });
});

describe('Amounts of recurring entries', () => {
  const totals = (one: ReturnType<typeof content>, until: string, balanceOf: BalanceOf = () => undefined) =>
    entriesOf(after(replay([year2027], fileWith(one)), run(until, { facts: { ...NO_FACTS, balanceOf } })).events).map(
      ({ total }) => total,
    );

  it('are raised from a day on, each time on what was charged before', () => {
    const indexation = { percent: '2.50', from: '2026-03-01', every: 12 };
    const rent = content({}, [
      line('610000', { debit: '333.33', indexation }),
      line('611000', { debit: '333.33', indexation }),
      line('550000', { credit: '666.66', indexation }),
    ]);
    const charged = totals(rent, '2027-03-31');
    expect(charged.slice(0, 3)).to.deep.equal(['666.66', '666.66', '683.32']);
    expect(charged.at(-1)).to.equal('700.40');
    const once = content({}, [
      line('610000', { debit: '100.00', indexation: { ...indexation, every: null } }),
      line('550000', { credit: '100.00', indexation: { ...indexation, every: null } }),
    ]);
    expect(totals(once, '2027-03-31').at(-1)).to.equal('102.50');
  });

  it('are a part of what accounts come to, with what the same run has posted', () => {
    const formula = { accounts: ['610000'], fiscal_year: 'current', factor: '1/12' } as const;
    const share = content({}, [
      line('610000', { formula }),
      line('550000', { formula: { ...formula, factor: '-1/12' } }),
    ]);
    const asked: string[] = [];
    const balanceOf: BalanceOf = ({ account, until, cut_from }) => {
      asked.push(`${account} ${until} ${cut_from}`);
      return '1200.00';
    };
    expect(totals(share, '2026-02-28', balanceOf)).to.deep.equal(['100.00', '108.33']);
    expect(asked).to.include('610000 2026-01-31 2026-02-01');
    expect(listNeededBalances(fileWith(share), '2026-02-28').map(({ until }) => until)).to.deep.equal([
      '2026-01-31',
      '2026-02-28',
    ]);
    // Without the year before, or without an amount, nothing is posted.
    const previous = { ...formula, fiscal_year: 'previous' } as const;
    const of2025 = content({}, [
      line('610000', { formula: previous }),
      line('550000', { formula: { ...previous, factor: '-1/12' } }),
    ]);
    expect(totals(of2025, '2026-02-28', balanceOf)).to.deep.equal([]);
    expect(totals(of2025, '2027-01-31', balanceOf)).to.deep.equal(['100.00']);
    expect(totals(share, '2026-02-28', () => '0.00')).to.deep.equal([]);
  });

  it('are planned by account, posted or not', () => {
    const { file } = after(fileWith(invoice(), buildPeriodLocked(MARCH)), run('2026-01-31'));
    const planned = listPlannedOccurrences(file, { from: '2026-03-01', until: '2027-01-31' }, () => undefined);
    expect(planned.map(({ date }) => date)).to.include.members(['2026-03-31', '2026-12-31', '2027-01-31']);
    expect(planned).to.have.length(11);
    expect(planned[0]!.amounts).to.deep.include({ account_id: findAccountId('610000'), amount: '500.00' });
    expect(planned[0]!.amounts).to.deep.include({ account_id: findAccountId('440000'), amount: '-605.00' });
    const accrual = fileWith(content({ reverses_next_period: true }));
    const [first, ...others] = listPlannedOccurrences(
      accrual,
      { from: '2026-02-01', until: '2026-02-27' },
      () => undefined,
    );
    expect(others).to.deep.equal([]);
    expect(first).to.deep.include({ date: '2026-02-01', is_reversal: true });
    expect(first!.amounts).to.deep.include({ account_id: findAccountId('610000'), amount: '-1000.00' });
  });

  it('are planned by the codes that their lines name', () => {
    const code = buildCreateRecord('analytic-codes', 901, { axis: 'PROJECT', code: 'P1', label: 'Offices' });
    const told = { analytics: [{ code: 'P1', code_id: null }] };
    const lines = [line('610000', { debit: '1000.00', ...told }), line('550000', { credit: '1000.00' })];
    const file = fileWith(content({ reverses_next_period: true }, lines), ...decided(code, replay(books)));
    const planned = listPlannedOccurrences(file, { from: '2026-01-01', until: '2026-02-27' }, () => undefined);
    expect(planned.map(({ date, coded }) => [date, ...coded])).to.deep.equal([
      ['2026-01-31', { account_id: findAccountId('610000'), code_id: 901, amount: '1000.00' }],
      ['2026-02-01', { account_id: findAccountId('610000'), code_id: 901, amount: '-1000.00' }],
    ]);
  });
});

describe('A template', () => {
  const refused = (one: ReturnType<typeof content>) => refusalOf(create(one), replay(books)).slice(1);

  it('is refused where its route would refuse it, each problem at its place', () => {
    const unbalanced = content({}, [line('610000', { debit: '1.00' }), line('999999', { credit: '2.00' })]);
    expect(refused(unbalanced)).to.deep.equal([
      'template.lines.1.account: account_unknown',
      'template.lines: entry_unbalanced',
    ]);
    expect(refused(invoice({ template: { ...invoice().template, third_party_id: 99 } }))).to.deep.equal([
      'template.third_party_id: third_party_unknown',
    ]);
  });

  it('has amounts from one source', () => {
    const formula = { accounts: ['99'], fiscal_year: 'previous', factor: '0' } as const;
    const lines = [line('610000', { debit: '1.00', formula }), line('550000', { credit: '1.00' })];
    expect(refused(content({}, lines))).to.include.members([
      'template.lines.0.formula: recurring_amount_twice',
      'template.lines.0.formula.factor: formula_factor_invalid',
      'template.lines.0.formula.accounts.0: account_unknown',
    ]);
  });

  it('has dates, and none before the books', () => {
    const dated = (changes: Parameters<typeof schedule>[0]) => refused(content({ schedule: schedule(changes) }));
    expect(dated({ starts_on: '2025-12-31' })).to.deep.equal(['schedule.starts_on: date_outside_fiscal_years']);
    expect(dated({ unit: 'week' })).to.deep.equal(['schedule.month_end: schedule_month_end_of_days']);
    expect(dated({ until: '2026-01-01' })).to.deep.equal(['schedule.until: schedule_ends_before_start']);
    expect(dated({ starts_on: '2026-01-10', until: '2026-01-20' })).to.deep.equal([
      'schedule.until: schedule_without_dates',
    ]);
  });

  it('keeps what it names from being deleted', () => {
    const file = fileWith(invoice());
    for (const [resource, id] of [
      ['accounts', findAccountId('610000')],
      ['journals', invoice().template.journal_id],
      ['third-parties', 7],
    ] as const)
      expect(refusalOf({ type: 'TrashRecord', resource, id, baseVersion: null }, file)[0]).to.equal('in_use');
  });
});
