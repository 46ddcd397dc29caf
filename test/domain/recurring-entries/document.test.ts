import { expect } from 'chai';
import { companyFile, evolveUndoFacts, NO_UNDO_FACTS } from '../../../domain/company-file.ts';
import type { DocumentEvent } from '../../../domain/documents/document-events.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { NO_EARLIER_EVENTS } from '../../../domain/history/earlier.ts';
import { numberSeries } from '../../../domain/number-series/series.ts';
import { getRecords } from '../../../domain/records/state.ts';
import type { DeliveryFacts, DeliveryOutcome } from '../../../domain/recurring-entries/delivery.ts';
import { NO_FACTS } from '../../../domain/recurring-entries/occurrence.ts';
import type { RecurringEvent } from '../../../domain/recurring-entries/recurring-events.ts';
import { recurringUndo } from '../../../domain/recurring-entries/undo.ts';
import { buildOutlook } from '../../../domain/recurring-entries/upcoming.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { buildPeriodLocked, decided, MARCH, replay } from '../../support/company-file-samples.ts';
import {
  after,
  buildCustomer,
  confirm,
  create,
  CUSTOMER,
  document,
  fileWith,
  run,
  SUPPLIER,
  books,
} from './samples.ts';

const opened = (one = document(), customer = buildCustomer()) => fileWith(one, customer);

const listOf = <Type extends (DocumentEvent | RecurringEvent)['type']>(events: readonly DomainEvent[], type: Type) =>
  (events as readonly (DocumentEvent | RecurringEvent)[]).filter(
    (event): event is Extract<DocumentEvent | RecurringEvent, { type: Type }> => event.type === type,
  );

const numbersOf = (events: readonly DomainEvent[]) =>
  listOf(events, 'DocumentBooked').map(({ data }) => [data.document_date, data.number]);

const outlookOf = (file: ReturnType<typeof opened>, until = '2026-03-31') =>
  buildOutlook(file.recurringEntries[1]!, { today: until, until, most: 12 }, NO_FACTS, file);

describe('A recurring document', () => {
  it('is issued on each of its dates with the next number, booked, and is to be sent as the customer prefers', () => {
    const { events } = after(opened(), run('2026-02-28'));
    expect(numbersOf(events)).to.deep.equal([
      ['2026-01-31', '2026-00001'],
      ['2026-02-28', '2026-00002'],
    ]);
    const [first] = listOf(events, 'DocumentRecorded');
    expect(first!.data).to.deep.include({
      id: 800,
      direction: 'sale',
      origin: 'recurring',
      number: null,
      third_party_id: CUSTOMER,
      due_date: '2026-03-02',
      amount_net: '200.00',
      amount_gross: '242.00',
    });
    expect(first!.data.lines[0]).to.deep.include({ description: 'Maintenance 2026-01', quantity: '2', unit: 'h' });
    const [posted] = listOf(events, 'RecurringEntryPosted');
    expect(posted!.data.occurrences).to.deep.equal([
      { date: '2026-01-31', entry_id: 500, document_id: 800, delivery: 'mail' },
      { date: '2026-02-28', entry_id: 501, document_id: 801, delivery: 'mail' },
    ]);
  });

  it('has the terms of its template', () => {
    const terms = {
      payment_days: 14,
      discount: { percent: '2', days: 8 },
      notes: 'Période {month}',
      order_reference: 'PO-{year}',
      nature: 'services',
      delivery_address: 'Quai 1',
      payment_terms_text: 'À 14 jours',
    } as const;
    const { events } = after(opened(document({}, terms)), run('2026-01-31'));
    expect(listOf(events, 'DocumentRecorded')[0]!.data).to.deep.include({
      due_date: '2026-02-14',
      notes: 'Période 2026-01',
      order_reference: 'PO-2026',
      nature: 'services',
      delivery_address: 'Quai 1',
      payment_terms_text: 'À 14 jours',
      discount: { percent: '2', days: 8, amount: '4.00', until: '2026-02-08' },
    });
  });

  it('raises the price of an indexed line', () => {
    const [line] = document().template.lines;
    const indexation = { percent: '10', from: '2026-02-01', every: null };
    const { events } = after(opened(document({}, { lines: [{ ...line!, indexation }] })), run('2026-02-28'));
    expect(listOf(events, 'DocumentRecorded').map(({ data }) => data.amount_net)).to.deep.equal(['200.00', '220.00']);
  });

  it('is not sent by us if the customer has no preference', () => {
    for (const changes of [{ invoice_delivery: 'none' }, { invoice_delivery: null }]) {
      const { events } = after(opened(document(), buildCustomer(changes)), run('2026-01-31'));
      expect(listOf(events, 'RecurringEntryPosted')[0]!.data.occurrences).to.deep.equal([
        { date: '2026-01-31', entry_id: 500, document_id: 800 },
      ]);
    }
  });

  it('is held with its reason, and loses nothing, while it could not be sent, numbered or booked', () => {
    const strict = document({}, { strict: true });
    const cases: readonly (readonly [string, ReturnType<typeof opened>])[] = [
      ['mail_address_missing', opened(document(), buildCustomer({ email: null }))],
      ['peppol_not_registered', opened(document(), buildCustomer({ invoice_delivery: 'peppol' }))],
      ['platform_number_missing', opened(document(), buildCustomer({ invoice_delivery: 'platform' }))],
      ['mention_missing_seller_vat_number', opened(strict)],
    ];
    for (const [code, file] of cases) {
      expect(after(file, run('2026-01-31')).events, code).to.deep.equal([]);
      expect(outlookOf(file, '2026-01-31').map(({ status, problem }) => [status, problem?.code])).to.deep.equal([
        ['held', code],
      ]);
    }
    const locked = replay([buildPeriodLocked(MARCH)], opened());
    const { events, file } = after(locked, run('2026-04-30'));
    expect(numbersOf(events).map(([date]) => date)).to.deep.equal(['2026-01-31', '2026-02-28', '2026-04-30']);
    expect(outlookOf(file, '2026-04-30').map(({ date, problem }) => [date, problem?.code])).to.deep.equal([
      ['2026-03-31', 'period_locked'],
    ]);
  });

  it('is held while its series has no number left', () => {
    const file = opened();
    const [id] = [...getRecords(file.records, numberSeries).byId.entries()].find(
      ([, { data }]) => data.kind === 'invoice',
    )!;
    const changes = { pattern: 'F{year}-{number:1}', next_number: 9 };
    const update = { type: 'UpdateRecord', resource: 'number-series', id, changes, baseVersion: null } as const;
    const narrow = replay(decided(update, file), file);
    const { events, file: full } = after(narrow, run('2026-02-28'));
    expect(numbersOf(events)).to.deep.equal([['2026-01-31', 'F2026-9']]);
    expect(outlookOf(full, '2026-02-28').map(({ date, problem }) => [date, problem?.code])).to.deep.equal([
      ['2026-02-28', 'series_exhausted'],
    ]);
  });

  it('is issued on the day of the last number if a later document was issued meanwhile', () => {
    const proposed = opened(document({ mode: 'propose' }));
    const later = after(proposed, confirm(['2026-02-28'])).file;
    const { events } = after(later, confirm(['2026-01-31'], { ids: { ...confirm([]).ids, documents: [900] } }));
    const [recorded] = listOf(events, 'DocumentRecorded');
    expect(recorded!.data).to.deep.include({ document_date: '2026-02-28', supply_date: '2026-01-31' });
    expect(numbersOf(events)).to.deep.equal([['2026-02-28', '2026-00002']]);
  });

  it('passes numbers that are taken', () => {
    const facts = { ...NO_FACTS, takenNumbers: [{ id: 5, key: '2026-00001' }] };
    expect(numbersOf(after(opened(), run('2026-01-31', { facts })).events)).to.deep.equal([
      ['2026-01-31', '2026-00002'],
    ]);
  });

  it('is refused with fields of other kinds, without a customer or without a text', () => {
    const file = replay([...books, buildCustomer()]);
    const [line] = document().template.lines;
    const { description: _none, ...silent } = line!;
    const wrong = document(
      {},
      { third_party_id: SUPPLIER, reference: 'R', lines: [{ ...line!, amount: '5.00' }, silent] },
    );
    const decision = companyFile.decide(create(wrong), file);
    expect(isRefusal(decision) && decision.problems.map(({ field, code }) => `${field}: ${code}`)).to.include.members([
      'template.reference: recurring_field_of_other_kind',
      'template.lines.0.amount: recurring_field_of_other_kind',
      'template.lines.1.description: required',
      'template.third_party_id: third_party_not_of_direction',
    ]);
    const free = companyFile.decide(create({ ...document(), kind: 'free' }), file);
    expect(isRefusal(free) && free.problems.map(({ field }) => field)).to.include('template.lines.0.description');
  });

  it('keeps its date when its booking is undone: the document has its number and is booked again itself', () => {
    const { events, file } = after(opened(), run('2026-01-31'));
    const { data } = listOf(events, 'RecurringEntryPosted')[0]!;
    const undoing = { file, today: '2026-02-01', facts: NO_UNDO_FACTS, together: events };
    const rule = recurringUndo.RecurringEntryPosted as { revert(data: unknown, undoing: unknown): unknown };
    const context = { ...undoing, only: null, ids: {}, earlier: NO_EARLIER_EVENTS, evolveFacts: evolveUndoFacts };
    expect(rule.revert(data, context)).to.deep.equal([]);
  });
});

describe('The sending of a recurring document', () => {
  const facts: DeliveryFacts = {
    recurring_entry_id: 1,
    entry_id: 500,
    document_id: 800,
    channel: 'mail',
    is_sent: false,
    reason: null,
  };
  const sent = (outcome: DeliveryOutcome, changes: Partial<DeliveryFacts> = {}) =>
    after(opened(), { type: 'RecordDelivery', facts: { ...facts, ...changes }, outcome }).events;

  it('is recorded once', () => {
    const named = { id: 1, version: 2, entry_id: 500, document_id: 800, channel: 'mail' };
    expect(sent({ mail_id: 4 })).to.deep.equal([{ type: 'RecurringDocumentSent', data: { ...named, mail_id: 4 } }]);
    expect(sent({ mail_id: 5 }, { is_sent: true })).to.deep.equal([]);
    expect(sent({ reason: 'mail_not_configured' }, { is_sent: true })).to.deep.equal([]);
  });

  it('that failed is recorded with its reason, and again only for another one', () => {
    const [event] = sent({ reason: 'mail_not_configured' });
    expect(event).to.deep.include({ type: 'RecurringDocumentNotSent' });
    expect(sent({ reason: 'mail_not_configured' }, { reason: 'mail_not_configured' })).to.deep.equal([]);
    expect(sent({ reason: 'mail_quota_exceeded' }, { reason: 'mail_not_configured' })).to.have.length(1);
  });

  it('outlives its template', () => {
    const file = opened();
    const trashed = after(file, { type: 'TrashRecurringEntry', id: 1, baseVersion: null }).file;
    const purged = { type: 'RecurringEntriesPurged', data: { recurring_entries: [{ id: 1, version: 2 }] } };
    const gone = replay([purged], trashed);
    const { events, file: end } = after(gone, { type: 'RecordDelivery', facts, outcome: { mail_id: 4 } });
    expect(events).to.have.length(1);
    expect(end.recurringEntries).to.deep.equal({});
  });
});
