import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import type { EntryEvent } from '../../../domain/ledger/entry-events.ts';
import type { LetteringEvent } from '../../../domain/lettering/lettering-events.ts';
import type { LineToLetter } from '../../../domain/lettering/lettering.ts';
import { isZero, sum } from '../../../domain/money.ts';
import { countBookingLines, type BookSepaFile } from '../../../domain/sepa/booking.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { decideCreation, type CreateSepaFile, type RequestedPayment } from '../../../domain/sepa/creation.ts';
import type { CreatedSepaFile, SepaEvent } from '../../../domain/sepa/sepa-events.ts';
import { findAccountId, findJournalId, openedEvents, openedFile, replay } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';
import { openLine } from '../lettering/samples.ts';

const given = givenFor(companyFile);

const SUPPLIER = 7;
const CUSTOMER = 8;
const mandate = { reference: 'M-1', signed_on: '2026-01-05', type: 'core', sequence: 'recurrent', is_active: true };
const made = (resource: string, id: number, data: object): DomainEvent => ({
  type: 'RecordsCreated',
  data: { resource, records: [{ id, data: data as JsonRecord }] },
});
const party = (id: number, fields: object): DomainEvent =>
  made('third-parties', id, {
    ibans: ['BE71096123456769'],
    is_active: true,
    is_payment_blocked: false,
    mandates: [],
    ...fields,
  });
const supplier = (fields: object = {}): DomainEvent =>
  party(SUPPLIER, {
    type: 'supplier',
    code: 'S00001',
    name: 'Imprimerie',
    account_id: findAccountId('440000'),
    ...fields,
  });
const customer = (fields: object = {}): DomainEvent =>
  party(CUSTOMER, { type: 'customer', code: 'C00001', name: 'Hôtel', account_id: findAccountId('400000'), ...fields });
const BANK = 5;
const bankFields = {
  code: 'BNP',
  label: 'Banque',
  type: 'bank',
  control_account_id: findAccountId('550000'),
  is_active: true,
  iban: 'BE68539007547034',
  bic: 'GKCCBEBB',
};
const bank = made('journals', BANK, bankFields);
const settings = (changes: Readonly<Record<string, string | boolean | number>>): DomainEvent => ({
  type: 'CompanySettingsChanged',
  data: { version: 2, changes, previous: {} },
});
const books = [...openedEvents, bank, supplier(), customer()];

const owed = (open: string, changes: Partial<LineToLetter> = {}): LineToLetter =>
  openLine(open, { account_id: findAccountId('440000'), third_party_id: SUPPLIER, ...changes });
const paying = (lines: readonly LineToLetter[], changes: Partial<RequestedPayment> = {}): RequestedPayment => ({
  third_party_id: SUPPLIER,
  line_ids: lines.map(({ line_id }) => line_id),
  amount: null,
  iban: null,
  communication: null,
  ...changes,
});
const create = (
  lines: readonly LineToLetter[],
  payments: readonly RequestedPayment[],
  changes: Partial<CreateSepaFile> = {},
): CreateSepaFile => ({
  type: 'CreateSepaFile',
  id: 1,
  direction: 'credit_transfer',
  format: null,
  journal_id: BANK,
  batch_booking: null,
  execution_date: '2026-05-01',
  today: '2026-05-01',
  payments,
  lines,
  ...changes,
});

function createdBy(command: CreateSepaFile, ...history: readonly DomainEvent[]): CreatedSepaFile {
  const [event] = given(...books, ...history).when(command).events as readonly SepaEvent[];
  if (event?.type !== 'SepaFileCreated') throw new Error('No file was made');
  return event.data;
}

const book = (facts: CreatedSepaFile, open: readonly LineToLetter[]): BookSepaFile => ({
  type: 'BookSepaFile',
  facts,
  open: new Map(open.map((line) => [line.line_id, line.open])),
  baseVersion: null,
  entryId: 900,
  lineIds: Array.from({ length: countBookingLines(facts) }, (_, index) => 910 + index),
  letteringIds: Array.from({ length: 10 }, (_, index) => 980 + index),
});

describe('A file of payments', () => {
  it('says what is paid to whom, on a day on which banks work', () => {
    const [invoice, note] = [owed('-121.00', { references: ['F-1'] }), owed('21.00', { references: ['NC-1'] })];
    const file = createdBy(create([invoice, note], [paying([invoice, note])]));
    expect(file).to.deep.include({
      execution_date: '2026-05-04',
      format: 'pain.001.001.09',
      control_sum: '100.00',
      batch_booking: true,
    });
    expect(file.holder).to.deep.include({ name: 'Menuiserie Dupont', iban: 'BE68539007547034', bic: 'GKCCBEBB' });
    const [payment] = file.payments;
    expect(payment).to.deep.include({ amount: '100.00', iban: 'BE71096123456769', communication: 'F-1 NC-1' });
    expect(payment!.lines.map(({ line_id, amount }) => [line_id, amount])).to.deep.equal([
      [note.line_id, '21.00'],
      [invoice.line_id, '-121.00'],
    ]);
  });

  it('is not executed before today', () => {
    const invoice = owed('-10.00');
    const command = create([invoice], [paying([invoice])], { today: '2026-05-02' });
    given(...books)
      .when(command)
      .then(refusedAt(['execution_date', 'execution_date_past']));
  });

  it('takes the structured communication of a single invoice', () => {
    const invoice = owed('-10.00', { references: ['+++010/8068/17183+++'] });
    expect(createdBy(create([invoice], [paying([invoice])])).payments[0]!.communication).to.equal('010806817183');
  });

  it('pays in part: the earliest due first', () => {
    const [late, early] = [owed('-50.00', { due_date: '2026-06-01' }), owed('-50.00', { due_date: '2026-04-01' })];
    const [payment] = createdBy(create([late, early], [paying([late, early], { amount: '60.00' })])).payments;
    expect(payment!.lines.map(({ line_id, amount }) => [line_id, amount])).to.deep.equal([
      [early.line_id, '-50.00'],
      [late.line_id, '-10.00'],
    ]);
  });

  it('is in euros only', () => {
    const invoice = owed('-90.91', { currency: 'USD', currency_open: '-100.00', references: ['F-1'] });
    given(...books)
      .when(create([invoice], [paying([invoice])]))
      .then(refusedAt(['payments.0.line_ids.0', 'line_not_in_eur']));
    const dollars = made('journals', 6, { ...bankFields, code: 'USD', currency: 'USD' });
    const euros = owed('-10.00');
    given(...books, dollars)
      .when(create([euros], [paying([euros])], { journal_id: 6 }))
      .then(refusedAt(['journal_id', 'journal_not_in_eur']));
  });

  it('is paid from an account in euros in a file that is kept in another currency, for items in euros', () => {
    const euros = made('journals', 6, { ...bankFields, code: 'EUR', currency: 'EUR' });
    const file = replay([bank, supplier(), euros], openedFile);
    const dollarFile = { ...file, identity: { ...file.identity, currency: 'USD' } };
    const bill = owed('-110.00', { currency: 'EUR', currency_open: '-100.00' });
    const decide = (lines: readonly LineToLetter[], journal_id: number) =>
      decideCreation(create(lines, [paying(lines)], { journal_id }), dollarFile);
    const [event] = decide([bill], 6) as readonly SepaEvent[];
    const { payments, control_sum } = event!.data as unknown as CreatedSepaFile;
    expect(control_sum).to.equal('100.00');
    expect(payments[0]!.lines[0]).to.include({ amount: '-100.00' });
    const problems = (decision: ReturnType<typeof decide>) => (isRefusal(decision) ? decision.problems : []);
    expect(problems(decide([owed('-10.00')], 6))[0]).to.include({ code: 'line_not_in_eur' });
    expect(problems(decide([bill], BANK))[0]).to.include({ code: 'journal_not_in_eur' });
  });

  it('may be an order of its own, with an amount', () => {
    const [payment] = createdBy(create([], [paying([], { amount: '5.00', communication: 'Acompte' })])).payments;
    expect(payment).to.deep.include({ amount: '5.00', communication: 'Acompte', lines: [] });
    given(...books)
      .when(create([], [paying([])]))
      .then(refusedAt(['payments.0.amount', 'required']));
  });

  it('follows the settings in its format and in how the bank books it', () => {
    const invoice = owed('-1.00');
    const told = settings({ 'sepa.credit_transfer_format': 'pain.001.001.03', 'sepa.batch_booking': false });
    const file = createdBy(create([invoice], [paying([invoice])]), told);
    expect(file).to.include({ format: 'pain.001.001.03', batch_booking: false });
  });

  it('is refused with everything that stands in its way, each at its place', () => {
    const [settled, other, good] = [owed('0.00'), owed('-1.00', { third_party_id: CUSTOMER }), owed('-5.00')];
    const carried = owed('-1.00', { isItem: false });
    given(...books)
      .when(
        create(
          [settled, other, good, carried],
          [
            paying([settled, other, carried]),
            paying([good], { amount: '6.00' }),
            paying([good]),
            paying([], { third_party_id: 99 }),
            { ...paying([], { amount: '1.00', iban: 'SA0380000000608010167519' }), line_ids: [12345] },
          ],
          { journal_id: findJournalId('OD'), format: 'pain.008.001.02' },
        ),
      )
      .then(
        refusedAt(
          ['journal_id', 'journal_not_bank'],
          ['format', 'sepa_format_contradicts'],
          ['payments.0.line_ids.0', 'line_settled'],
          ['payments.0.line_ids.1', 'line_of_another_third_party'],
          ['payments.0.line_ids.2', 'line_not_letterable'],
          ['payments.0.amount', 'nothing_to_pay'],
          ['payments.1.amount', 'amount_above_open'],
          ['payments.2.line_ids.0', 'line_repeated'],
          ['payments.2.amount', 'nothing_to_pay'],
          ['payments.3.third_party_id', 'third_party_unknown'],
          ['payments.4.line_ids.0', 'line_unknown'],
          ['payments.4.iban', 'iban_outside_sepa'],
        ),
      );
  });

  it('is refused for a supplier who is blocked or has no account at a bank', () => {
    const invoice = owed('-1.00');
    given(...openedEvents, bank, supplier({ ibans: [], is_payment_blocked: true, payment_block_reason: 'Litige' }))
      .when(create([invoice], [paying([invoice])]))
      .then(refusedAt(['payments.0.third_party_id', 'payment_blocked'], ['payments.0.iban', 'iban_missing']));
  });

  it('has an invoice that is in no other living file, and gives it free when it is cancelled', () => {
    const invoice = owed('-1.00');
    const first = given(...books).when(create([invoice], [paying([invoice])])).events;
    const again = create([invoice], [paying([invoice])], { id: 2 });
    given(...books, first)
      .when(again)
      .then(refusedAt(['payments.0.line_ids.0', 'line_in_sepa_file']));
    const cancel = { type: 'CancelSepaFile', id: 1, reason: 'Doublon', baseVersion: null } as const;
    const cancelled = given(...books, first).when(cancel).events;
    expect(given(...books, first, cancelled).when(again).events).to.have.length(1);
    given(...books, first, cancelled)
      .when(cancel)
      .then(refused('sepa_file_status', { field: 'status' }));
  });

  it('goes to the recycle bin, and comes back unless what it pays is in another one', () => {
    const invoice = owed('-1.00');
    const made = given(...books).when(create([invoice], [paying([invoice])])).events;
    const trash = { type: 'TrashSepaFile', id: 1, baseVersion: null } as const;
    const restore = { type: 'RestoreSepaFile', id: 1, baseVersion: null } as const;
    given(...books, made)
      .when(restore)
      .then(refused('not_found'));
    const trashed = given(...books, made).when(trash).events;
    expect(trashed).to.deep.equal([{ type: 'SepaFileTrashed', data: { id: 1, version: 2 } }]);
    given(...books, made, trashed)
      .when(trash)
      .then(refused('not_found'));
    given(...books, made, trashed)
      .when({ type: 'DownloadSepaFile', id: 1 })
      .then(refused('not_found'));
    const other = given(...books, made, trashed).when(create([invoice], [paying([invoice])], { id: 2 })).events;
    given(...books, made, trashed, other)
      .when(restore)
      .then(refused('line_in_sepa_file', { field: 'id' }));
    expect(given(...books, made, trashed).when(restore).events[0]!.type).to.equal('SepaFileRestored');
    const purge = { type: 'PurgeRecords', records: [{ resource: 'sepa-files', id: 1 }], passesOver: false } as const;
    given(...books, made)
      .when(purge)
      .then(refused('not_found'));
    const purged = given(...books, made, trashed).when(purge).events;
    expect(purged).to.deep.equal([{ type: 'SepaFilesPurged', data: { files: [{ id: 1, version: 3 }] } }]);
    given(...books, made, trashed, purged)
      .when(restore)
      .then(refused('not_found'));
  });

  it('is noted as downloaded once', () => {
    const invoice = owed('-1.00');
    const made = given(...books).when(create([invoice], [paying([invoice])])).events;
    const download = { type: 'DownloadSepaFile', id: 1 } as const;
    const first = given(...books, made).when(download).events;
    expect(first[0]!.data).to.deep.equal({ id: 1, version: 2, status: 'downloaded', previous: 'created' });
    given(...books, made, first)
      .when(download)
      .then([]);
  });
});

describe('Booking a file of payments', () => {
  type Booked = SepaEvent | EntryEvent | LetteringEvent;
  const bookedBy = (command: CreateSepaFile, open: readonly LineToLetter[], ...history: readonly DomainEvent[]) => {
    const made = given(...books, ...history).when(command).events as readonly SepaEvent[];
    const facts = made[0]!.data as CreatedSepaFile;
    const events = given(...books, ...history, made).when(book(facts, open)).events as readonly Booked[];
    const entry = events.find((event) => event.type === 'EntryPosted')!.data;
    const letterings = events.flatMap((event) => (event.type === 'LinesLettered' ? event.data.letterings : []));
    return { events, entry, letterings };
  };

  it('takes what is owed to the transit account and settles the invoices, in one append', () => {
    const [first, second] = [owed('-100.00'), owed('-30.00')];
    const lines = [first, second];
    const { events, entry, letterings } = bookedBy(
      create(
        lines,
        lines.map((line) => paying([line])),
      ),
      lines,
    );
    expect(events.map(({ type }) => type)).to.deep.equal(['EntryPosted', 'LinesLettered', 'SepaFileStatusChanged']);
    expect(entry).to.deep.include({ entry_date: '2026-05-04', origin: 'sepa_file', reference: 'GL-1' });
    expect(entry.lines.map(({ account_id, debit, credit }) => [account_id, debit, credit])).to.deep.equal([
      [findAccountId('440000'), '100.00', '0.00'],
      [findAccountId('440000'), '30.00', '0.00'],
      [findAccountId('580000'), '0.00', '130.00'],
    ]);
    expect(letterings.map(({ code, origin }) => [code, origin])).to.deep.equal([
      ['AAA', 'sepa_file'],
      ['AAB', 'sepa_file'],
    ]);
    for (const { lines: settled } of letterings)
      expect(isZero(sum(settled.map(({ amount }) => amount)))).to.equal(true);
    expect(events.at(-1)!.data).to.deep.include({ status: 'booked', previous: 'created', entry_id: 900 });
  });

  it('follows the settings in the account and the journal that it books on', () => {
    const other = made('journals', 6, { code: 'VIR', label: 'Virements', type: 'miscellaneous', is_active: true });
    const told = settings({
      'auto_entries.transfers.transit_account': '499000',
      'auto_entries.transfers.journal_id': 6,
    });
    const lines = [owed('-100.00')];
    const { entry } = bookedBy(create(lines, [paying(lines)]), lines, other, told);
    expect(entry.journal_id).to.equal(6);
    expect(entry.lines[1]).to.include({ account_id: findAccountId('499000'), credit: '100.00' });
  });

  it('leaves one amount for each payment where the bank books them one by one', () => {
    const lines = [owed('-100.00'), owed('-30.00')];
    const single = create(
      lines,
      lines.map((line) => paying([line])),
      { batch_booking: false },
    );
    expect(bookedBy(single, lines).entry.lines.map(({ credit }) => credit)).to.deep.equal([
      '0.00',
      '0.00',
      '100.00',
      '30.00',
    ]);
  });

  it('settles on each account what is open there, also where credit notes cover it', () => {
    const other = { account_id: findAccountId('444000') };
    const lines = [owed('-100.00'), owed('-20.00', other), owed('20.00', other)];
    const { entry, letterings } = bookedBy(create(lines, [paying(lines)]), lines);
    expect(entry.lines).to.have.length(2);
    expect(letterings.map(({ lines: settled }) => settled.length)).to.deep.equal([2, 2]);
  });

  it('takes direct debits the other way, by a mandate in force', () => {
    const invoice = openLine('50.00', { third_party_id: CUSTOMER });
    const told = [settings({ 'sepa.creditor_identifier': 'BE69ZZZ050D000000008' }), customer({ mandates: [mandate] })];
    const debit = create([invoice], [paying([invoice], { third_party_id: CUSTOMER })], { direction: 'direct_debit' });
    const { entry } = bookedBy(debit, [invoice], ...told);
    expect(entry.lines.map(({ account_id, debit: d, credit: c }) => [account_id, d, c])).to.deep.equal([
      [findAccountId('400000'), '0.00', '50.00'],
      [findAccountId('580000'), '50.00', '0.00'],
    ]);
    given(...books)
      .when(debit)
      .then(refusedAt(['type', 'creditor_identifier_missing'], ['payments.0.third_party_id', 'mandate_missing']));
  });

  it('is refused when an invoice was paid otherwise since, in a locked period, or twice', () => {
    const invoice = owed('-100.00');
    const made = given(...books).when(create([invoice], [paying([invoice])])).events;
    const facts = made[0]!.data as unknown as CreatedSepaFile;
    given(...books, made)
      .when(book(facts, [{ ...invoice, open: '-99.99' }]))
      .then(refusedAt(['payments.0.line_ids.0', 'line_settled']));
    const command = book(facts, [invoice]);
    const booked = given(...books, made).when(command).events;
    given(...books, made, booked)
      .when(command)
      .then(refused('sepa_file_status', { field: 'status' }));
    const trash = { type: 'TrashSepaFile', id: 1, baseVersion: null } as const;
    given(...books, made, booked)
      .when(trash)
      .then(refused('sepa_file_status', { field: 'status' }));
  });
});
