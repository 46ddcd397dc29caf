import { expect } from 'chai';
import { companyFile, type CompanyFile } from '../../../domain/company-file.ts';
import type { RequestedDocument } from '../../../domain/documents/content.ts';
import { buildNumberKey } from '../../../domain/documents/numbering.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { numberSeries } from '../../../domain/number-series/series.ts';
import { getRecords } from '../../../domain/records/state.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { buildCreateRecord, decided, findJournalId, replay } from '../../support/company-file-samples.ts';
import { CUSTOMER, INCOME } from '../ledger/documents.ts';
import {
  booking,
  decide,
  documentLine,
  factsAfter,
  openedFile,
  postedIn,
  recordDocument,
  recordedIn,
} from './samples.ts';

const sale = (changes: Partial<RequestedDocument> = {}): Partial<RequestedDocument> => ({
  direction: 'sale',
  number: null,
  third_party_id: CUSTOMER,
  lines: [documentLine('100.00', 'S-21', { account: INCOME.BE })],
  ...changes,
});

let lastId = 600;
function record(file: CompanyFile, changes: Partial<RequestedDocument> = {}) {
  const documentId = (lastId += 1);
  const events = decided(recordDocument(sale(changes), { documentId }), file);
  return { file: replay(events, file), facts: factsAfter(events), events };
}

function book(
  file: CompanyFile,
  changes: Partial<RequestedDocument> = {},
  requested: Parameters<typeof booking>[1] = {},
) {
  const made = record(file, changes);
  const command = {
    type: 'BookDocument',
    facts: made.facts,
    booking: booking(1, { entryId: lastId, ...requested }),
    baseVersion: null,
  } as const;
  const decision = decide(command, made.file);
  if (isRefusal(decision))
    return { refusal: decision, number: null, file: made.file, facts: made.facts, events: [] as DomainEvent[] };
  const facts = factsAfter([...made.events, ...decision]);
  return { refusal: null, number: facts.number, file: replay(decision, made.file), facts, events: decision };
}

const find = (kind: string, file: CompanyFile = openedFile) =>
  [...getRecords(file.records, numberSeries).byId.entries()].find(([, { data }]) => data.kind === kind)!;
const change = (kind: string, changes: JsonRecord, file: CompanyFile = openedFile) =>
  replay(
    decided(
      { type: 'UpdateRecord', resource: 'number-series', id: find(kind, file)[0], changes, baseVersion: null },
      file,
    ),
    file,
  );

describe('the number of a document', () => {
  it('is given by the series of its kind when it is booked, never to a draft, and stands on its entry', () => {
    const draft = record(openedFile);
    expect(draft.facts.number).to.equal(null);
    const { number, events, facts, file } = book(draft.file);
    expect([number, facts.number_series_id]).to.deep.equal(['2026-00001', find('invoice')[0]]);
    expect(postedIn(events).reference).to.equal('2026-00001');
    const second = book(file);
    expect(second.number).to.equal('2026-00002');
    const credit = book(second.file, { is_credit_note: true });
    expect(credit.number).to.equal('NC-2026-00001');
    const advance = book(credit.file, { kind: 'advance' });
    expect(advance.number).to.equal('AC-2026-00001');
    expect(book(advance.file).number).to.equal('2026-00003');
  });

  it('is given to quotations and pro formas when they are made', () => {
    const { events, file } = record(openedFile, { kind: 'quotation' });
    expect(recordedIn(events)).to.deep.include({ number: 'DE-2026-00001', number_place: { year: '2026', number: 1 } });
    expect(record(file, { kind: 'quotation' }).facts.number).to.equal('DE-2026-00002');
    expect(record(file, { kind: 'proforma' }).facts.number).to.equal('PF-2026-00001');
  });

  it('follows the date: an earlier one is refused, the same one passes', () => {
    const { file } = book(openedFile, { document_date: '2026-05-10' });
    expect(book(file, { document_date: '2026-05-09' }).refusal).to.deep.include({
      code: 'number_out_of_order',
      problems: [
        { code: 'number_out_of_order', field: 'document_date', params: { date: '2026-05-10', series: 'INVOICE' } },
      ],
    });
    expect(book(file, { document_date: '2026-05-10' }).number).to.equal('2026-00002');
    expect(book(file, { document_date: '2026-05-09', is_credit_note: true }).number).to.equal('NC-2026-00001');
  });

  it('begins again in each fiscal year, or never', () => {
    const requested = { code: null, starts_on: '2027-01-01', ends_on: '2027-12-31' };
    const periodIds = Array.from({ length: 12 }, (_, index) => 77_000 + index);
    const next = decided({ type: 'OpenFiscalYear', id: 77, periodIds, requested }, openedFile);
    const file = replay(next, openedFile);
    const first = book(file, { document_date: '2027-01-05' });
    expect(first.number).to.equal('2027-00001');
    const earlier = book(first.file, { document_date: '2026-12-30' });
    expect(earlier.number).to.equal('2026-00001');
    const never = change('invoice', { restart: 'never', pattern: 'F{number:3}' }, file);
    const one = book(never, { document_date: '2026-12-30' });
    expect([one.number, book(one.file, { document_date: '2027-01-05' }).number]).to.deep.equal(['F001', 'F002']);
  });

  it('is refused when the width of its pattern is used up', () => {
    const file = change('invoice', { pattern: '{yy}{month}/{number:1}', next_number: 9 });
    const last = book(file);
    expect(last.number).to.equal('2603/9');
    expect(book(last.file).refusal).to.deep.include({ code: 'series_exhausted' });
  });

  it('of another program is kept where the series allows it, unless another document has it', () => {
    expect(book(openedFile, { number: 'SHOP 7' }).number).to.equal('SHOP 7');
    const key = buildNumberKey({ direction: 'sale', kind: 'invoice', number: 'shop7' })!;
    expect(key).to.equal('SHOP7');
    const takenNumbers = [{ id: 9, key }];
    expect(decide(recordDocument(sale({ number: 'Shop 7' }), { takenNumbers }), openedFile)).to.deep.include({
      code: 'number_taken',
    });
    expect(book(openedFile, { number: 'shop 7' }, { takenNumbers }).refusal).to.deep.include({ code: 'number_taken' });
    const strict = change('invoice', { allows_own_numbers: false });
    expect(decide(recordDocument(sale({ number: 'Shop 7' })), strict)).to.deep.include({
      code: 'own_number_not_allowed',
    });
    expect(decide(recordDocument(sale({ number: 'Shop 7', is_credit_note: true })), strict)).to.have.length(1);
  });

  it('skips those that documents brought along', () => {
    const takenNumbers = [
      { id: 8, key: '2026-00001' },
      { id: 9, key: '2026-00002' },
    ];
    const third = book(openedFile, {}, { takenNumbers });
    expect(third.number).to.equal('2026-00003');
    expect(book(third.file).number).to.equal('2026-00004');
  });

  it('comes from the series that the document names, in the journal of that series', () => {
    const extra = buildCreateRecord('number-series', 990, {
      code: 'SHOP',
      label: 'Boutique',
      kind: 'invoice',
      pattern: 'B-{year}-{number:4}',
      journal_id: findJournalId('VEN'),
    });
    const file = replay(decided(extra, openedFile), openedFile);
    const { number, facts } = book(file, { number_series_id: 990 });
    expect([number, facts.number_series_id]).to.deep.equal(['B-2026-0001', 990]);
    expect(book(file).number).to.equal('2026-00001');
    const named = (changes: Partial<RequestedDocument>) =>
      decide(recordDocument(sale({ number_series_id: 990, ...changes })), file);
    expect(named({ is_credit_note: true })).to.deep.equal({
      refused: true,
      problems: [{ code: 'series_of_other_kind', field: 'number_series_id' }],
    });
    const wrong = book(file, { number_series_id: 990 }, { journal_id: findJournalId('NCV') });
    expect(wrong.refusal!.problems[0]).to.include({ code: 'journal_not_of_series', field: 'journal_id' });
  });

  it('stays with the document when its booking is undone, and when it is booked again', () => {
    const booked = book(openedFile);
    const unbooked = [
      {
        type: 'DocumentUnbooked',
        data: { id: booked.facts.id, version: 3, entry_id: booked.facts.last_entry_id!, third_party_id: CUSTOMER },
      },
    ] as const;
    const file = replay(unbooked, booked.file);
    const facts = { ...booked.facts, is_booked: false, version: 3 };
    const again = decided(
      { type: 'BookDocument', facts, booking: booking(1, { entryId: 990 }), baseVersion: null },
      file,
    );
    expect(postedIn(again).reference).to.equal('2026-00001');
    expect(again.at(-1)!.data).not.to.have.property('number');
    expect(book(file).number).to.equal('2026-00002');
    expect(decide({ type: 'TrashDocument', facts, baseVersion: null }, file)).to.deep.include({
      code: 'document_issued',
    });
    const changed = (changes: object) =>
      decide({ type: 'ChangeDocument', facts, changes, lineIds: [], baseVersion: null, sameDocuments: [] }, file);
    for (const changes of [{ number: 'X' }, { document_date: '2026-03-01' }, { number_series_id: null }])
      expect(changed(changes)).to.deep.include({ code: 'document_issued' });
    expect(changed({ notes: 'Corrected' })).to.have.length(1);
  });

  it('comes from new default series in a file that was opened before there were any', () => {
    const empty: CompanyFile = {
      ...openedFile,
      records: { ...openedFile.records, 'number-series': companyFile.initialState.records['number-series']! },
    };
    expect(book(empty).refusal).to.deep.include({ code: 'no_number_series' });
    const seriesIds = [1, 2, 3, 4, 5, 6];
    const { number, file } = book(empty, {}, { seriesIds });
    expect([number, getRecords(file.records, numberSeries).byId.size]).to.deep.equal(['2026-00001', 6]);
  });

  it('is remembered by a snapshot', () => {
    const { file } = book(openedFile);
    const { pack, unpack } = companyFile.snapshot;
    const restored = unpack(JSON.parse(JSON.stringify(pack(file))) as ReturnType<typeof pack>) as CompanyFile;
    expect(book(restored).number).to.equal('2026-00002');
  });
});

describe('a number series', () => {
  const create = (data: JsonRecord) =>
    buildCreateRecord('number-series', 991, {
      code: 'X1',
      label: 'X',
      kind: 'invoice',
      journal_id: findJournalId('VEN'),
      pattern: 'X{year}-{number:4}',
      ...data,
    });
  const refusedBy = (data: JsonRecord, field: string, code: string) => {
    const decision = decide(create(data), openedFile);
    expect(isRefusal(decision) && decision.problems.map((one) => [one.field, one.code])).to.deep.equal([[field, code]]);
  };

  it('is refused with a wrong pattern, without a year that it restarts in, or without a journal', () => {
    for (const pattern of [
      'X{year}',
      '{number}{number:3}',
      '{nummer:4}{year}',
      '{year}-{number:10}',
      '{year}-{number:4',
    ])
      refusedBy({ pattern }, 'pattern', 'series_pattern_invalid');
    refusedBy({ pattern: 'X{number:4}' }, 'pattern', 'series_pattern_without_year');
    refusedBy({ journal_id: null }, 'journal_id', 'series_without_journal');
    refusedBy({ journal_id: findJournalId('ACH') }, 'journal_id', 'journal_not_of_direction');
    expect(
      decide(create({ kind: 'quotation', journal_id: null, restart: 'never', pattern: 'Q{number}' }), openedFile),
    ).to.have.length(1);
  });

  it('is the only default one of its kind and journal', () => {
    const file = replay(decided(create({ is_default: true }), openedFile), openedFile);
    expect(find('invoice', file)[1].data.is_default).to.equal(false);
    expect(book(file).number).to.equal('X2026-0001');
  });

  it('can be deleted while no document names it, and keeps its kind once it gave a number', () => {
    const [id] = find('invoice');
    const trash = { type: 'TrashRecord', resource: 'number-series', id, baseVersion: null } as const;
    expect(decide(trash, openedFile)).to.have.length(1);
    const { file } = book(openedFile);
    expect(decide(trash, file)).to.deep.include({ code: 'in_use' });
    expect(decide(trash, record(openedFile, { number_series_id: id }).file)).to.deep.include({ code: 'in_use' });
    const update = { type: 'UpdateRecord', resource: 'number-series', id, baseVersion: null } as const;
    expect(decide({ ...update, changes: { kind: 'advance' } }, file)).to.deep.include({
      problems: [{ code: 'not_editable', field: 'kind' }],
    });
  });

  it('goes on from the number that a manager sets, but not back', () => {
    const { file } = book(change('invoice', { next_number: 41 }));
    expect(find('invoice', file)[1].data.next_number).to.equal(41);
    const update = {
      type: 'UpdateRecord',
      resource: 'number-series',
      id: find('invoice')[0],
      baseVersion: null,
    } as const;
    expect(decide({ ...update, changes: { next_number: 40 } }, file)).to.deep.include({
      problems: [{ code: 'next_number_given', field: 'next_number', params: { next: 42 } }],
    });
    expect(book(change('invoice', { next_number: 50 }, file)).number).to.equal('2026-00050');
  });
});
