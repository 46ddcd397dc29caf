import { expect } from 'chai';
import { companyFile, type CompanyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { PostedEntry } from '../../../domain/ledger/entry-events.ts';
import { decideAutomatic, selectFittingMatches, proposeMatches } from '../../../domain/lettering/automatic.ts';
import type { Lettering } from '../../../domain/lettering/lettering-events.ts';
import { allocateSmallerSide, type LetterLines, type LineToLetter } from '../../../domain/lettering/lettering.ts';
import { formatLetteringCode } from '../../../domain/lettering/state.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  findJournalId,
  openedEvents,
  openedFile,
  replay,
} from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';
import { on, openLine } from './samples.ts';

const given = givenFor(companyFile);

const settings = (changes: Readonly<Record<string, unknown>>): DomainEvent => ({
  type: 'CompanySettingsChanged',
  data: { version: 2, changes: changes as never, previous: {} },
});
const allowing = (most: string) => settings({ 'auto_entries.reconciliation_difference.max_amount': most });

function letter(lines: readonly LineToLetter[], changes: Partial<LetterLines> = {}): LetterLines {
  return {
    type: 'LetterLines',
    line_ids: lines.map(({ line_id }) => line_id),
    lines,
    partial: false,
    entry_date: null,
    journal_id: null,
    label: null,
    letteringId: 900,
    writeOffIds: { entryId: 901, lineIds: [902, 903] },
    ...changes,
  };
}

const letteringsIn = (events: readonly DomainEvent[]): Lettering[] =>
  events.flatMap(({ type, data }) => (type === 'LinesLettered' ? (data['letterings'] as unknown as Lettering[]) : []));
const entriesIn = (events: readonly DomainEvent[]): PostedEntry[] =>
  events.flatMap(({ type, data }) => (type === 'EntryPosted' ? [data as unknown as PostedEntry] : []));

describe('lettering lines by hand', () => {
  it('settles lines that balance, from the latest of their dates on', () => {
    const [invoice, payment] = [on('01-10', '121.00'), on('02-15', '-121.00')];
    given(openedEvents)
      .when(letter([invoice, payment]))
      .then([
        {
          type: 'LinesLettered',
          data: {
            letterings: [
              {
                id: 900,
                code: 'AAA',
                origin: 'manual',
                account_id: findAccountId('400000'),
                third_party_id: 7,
                settled_on: '2026-02-15',
                lines: [
                  { line_id: invoice.line_id, entry_id: invoice.entry_id, line_number: 1, amount: '121.00' },
                  { line_id: payment.line_id, entry_id: payment.entry_id, line_number: 1, amount: '-121.00' },
                ],
              },
            ],
          },
        },
      ]);
  });

  it('goes on with the letters, also behind letterings that were undone', () => {
    const first = given(openedEvents).when(letter([openLine('1.00'), openLine('-1.00')])).events;
    const undone: DomainEvent = {
      type: 'LinesUnlettered',
      data: { letterings: [{ id: 900, version: 2, lines: letteringsIn(first)[0]!.lines as never }] },
    };
    const { events } = given(openedEvents, first, undone).when(letter([openLine('2.00'), openLine('-2.00')]));
    expect(letteringsIn(events)[0]!.code).to.equal('AAB');
    expect([1, 26, 27, 17_576, 17_577].map(formatLetteringCode)).to.deep.equal(['AAA', 'AAZ', 'ABA', 'ZZZ', 'AAAA']);
  });

  it('tells everything that is wrong with the lines, each at its place', () => {
    const [first, again] = [openLine('1.00'), openLine('2.00')];
    const others = {
      settled: openLine('0.00'),
      carried: openLine('3.00', { isItem: false }),
      account: openLine('-1.00', { account_id: findAccountId('440000') }),
      party: openLine('-1.00', { third_party_id: 8 }),
      nobody: openLine('-1.00', { third_party_id: null }),
      expense: openLine('-1.00', { account_id: findAccountId('612400') }),
    };
    const lines = [first, again, ...Object.values(others)];
    const line_ids = [
      first.line_id,
      999_999,
      again.line_id,
      again.line_id,
      ...Object.values(others).map(({ line_id }) => line_id),
    ];
    given(openedEvents)
      .when(letter(lines, { line_ids }))
      .then(
        refusedAt(
          ['line_ids.1', 'line_unknown'],
          ['line_ids.3', 'line_repeated'],
          ['line_ids.4', 'line_settled'],
          ['line_ids.5', 'line_not_letterable'],
          ['line_ids.6', 'line_of_another_account'],
          ['line_ids.7', 'line_of_another_third_party'],
          ['line_ids.8', 'line_of_another_third_party'],
          ['line_ids.9', 'account_not_letterable'],
        ),
      );
  });

  it('refuses what does not balance, and says by how much', () => {
    const lines = [openLine('100.00'), openLine('-99.99')];
    given(openedEvents)
      .when(letter(lines))
      .then(refused('lettering_unbalanced', { field: 'line_ids', facts: { difference: '0.01' } }));
    given(openedEvents, allowing('0.05'))
      .when(letter([openLine('100.00'), openLine('-100.06')]))
      .then(refused('lettering_unbalanced', { field: 'line_ids', facts: { difference: '-0.06' } }));
  });

  describe('with a small difference', () => {
    const allowed = [...openedEvents, allowing('0.05')];
    const { settings: initial } = openedFile.identity;
    const expense = initial['auto_entries.reconciliation_difference.expense_account'] as string;
    const income = initial['auto_entries.reconciliation_difference.income_account'] as string;

    it('takes it to expenses when too little was paid to us', () => {
      const lines = [on('01-10', '100.00'), on('02-15', '-99.95')];
      const { events } = given(allowed).when(letter(lines));
      expect(events.map(({ type }) => type)).to.deep.equal(['EntryPosted', 'LinesLettered']);
      const [entry] = entriesIn(events);
      expect(entry).to.deep.include({
        id: 901,
        journal_id: findJournalId('OD'),
        entry_date: '2026-02-15',
        origin: 'lettering_difference',
        label: 'Différence de règlement AAA',
        third_party_id: 7,
        number: 1,
        total: '0.05',
      });
      expect(
        entry!.lines.map(({ account_id, debit, credit, third_party_id }) => [
          account_id,
          debit,
          credit,
          third_party_id,
        ]),
      ).to.deep.equal([
        [findAccountId('400000'), '0.00', '0.05', 7],
        [findAccountId(expense), '0.05', '0.00', null],
      ]);
      const [lettering] = letteringsIn(events);
      expect(lettering).to.include({ difference_entry_id: 901, settled_on: '2026-02-15' });
      expect(lettering!.lines.map(({ amount }) => amount)).to.deep.equal(['100.00', '-99.95', '-0.05']);
      expect(lettering!.lines[2]).to.deep.equal({ line_id: 902, entry_id: 901, line_number: 1, amount: '-0.05' });
    });

    it('takes it to income when too much was paid to us', () => {
      const { events } = given(allowed).when(letter([openLine('100.00'), openLine('-100.05')]));
      expect(
        entriesIn(events)[0]!.lines.map(({ account_id, debit, credit }) => [account_id, debit, credit]),
      ).to.deep.equal([
        [findAccountId('400000'), '0.05', '0.00'],
        [findAccountId(income), '0.00', '0.05'],
      ]);
    });

    it('goes where it is told: date, journal and label', () => {
      const journal = buildCreateRecord('journals', 77, { code: 'DIF', label: 'Différences', type: 'miscellaneous' });
      const history = [...allowed, ...decided(journal, replay(allowed))];
      const { events } = given(history).when(
        letter([on('01-10', '100.00'), on('02-15', '-99.95')], {
          entry_date: '2026-03-31',
          journal_id: 77,
          label: 'Arrondi',
        }),
      );
      expect(entriesIn(events)[0]).to.include({ entry_date: '2026-03-31', journal_id: 77, label: 'Arrondi' });
      expect(letteringsIn(events)[0]!.settled_on).to.equal('2026-03-31');
    });

    const lockFebruary: DomainEvent = (() => {
      const year = openedFile.fiscalYears[0]!;
      return decided(
        { type: 'LockPeriod', id: year.id, periodId: year.periods[1]!.id, baseVersion: null },
        openedFile,
      )[0]!;
    })();

    it('is refused in a locked period, and posted in an open one instead', () => {
      const lines = [on('01-10', '100.00'), on('02-15', '-99.95')];
      const { decision } = given(allowed, lockFebruary).when(letter(lines));
      expect(decision).to.deep.include({ code: 'period_locked', facts: { reason: 'period_locked' } });
      const { events } = given(allowed, lockFebruary).when(letter(lines, { entry_date: '2026-03-01' }));
      expect(entriesIn(events)[0]!.entry_date).to.equal('2026-03-01');
    });

    it('needs nothing of a period when there is none', () => {
      const { events } = given(allowed, lockFebruary).when(letter([on('02-01', '1.00'), on('02-15', '-1.00')]));
      expect(letteringsIn(events)).to.have.length(1);
    });

    it('is refused outside fiscal years, in a journal of another kind, and without an account', () => {
      const lines = [openLine('100.00'), openLine('-99.95')];
      given(allowed)
        .when(letter(lines, { entry_date: '2031-01-01' }))
        .then(refusedAt(['entry_date', 'date_outside_fiscal_years']));
      given(allowed)
        .when(letter(lines, { journal_id: 999_999 }))
        .then(refusedAt(['journal_id', 'journal_unknown']));
      given(allowed)
        .when(letter(lines, { journal_id: findJournalId('ACH') }))
        .then(refusedAt(['journal_id', 'journal_not_miscellaneous']));
      given(allowed, settings({ 'auto_entries.reconciliation_difference.expense_account': null }))
        .when(letter(lines))
        .then(refusedAt(['line_ids', 'difference_account_missing']));
    });

    it('names an unknown journal also when it is not needed', () => {
      given(allowed)
        .when(letter([openLine('1.00'), openLine('-1.00')], { journal_id: 999_999 }))
        .then(refusedAt(['journal_id', 'journal_unknown']));
    });
  });

  describe('in part', () => {
    const amounts = (lines: readonly LineToLetter[]): [number, string][] =>
      allocateSmallerSide(lines)!.map(({ line, amount }) => [lines.indexOf(line as LineToLetter), amount]);

    it('settles the smaller side in full and the other by due date', () => {
      const lines = [
        on('01-10', '80.00', { due_date: '2026-03-31' }),
        on('01-20', '50.00', { due_date: '2026-02-28' }),
        on('01-30', '30.00', { due_date: '2026-04-30' }),
        on('02-15', '-100.00'),
      ];
      expect(amounts(lines)).to.deep.equal([
        [1, '50.00'],
        [0, '50.00'],
        [3, '-100.00'],
      ]);
      const { events } = given(openedEvents).when(letter(lines, { partial: true }));
      expect(letteringsIn(events)[0]!.lines.map(({ amount }) => amount)).to.deep.equal(['50.00', '50.00', '-100.00']);
      expect(letteringsIn(events)[0]!.settled_on).to.equal('2026-02-15');
    });

    it('leaves the rest of a payment open', () => {
      expect(amounts([on('01-10', '30.00'), on('02-15', '-100.00')])).to.deep.equal([
        [0, '30.00'],
        [1, '-30.00'],
      ]);
    });

    it('posts no difference, however small', () => {
      const { events } = given(openedEvents, allowing('0.05')).when(
        letter([openLine('100.00'), openLine('-99.95')], { partial: true }),
      );
      expect(events.map(({ type }) => type)).to.deep.equal(['LinesLettered']);
    });

    it('is refused when nothing stands against the lines', () => {
      given(openedEvents)
        .when(letter([openLine('1.00'), openLine('2.00')], { partial: true }))
        .then(refused('lettering_one_sided', { field: 'line_ids' }));
    });
  });
});

describe('automatic lettering', () => {
  const COMMUNICATION = '+++010/8068/17183+++';
  const differing = (third_party_id: number) => [
    on('01-10', '100.00', { third_party_id, references: [COMMUNICATION] }),
    on('02-15', '-99.97', { third_party_id, labels: [COMMUNICATION] }),
  ];
  const apply = (file: CompanyFile, lines: readonly LineToLetter[]): readonly DomainEvent[] => {
    const { matches } = proposeMatches(lines, 6, file);
    const writeOffIds = matches.map((_, index) => ({
      entryId: 500 + index,
      lineIds: [600 + 2 * index, 601 + 2 * index] as const,
    }));
    const command = {
      type: 'LetterAutomatically',
      matches,
      letteringIds: matches.map((_, index) => 700 + index),
      writeOffIds,
    } as const;
    const decision = decideAutomatic(command, file);
    if (isRefusal(decision)) throw new Error(JSON.stringify(decision));
    return decision;
  };

  it('writes small differences off where the lines say that they belong together, numbered one after another', () => {
    const file = replay([...openedEvents, allowing('0.05')]);
    const events = apply(file, [...differing(7), ...differing(8), on('01-10', '5.00'), on('01-11', '-5.00')]);
    expect(entriesIn(events).map(({ id, number }) => [id, number])).to.deep.equal([
      [500, 1],
      [501, 2],
    ]);
    const letterings = letteringsIn(events);
    expect(
      letterings.map(({ code, reason, difference_entry_id }) => [code, reason, difference_entry_id]),
    ).to.deep.equal([
      ['AAA', 'structured_communication', 500],
      ['AAB', 'amount', undefined],
      ['AAC', 'structured_communication', 501],
    ]);
    expect(letterings.every(({ origin }) => origin === 'automatic')).to.equal(true);
    expect(replay(events, file).lettering.count).to.equal(3);
  });

  it('leaves a difference alone that is too large, or that could not be posted', () => {
    const shut = openedFile.fiscalYears[0]!.periods.map(
      (period) =>
        decided(
          { type: 'LockPeriod', id: openedFile.fiscalYears[0]!.id, periodId: period.id, baseVersion: null },
          openedFile,
        )[0]!,
    );
    for (const file of [
      openedFile,
      replay([...openedEvents, allowing('0.02')]),
      replay([...openedEvents, allowing('0.05'), shut[1]!]),
    ])
      expect(proposeMatches(differing(7), 6, file).matches).to.deep.equal([]);
    expect(
      proposeMatches(differing(7), 6, replay([...openedEvents, allowing('0.03'), shut[0]!])).matches,
    ).to.have.length(1);
  });

  it('does nothing when nothing is found', () => {
    expect(apply(openedFile, [openLine('1.00')])).to.deep.equal([]);
  });

  it('makes many letterings into events of a bounded size, in order', () => {
    const lines = Array.from({ length: 1_200 }, (_, index) => [
      on('01-10', `${index + 1}.00`, { third_party_id: index + 1 }),
      on('01-11', `-${index + 1}.00`, { third_party_id: index + 1 }),
    ]).flat();
    const events = apply(openedFile, lines);
    expect(events.length).to.be.within(3, 12);
    for (const event of events) expect(JSON.stringify(event).length).to.be.below(70_000);
    expect(letteringsIn(events).map(({ id }) => id)).to.deep.equal(
      Array.from({ length: 1_200 }, (_, index) => 700 + index),
    );
  });

  it('takes as many as an append holds, and one at least', () => {
    const lines = Array.from({ length: 100 }, (_, index) => [
      on('01-10', '1.00', { third_party_id: index + 1 }),
      on('01-11', '-1.00', { third_party_id: index + 1 }),
    ]).flat();
    const { matches } = proposeMatches(lines, 6, openedFile);
    expect(selectFittingMatches(matches, 1_000_000)).to.deep.equal(matches);
    expect(selectFittingMatches(matches, 10)).to.deep.equal(matches.slice(0, 1));
    const some = selectFittingMatches(matches, 20_000);
    expect(some.length).to.be.within(10, 60);
    const letteringIds = some.map((_, index) => 999_000_000 + index);
    const events = decideAutomatic(
      { type: 'LetterAutomatically', matches: some, letteringIds, writeOffIds: [] },
      openedFile,
    );
    expect(JSON.stringify(events).length, 'with room for what the log adds').to.be.below(19_000);
    expect(selectFittingMatches([], 10)).to.deep.equal([]);
  });
});

describe('undoing a lettering', () => {
  const lettering = letteringsIn(given(openedEvents).when(letter([openLine('1.00'), openLine('-1.00')])).events)[0]!;
  const facts = { id: lettering.id, version: 1, lines: lettering.lines };

  it('opens its lines again', () => {
    given(openedEvents)
      .when({ type: 'UnletterLines', facts, baseVersion: 1, reversal: null })
      .then([
        { type: 'LinesUnlettered', data: { letterings: [{ id: 900, version: 2, lines: lettering.lines as never }] } },
      ]);
  });

  it('is refused to whoever knows another version', () => {
    given(openedEvents)
      .when({ type: 'UnletterLines', facts, baseVersion: 2, reversal: null })
      .then(refused('conflict', { facts: { server_version: 1 } }));
  });

  it('takes the entry back that took a difference', () => {
    const posting = [...openedEvents, allowing('0.05')];
    const made = given(posting).when(letter([openLine('100.00'), openLine('-99.95')])).events;
    const [entry] = entriesIn(made);
    const [withDifference] = letteringsIn(made);
    const own = { id: 900, version: 1, lines: withDifference!.lines };
    const reversal = {
      type: 'ReverseEntry',
      facts: {
        ...entry!,
        version: 1,
        status: 'posted',
        layer: 'movement',
        reversed_entry_id: null,
        reversed_by_entry_id: null,
        lines: entry!.lines.map((line, index) => ({
          ...line,
          line_number: index + 1,
          settled: '0.00',
          is_letterable: index === 0,
        })),
        letterings: [own],
      },
      entryId: 950,
      lineIds: [951, 952],
      letteringIds: [953],
      entry_date: null,
      label: null,
      today: '2026-06-30',
      baseVersion: null,
    } as const;
    const { events } = given(posting, made).when({ type: 'UnletterLines', facts: own, baseVersion: null, reversal });
    expect(events.map(({ type }) => type)).to.deep.equal([
      'LinesUnlettered',
      'EntryReversed',
      'EntryPosted',
      'LinesLettered',
    ]);
    expect(entriesIn(events)[0]).to.include({ origin: 'reversal', reversed_entry_id: 901, entry_date: '2026-03-15' });
    expect(letteringsIn(events)[0]!.lines.map(({ line_id }) => line_id)).to.deep.equal([902, 951]);
  });
});
