import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { EntryLine, PostedEntry } from '../../../domain/ledger/entry-events.ts';
import { ZERO } from '../../../domain/money.ts';
import type { Refusal } from '../../../domain/refusal.ts';
import type { BoxAmount } from '../../../domain/vat-declarations/declaration-events.ts';
import type { DeclarationFacts } from '../../../domain/vat-declarations/declaration-facts.ts';
import { NO_REQUESTS, type ValidateVatDeclaration } from '../../../domain/vat-declarations/declarations.ts';
import { listFilingDifferences, withLateAmounts } from '../../../domain/vat-declarations/movement.ts';
import { computeReturn, listFilledBoxes } from '../../../domain/vat-declarations/computation.ts';
import { getFormByCode, getReturnForm } from '../../../domain/vat-declarations/form.ts';
import {
  findAccountId,
  details,
  decided,
  findJournalId,
  buildLine,
  MARCH,
  openCompany,
  openedEvents,
  buildPeriodLocked,
  buildPostEntry,
  findVatCodeId,
} from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);
const first = { year: 2026, period: 1, period_type: null };
const books: readonly BoxAmount[] = [
  { box: '03', amount: '1000.00' },
  { box: '54', amount: '210.00' },
  { box: '59', amount: '21.00' },
  { box: '82', amount: '100.00' },
];
const drawUp = (requested: object = first, id = 500) =>
  ({ type: 'DrawUpVatDeclaration', id, requested: { ...first, ...requested }, books }) as const;
const drawn = (requested: object = first, id = 500): readonly DomainEvent[] =>
  given(openedEvents).when(drawUp(requested, id)).events;

/** The draft of the first quarter, as the tables would have it. */
const facts = (changes: Partial<DeclarationFacts> = {}): DeclarationFacts => ({
  id: 500,
  version: 1,
  status: 'draft',
  form: '625',
  period_type: 'quarterly',
  year: 2026,
  period: 1,
  starts_on: '2026-01-01',
  ends_on: '2026-03-31',
  books,
  carried: [],
  boxes: (drawn()[0]!.data as { boxes: readonly BoxAmount[] }).boxes,
  manual: [],
  requests: NO_REQUESTS,
  comment: null,
  journal_entry_id: null,
  fingerprint: 'seen',
  ...changes,
});

const taxes = [
  { account_id: findAccountId('451000'), amount: '-210.00' },
  { account_id: findAccountId('411000'), amount: '21.00' },
];
/** Unless told otherwise, of a draft that shows what is in the books. */
const validate = (changes: Partial<ValidateVatDeclaration> = {}): ValidateVatDeclaration => {
  const now = changes.books ?? books;
  const draft = changes.facts ?? facts({ books: now });
  const form = getFormByCode(draft.form === 'CA3' ? 'FR' : 'BE', draft.form);
  return {
    type: 'ValidateVatDeclaration',
    baseVersion: null,
    books: now,
    taxes,
    declared: ZERO,
    fingerprint: null,
    undeclared: [],
    today: '2026-11-17',
    entryId: 900,
    lineIds: [1, 2, 3, 4, 5, 6],
    ...changes,
    facts: { ...draft, boxes: listFilledBoxes(computeReturn(form, { ...draft, books: now }).boxes) },
  };
};
const validated = given(openedEvents, drawn()).when(validate()).events;
const settings = (changes: Readonly<Record<string, unknown>>): DomainEvent => ({
  type: 'CompanySettingsChanged',
  data: { version: 2, changes: changes as never, previous: {} },
});
const entryIn = (events: readonly DomainEvent[]): PostedEntry =>
  events.find(({ type }) => type === 'EntryPosted')!.data as unknown as PostedEntry;
const sides = (lines: readonly EntryLine[]) =>
  lines.map(({ account_id, debit, credit }) => [account_id, debit, credit]);

describe('drawing up a VAT return', () => {
  it('computes it as the regime of the company has it', () => {
    const [event] = drawn();
    expect(event!.type).to.equal('VatDeclarationDrawnUp');
    expect(event!.data).to.deep.include({
      form: '625',
      period_type: 'quarterly',
      label: '1er trimestre 2026',
      starts_on: '2026-01-01',
      ends_on: '2026-03-31',
      due_on: '2026-04-27',
      amount_due: '189.00',
      amount_refund: ZERO,
    });
  });

  it('is done once for a period, and never for a part of another', () => {
    const before = given(openedEvents, drawn());
    before.when(drawUp({}, 501)).then(refused('declaration_exists', { field: 'period', facts: { id: 500 } }));
    before
      .when(drawUp({ period: 2, period_type: 'monthly' }, 501))
      .then(refused('declaration_overlaps', { field: 'period', facts: { id: 500 } }));
    expect(given(openedEvents, drawn()).when(drawUp({ period: 2 }, 501)).events).to.have.length(1);
  });
});

describe('a draft of a VAT return', () => {
  const change = (changes: object, of = facts()) =>
    ({ type: 'ChangeVatDeclaration', facts: of, baseVersion: null, changes }) as const;
  const before = () => given(openedEvents, drawn());

  it('takes what only a person knows', () => {
    const manual = { '61': { amount: '10.00', reason: 'Voiture' } };
    const [event] = before().when(change({ manual, requests: { restitution: true }, comment: 'Vu' })).events;
    expect(event!.data).to.deep.include({
      version: 2,
      changes: {
        manual: [{ box: '61', amount: '10.00', reason: 'Voiture' }],
        requests: { ...NO_REQUESTS, restitution: true },
        comment: 'Vu',
      },
      previous: { manual: [], requests: NO_REQUESTS, comment: null },
      amount_due: '199.00',
    });
    const with61 = facts({ manual: [{ box: '61', amount: '10.00', reason: 'Voiture' }] });
    const [back] = before().when(change({ manual: { '61': null } }, with61)).events;
    expect(back!.data).to.deep.include({ changes: { manual: [] }, amount_due: '189.00' });
    before()
      .when(change({ comment: null }))
      .then([]);
  });

  it('refuses boxes that there are none of, and totals', () => {
    const amount = { amount: '1.00', reason: 'x' };
    before()
      .when(change({ manual: { '99': amount, XX: amount } }))
      .then(refusedAt(['manual.99', 'vat_box_unknown'], ['manual.XX', 'vat_box_computed']));
  });

  it('is computed again, when there is something new', () => {
    const refresh = (now: readonly BoxAmount[]) =>
      ({ type: 'RefreshVatDeclaration', facts: facts(), baseVersion: null, books: now }) as const;
    before().when(refresh(books)).then([]);
    const [event] = before().when(refresh([{ box: '54', amount: '100.00' }])).events;
    expect(event).to.deep.include({ type: 'VatDeclarationRefreshed' });
    expect(event!.data).to.deep.include({ version: 2, amount_due: '100.00' });
  });

  it('is not what another has changed meanwhile', () => {
    before()
      .when({ type: 'DeleteVatDeclaration', facts: facts({ version: 3 }), baseVersion: 2 })
      .then(refused('conflict', { facts: { server_version: 3 } }));
  });

  it('may be deleted, and drawn up again', () => {
    const deleted = before().when({ type: 'DeleteVatDeclaration', facts: facts(), baseVersion: null }).events;
    deleted.forEach(({ type }) => expect(type).to.equal('VatDeclarationDeleted'));
    expect(given(openedEvents, drawn(), deleted).when(drawUp({}, 501)).events).to.have.length(1);
  });
});

describe('validating a VAT return', () => {
  it('posts what its accounts of tax have to the one of what is owed', () => {
    const entry = entryIn(validated);
    expect(entry).to.deep.include({
      entry_date: '2026-03-31',
      origin: 'vat_settlement',
      label: 'TVA - 1er trimestre 2026',
    });
    expect(sides(entry.lines)).to.deep.equal([
      [findAccountId('451000'), '210.00', ZERO],
      [findAccountId('411000'), ZERO, '21.00'],
      [findAccountId('451200'), ZERO, '189.00'],
    ]);
    expect(validated.at(-1)).to.deep.include({ type: 'VatDeclarationValidated' });
    expect(validated.at(-1)!.data).to.deep.include({ version: 2, journal_entry_id: 900, amount_due: '189.00' });
  });

  it('takes what is got back to its own account', () => {
    const command = validate({ books: [{ box: '59', amount: '21.00' }], taxes: [taxes[1]!] });
    const entry = entryIn(given(openedEvents, drawn()).when(command).events);
    expect(sides(entry.lines)).to.deep.equal([
      [findAccountId('411000'), ZERO, '21.00'],
      [findAccountId('411200'), '21.00', ZERO],
    ]);
  });

  it('takes what only the return knows to the accounts of corrections', () => {
    const lines = (box: string, amount: string) => {
      const manual = [{ box, amount, reason: 'x' }];
      return sides(entryIn(given(openedEvents, drawn()).when(validate({ facts: facts({ manual }) })).events).lines);
    };
    expect(lines('61', '10.00').at(-1)).to.deep.equal([findAccountId('451830'), '10.00', ZERO]);
    expect(lines('62', '10.00').at(-1)).to.deep.equal([findAccountId('411830'), ZERO, '10.00']);
  });

  it('follows the accounts and the journal of the settings', () => {
    const own = { 'auto_entries.vat.payable_account': '451830', 'auto_entries.vat.journal_id': findJournalId('OD') };
    const entry = entryIn(given(openedEvents, settings(own), drawn()).when(validate()).events);
    expect(entry.lines.at(-1)!.account_id).to.equal(findAccountId('451830'));
    expect(entry.journal_id).to.equal(findJournalId('OD'));
    const back = settings({ 'auto_entries.vat.receivable_account': '411830' });
    const refund = validate({ books: [{ box: '59', amount: '21.00' }], taxes: [taxes[1]!] });
    const refunded = entryIn(given(openedEvents, back, drawn()).when(refund).events);
    expect(refunded.lines.at(-1)!.account_id).to.equal(findAccountId('411830'));
    const without = settings({ 'auto_entries.vat.payable_account': null });
    given(openedEvents, without, drawn())
      .when(validate())
      .then(refusedAt(['id', 'vat_account_missing']));
  });

  it('posts nothing where there is nothing, and only what an annual return adds', () => {
    const none = given(openedEvents, drawn()).when(validate({ books: [], taxes: [] })).events;
    expect(none.map(({ type }) => type)).to.deep.equal(['VatDeclarationValidated']);
    const rest = given(openedEvents, drawn()).when(validate({ taxes: [], declared: '189.00' })).events;
    expect(rest.map(({ type }) => type)).to.deep.equal(['VatDeclarationValidated']);
  });

  it('stops before a locked period', () => {
    const locked = { field: 'id', facts: { reason: 'period_locked' } };
    given(openedEvents, buildPeriodLocked(MARCH), drawn()).when(validate()).then(refused('period_locked', locked));
  });

  it('rounds French amounts to euros, and takes the cents to the accounts of differences', () => {
    const own = { ...details, country_pack: 'FR', vat_regime: 'monthly' } as const;
    const { ids, ...opening } = openCompany({ details: own });
    const enough = Array.from({ length: 3_000 }, (_, index) => 10_000 + index);
    const allIds = { ...ids, accounts: enough, vatCodes: enough, journals: enough };
    const french = decided({ ...opening, ids: allIds }, companyFile.initialState);
    const file = given(french).state;
    const drawnUp = { type: 'DrawUpVatDeclaration', id: 500, requested: first, books: [] } as const;
    const before = given(french, given(french).when(drawnUp).events);
    const month = facts({ form: 'CA3', period_type: 'monthly', ends_on: '2026-01-31', boxes: [], books: [] });
    const paid = [{ box: '08', amount: '200.60' }];
    const command = validate({
      facts: month,
      books: paid,
      taxes: [{ account_id: findAccountId('445711', file), amount: '-200.60' }],
    });
    const entry = entryIn(before.when(command).events);
    expect(sides(entry.lines)).to.deep.equal([
      [findAccountId('445711', file), '200.60', ZERO],
      [findAccountId('445510', file), ZERO, '201.00'],
      [findAccountId('658900', file), '0.40', ZERO],
    ]);
  });
});

describe('validating in order', () => {
  const before = () => given(openedEvents, drawn());

  it('waits until the period is over', () => {
    const notOver = refused('period_not_over', { field: 'id' });
    before()
      .when(validate({ today: '2026-03-31' }))
      .then(notOver);
    expect(before().when(validate({ today: '2026-04-01' })).events).to.have.length(2);
  });

  it('names the earlier period that has entries and no validated return', () => {
    const second = facts({ id: 501, period: 2, starts_on: '2026-04-01', ends_on: '2026-06-30' });
    const { problems } = given(openedEvents, drawn({ period: 2 }, 501)).when(
      validate({ facts: second, undeclared: ['2026-02-03', '2026-03-01'] }),
    ).decision as Refusal;
    expect(problems[0]).to.deep.include({ code: 'earlier_period_open', field: 'id' });
    expect(problems[0]!.labels!['period']).to.include({ en: 'Quarter 1 of 2026', fr: '1er trimestre 2026' });
  });

  it('does not ask for returns of a time without returns', () => {
    const franchise = settings({
      vat_regimes: [
        { regime: 'franchise', from: '2025-07-01' },
        { regime: 'quarterly', from: '2026-01-01' },
      ],
    });
    expect(
      given(openedEvents, franchise, drawn()).when(validate({ undeclared: ['2025-08-03'] })).events,
    ).to.have.length(2);
  });

  it('takes only what the user saw', () => {
    const moved = refused('declaration_moved');
    const stale = validate();
    before()
      .when({ ...stale, books: [...books, { box: '61', amount: '5.00' }] })
      .then(moved);
    before()
      .when(validate({ fingerprint: 'another' }))
      .then(moved);
    expect(before().when(validate({ fingerprint: 'seen' })).events).to.have.length(2);
  });

  it('starts with what the last return left, although nothing was declared between them', () => {
    const negative = validate({ books: [{ box: '81', amount: '-50.00' }], taxes: [] });
    const left = before().when(negative).events;
    const third = given(openedEvents, drawn(), left).when(drawUp({ period: 3 }, 501)).events;
    expect(third[0]!.data).to.deep.include({ carried: [{ box: '81', amount: '-50.00' }] });
  });

  it('refuses to carry an amount to a return that is already validated', () => {
    const second = facts({ id: 501, period: 2, starts_on: '2026-04-01', ends_on: '2026-06-30' });
    const both = given(openedEvents, drawn(), drawn({ period: 2 }, 501));
    const later = both.when(validate({ facts: second, books: [], taxes: [] })).events;
    const negative = validate({ books: [{ box: '81', amount: '-50.00' }], taxes: [] });
    given(openedEvents, drawn(), drawn({ period: 2 }, 501), later)
      .when(negative)
      .then(refused('later_period_validated', { field: 'id' }));
  });
});

describe('manual amounts', () => {
  const change = (manual: Record<string, { amount: string; reason: string }>) =>
    ({ type: 'ChangeVatDeclaration', facts: facts(), baseVersion: null, changes: { manual } }) as const;
  const by = (amount: string) => ({ amount, reason: 'x' });

  it('correct a box down to zero, and no further', () => {
    const before = given(openedEvents, drawn());
    expect(before.when(change({ '03': by('-1000.00'), '54': by('-210.00') })).events).to.have.length(1);
    given(openedEvents, drawn())
      .when(change({ '61': by('-10.00'), '03': by('-1000.01') }))
      .then(refusedAt(['manual.61.amount', 'vat_box_negative'], ['manual.03.amount', 'vat_box_negative']));
  });
});

describe('a validated VAT return', () => {
  const sale = (entry_date: string) =>
    buildPostEntry({
      entry_date,
      lines: [
        buildLine('570000', '121.00', ZERO),
        buildLine('700000', ZERO, '100.00', { vat_code_id: findVatCodeId('S-21') }),
        buildLine('451000', ZERO, '21.00', { vat_code_id: findVatCodeId('S-21') }),
      ],
    });
  const after = () => given(openedEvents, drawn(), validated);
  const isFact = facts({ status: 'validated', version: 2, journal_entry_id: 900 });

  it('closes its period for what has VAT, and for nothing else', () => {
    const locked = { field: 'entry_date', facts: { reason: 'period_locked' } };
    after().when(sale('2026-03-31')).then(refused('period_locked', locked));
    expect(after().when(buildPostEntry({ entry_date: '2026-03-31' })).events).to.have.length(1);
    expect(after().when(sale('2026-04-01')).events).to.have.length(1);
    expect(given(openedEvents, drawn()).when(sale('2026-03-31')).events).to.have.length(1);
  });

  it('is neither changed nor validated again, nor deleted', () => {
    const no = refused('declaration_not_draft', { field: 'id' });
    after()
      .when(validate({ facts: isFact }))
      .then(no);
    after()
      .when({ type: 'ChangeVatDeclaration', facts: isFact, baseVersion: null, changes: { comment: 'x' } })
      .then(no);
    after().when({ type: 'DeleteVatDeclaration', facts: isFact, baseVersion: null }).then(no);
  });

  it('is filed behind its period, once', () => {
    const file = (filed_on: string, of = isFact) =>
      ({
        type: 'FileVatDeclaration',
        facts: of,
        baseVersion: null,
        filed_on,
        reference: 'R-1',
        today: '2026-04-22',
      }) as const;
    after()
      .when(file('2026-04-23'))
      .then(refused('date_in_future', { field: 'filed_on' }));
    after()
      .when(file('2026-03-31'))
      .then(refusedAt(['filed_on', 'filed_before_end']));
    after()
      .when(file('2026-04-20', facts()))
      .then(refused('declaration_not_validated', { field: 'id' }));
    after()
      .when(file('2026-04-20'))
      .then([{ type: 'VatDeclarationFiled', data: { id: 500, version: 3, filed_on: '2026-04-20', reference: 'R-1' } }]);
    after()
      .when(file('2026-04-20', { ...isFact, status: 'filed' }))
      .then(refused('declaration_already_filed', { field: 'id' }));
  });

  it('opens its period again when it is reopened', () => {
    const reopened = after().when({
      type: 'ReopenVatDeclaration',
      facts: isFact,
      entry: null,
      reason: null,
      baseVersion: null,
    }).events;
    expect(reopened).to.deep.equal([{ type: 'VatDeclarationReopened', data: { id: 500, version: 3 } }]);
    expect(given(openedEvents, drawn(), validated, reopened).when(sale('2026-03-31')).events).to.have.length(1);
  });

  it('leaves what is below zero to the next, which then holds it', () => {
    const negative = validate({ books: [{ box: '81', amount: '-50.00' }], taxes: [] });
    const left = given(openedEvents, drawn()).when(negative).events;
    const next = given(openedEvents, drawn(), left).when(drawUp({ period: 2 }, 501)).events;
    expect(next[0]!.data).to.deep.include({ carried: [{ box: '81', amount: '-50.00' }] });
    const second = facts({ id: 501, period: 2, starts_on: '2026-04-01', ends_on: '2026-06-30' });
    const both = given(openedEvents, drawn(), left, next).when(
      validate({ facts: second, books: [], taxes: [] }),
    ).events;
    given(openedEvents, drawn(), left, next, both)
      .when({
        type: 'ReopenVatDeclaration',
        facts: { ...isFact, journal_entry_id: null },
        entry: null,
        reason: null,
        baseVersion: null,
      })
      .then(refused('later_declaration_validated', { field: 'id' }));
  });

  it('tells box by box and entry by entry what would be different now', () => {
    const form = getReturnForm('BE', 'quarterly', 'quarterly');
    const entry = { id: 7, number: 3, journal_code: 'VEN' };
    const late = [{ box: '54', amount: '21.00' }];
    expect(listFilingDifferences(form, isFact, { books, carried: [] }, [])).to.deep.equal([]);
    const found = listFilingDifferences(form, isFact, { books: withLateAmounts(books, late), carried: [] }, [
      { entry, box: '54', amount: '21.00' },
    ]);
    expect(found).to.deep.equal([
      { box: '54', filed: '210.00', now: '231.00', entries: [{ ...entry, amount: '21.00' }] },
      { box: 'XX', filed: '210.00', now: '231.00', entries: [{ ...entry, amount: '21.00' }] },
      { box: '71', filed: '189.00', now: '210.00', entries: [{ ...entry, amount: '21.00' }] },
    ]);
  });
});
