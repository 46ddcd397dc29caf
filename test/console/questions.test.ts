import { expect } from 'chai';
import { createFacts, collectFacts, type Facts } from '../../console/audit/facts.ts';
import { getDayAndHour } from '../../console/audit/book-day.ts';
import type { Question } from '../../console/audit/finding.ts';
import { computeDigitShares } from '../../console/audit/first-digits.ts';
import { QUESTIONS, type QuestionName } from '../../console/audit/questions.ts';
import type { LogEvent } from '../../console/history/chain.ts';
import type { JsonRecord } from '../../domain/json.ts';

const ADA = 1;
const BOB = 2;

/** A log in the making: facts of events that are told one after another. */
function told() {
  const facts = createFacts();
  const say = (type: string, data: JsonRecord, recordedAt: string, user: number | null = ADA): void =>
    collectFacts(facts, {
      id: '',
      stream: 'company-1',
      revision: 0,
      position: 0,
      version: 1,
      previous_hash: null,
      hash: '',
      type,
      data,
      recorded_at: recordedAt,
      metadata: {
        user_id: user,
        operation_id: `${type} ${recordedAt}`,
        recorded_at: recordedAt,
        prev_hash: null,
        hash: '',
      },
    } satisfies LogEvent);
  let id = 0;
  const post = (recordedAt: string, fields: JsonRecord = {}, user: number | null = ADA): number => {
    id += 1;
    const total = (fields['total'] ?? '121.00') as string;
    const lines = [
      { id: 2 * id, account_id: 1, debit: total, credit: '0.00' },
      { id: 2 * id + 1, account_id: 2, debit: '0.00', credit: total },
    ];
    const entry = {
      id,
      journal_code: 'VEN',
      fiscal_year_code: '2026',
      fiscal_year_id: 9,
      period_id: 3,
      number: id,
      total,
    };
    say(
      'EntryPosted',
      {
        ...entry,
        entry_date: '2026-03-10',
        label: null,
        reference: null,
        third_party_id: null,
        origin: 'invoice',
        lines,
        ...fields,
      },
      recordedAt,
      user,
    );
    return id;
  };
  const year = { id: 9, code: '2026', periods: [{ id: 3, number: 3, starts_on: '2026-03-01', ends_on: '2026-03-31' }] };
  say('FiscalYearOpened', year, '2026-01-01T08:00:00Z');
  return { facts, say, post };
}

function answers(name: QuestionName, facts: Facts): readonly Readonly<Record<string, string | number | undefined>>[] {
  const question: Question = QUESTIONS[name];
  return question.answer(facts, 'BE').map(({ entryId, operationId, cells }) => ({ entryId, operationId, ...cells }));
}

describe('The questions of auditors', () => {
  it('know the day and the hour of the books, in summer and in winter', () => {
    expect(getDayAndHour('2026-03-31T22:30:00.123456Z')).to.deep.equal({ day: '2026-04-01', hour: 0 });
    expect(getDayAndHour('2026-01-31T22:30:00Z')).to.deep.equal({ day: '2026-01-31', hour: 23 });
  });

  it('find entries that came after the end of their period, with how late', () => {
    const { facts, post } = told();
    post('2026-03-31T21:59:59Z'); // 23:59 in Brussels
    const late = post('2026-04-02T08:00:00Z');
    post('2026-04-02T08:00:00Z', { origin: 'closing' });
    expect(answers('late', facts)).to.have.length(1);
    expect(answers('late', facts)[0]).to.include({ entryId: late, days: 2 });
  });

  it('find what was posted at night, at weekends and on holidays', () => {
    const { facts, post } = told();
    post('2026-03-10T09:00:00Z');
    const night = post('2026-03-10T22:30:00Z');
    const sunday = post('2026-03-08T10:00:00Z');
    const national = post('2026-07-21T10:00:00Z');
    expect(answers('odd_hours', facts).map(({ entryId, why }) => [entryId, why])).to.deep.equal([
      [night, 'night'],
      [sunday, 'holiday'],
      [national, 'holiday'],
    ]);
  });

  it('find reversals and undos, and who did them', () => {
    const { facts, say, post } = told();
    const first = post('2026-03-10T09:00:00Z');
    const back = post('2026-03-11T09:00:00Z', { reversed_entry_id: first, origin: 'reversal' }, BOB);
    say('OperationReverted', { operation_id: 'abc' }, '2026-03-12T09:00:00Z', BOB);
    const found = answers('taken_back', facts);
    expect(found.map(({ user, why, label }) => [user, why, label])).to.deep.equal([
      [BOB, 'reversal', ''],
      [BOB, 'undo', 'abc'],
    ]);
    expect(found[0]!.entryId).to.equal(back);
  });

  it('find an IBAN that was changed before a payment to it, and not one that was paid long after', () => {
    const { facts, say } = told();
    const party = { id: 5, data: { name: 'Dupont', ibans: ['BE1'] } };
    say('RecordsCreated', { resource: 'third-parties', records: [party] }, '2026-01-02T09:00:00Z');
    const change = { resource: 'third-parties', id: 5, version: 2 };
    say(
      'RecordUpdated',
      { ...change, changes: { ibans: ['BE2'] }, previous: { ibans: ['BE1'] } },
      '2026-03-01T09:00:00Z',
      BOB,
    );
    const paying = (iban: string) => ({
      id: 1,
      type: 'credit_transfer',
      payments: [{ third_party_id: 5, amount: '900.00', iban }],
    });
    say('SepaFileCreated', paying('BE1'), '2026-03-02T09:00:00Z');
    say('SepaFileCreated', paying('BE2'), '2026-03-04T09:00:00Z');
    say('SepaFileCreated', paying('BE2'), '2026-08-04T09:00:00Z');
    expect(
      answers('iban_changes', facts).map(({ party: name, after, days, user }) => [name, after, days, user]),
    ).to.deep.equal([['Dupont', 'BE2', 3, BOB]]);
  });

  it('find missing and doubled numbers, and the same invoice twice unless one was taken back', () => {
    const { facts, post } = told();
    post('2026-03-10T09:00:00Z', { reference: 'F-1', third_party_id: 5 });
    post('2026-03-10T09:00:00Z', { reference: 'f 1', third_party_id: 5 });
    post('2026-03-10T09:00:00Z', { number: 6, reference: 'F-2', third_party_id: 5 });
    const taken = post('2026-03-10T09:00:00Z', { number: 6, reference: 'F-2', third_party_id: 5 });
    post('2026-03-10T09:00:00Z', { number: 7, origin: 'reversal', reversed_entry_id: taken });
    expect(answers('gaps', facts).map(({ why, detail, times }) => [why, detail, times])).to.deep.equal([
      ['gap', '3–5', 3],
      ['number_twice', '6', 2],
      ['duplicate', ' F-1 121.00', 2],
    ]);
  });

  it('find round amounts, and how often each digit comes first', () => {
    const { facts, post } = told();
    post('2026-03-10T09:00:00Z', { total: '5000.00' });
    post('2026-03-10T09:00:00Z', { total: '500.00' });
    post('2026-03-10T09:00:00Z', { total: '0.07' });
    expect(answers('round_amounts', facts)).to.have.length(1);
    const digits = computeDigitShares(facts.entries);
    expect(digits.map(({ times }) => times)).to.deep.equal([0, 0, 0, 0, 4, 0, 2, 0, 0]);
    expect(digits.reduce((sum, { expected }) => sum + expected, 0)).to.be.closeTo(1, 1e-9);
  });

  it('find people who approve what they have posted', () => {
    const { facts, say, post } = told();
    const own = post('2026-03-10T09:00:00Z', { vat: [] });
    const other = post('2026-03-10T09:00:00Z', { vat: [] }, BOB);
    say('ImportValidated', { id: 1, document_id: 1, entry_id: own }, '2026-03-10T09:00:01Z');
    say('ImportValidated', { id: 2, document_id: 2, entry_id: other }, '2026-03-10T09:00:01Z');
    say('VatDeclarationDrawnUp', { id: 4, starts_on: '2026-03-01', ends_on: '2026-03-31' }, '2026-04-02T09:00:00Z');
    say('VatDeclarationValidated', { id: 4 }, '2026-04-03T09:00:00Z', BOB);
    say('FiscalYearClosed', { id: 9 }, '2027-02-01T09:00:00Z', 3);
    expect(answers('same_person', facts).map(({ user, why, times }) => [user, why, times])).to.deep.equal([
      [ADA, 'document', 1],
      [BOB, 'vat_return', 1],
    ]);
  });

  it('find what came to a period after its return was filed', () => {
    const { facts, say, post } = told();
    post('2026-03-20T09:00:00Z', { vat: [] });
    say('VatDeclarationDrawnUp', { id: 4, starts_on: '2026-03-01', ends_on: '2026-03-31' }, '2026-04-02T09:00:00Z');
    say('VatDeclarationFiled', { id: 4, filed_on: '2026-04-20', reference: null }, '2026-04-20T09:00:00Z');
    const late = post('2026-05-02T09:00:00Z', { entry_date: '2026-05-02', tax_point: '2026-03-15', vat: [] });
    post('2026-05-02T09:00:00Z', { entry_date: '2026-03-15' });
    expect(answers('since_filed', facts).map(({ entryId }) => entryId)).to.deep.equal([late]);
    say('VatDeclarationReopened', { id: 4 }, '2026-05-03T09:00:00Z');
    expect(answers('since_filed', facts)).to.deep.equal([]);
  });

  it('leave out what is recorded as late as usual in the file', () => {
    const { facts, post } = told();
    for (let day = 1; day <= 40; day += 1) post(`2026-04-${day <= 20 ? '03' : '12'}T08:00:00Z`);
    expect(answers('late', facts)).to.deep.equal([]);
    post('2026-04-19T08:00:00Z'); // a week later than the latest of the others
    const late = post('2026-04-20T08:00:00Z');
    post('2026-06-20T08:00:00Z', { origin: 'vat_settlement' });
    expect(answers('late', facts).map(({ entryId, days }) => [entryId, days])).to.deep.equal([[late, 20]]);
  });

  it('leave out the hours at which a person often works, and what no person did', () => {
    const { facts, post } = told();
    for (let count = 0; count < 45; count += 1) post('2026-03-10T09:00:00Z');
    for (let count = 0; count < 6; count += 1) post('2026-03-07T09:00:00Z'); // Saturdays
    const sunday = post('2026-03-08T09:00:00Z');
    const other = post('2026-03-07T09:00:00Z', {}, BOB);
    post('2026-03-08T02:00:00Z', {}, null);
    post('2026-03-08T02:00:00Z', { origin: 'depreciation' });
    expect(answers('odd_hours', facts).map(({ entryId }) => entryId)).to.deep.equal([sunday, other]);
  });

  it('leave out slips that somebody corrects on the same day', () => {
    const { facts, say, post } = told();
    const slip = post('2026-03-10T09:00:00Z');
    post('2026-03-10T15:00:00Z', { reversed_entry_id: slip, origin: 'reversal' });
    say('OperationReverted', { operation_id: 'EntryPosted 2026-03-10T09:00:00Z' }, '2026-03-10T09:00:10Z');
    expect(answers('taken_back', facts)).to.deep.equal([]);
    say('OperationReverted', { operation_id: 'EntryPosted 2026-03-10T09:00:00Z' }, '2026-03-11T09:00:00Z');
    expect(answers('taken_back', facts)).to.have.length(1);
  });

  it('leave out a first IBAN, and tell one payment for a change', () => {
    const { facts, say } = told();
    const change = { resource: 'third-parties', id: 5, version: 2 };
    const update = (previous: string[], changed: string[], at: string) =>
      say('RecordUpdated', { ...change, changes: { ibans: changed }, previous: { ibans: previous } }, at);
    const payments = [{ third_party_id: 5, amount: '900.00', iban: 'BE2' }];
    update([], ['BE1'], '2026-02-01T09:00:00Z');
    update(['BE1'], ['BE2'], '2026-03-01T09:00:00Z');
    for (const day of ['04', '11'])
      say('SepaFileCreated', { id: 1, type: 'credit_transfer', payments }, `2026-03-${day}T09:00:00Z`);
    expect(answers('iban_changes', facts).map(({ before, days }) => [before, days])).to.deep.equal([['BE1', 3]]);
  });

  it('leave out round amounts that were agreed, computed, or are small in the file', () => {
    const { facts, post } = told();
    for (let count = 0; count < 3; count += 1) post('2026-03-10T09:00:00Z', { total: '2000.00', third_party_id: 5 });
    post('2026-03-10T09:00:00Z', { total: '8000.00', origin: 'depreciation' });
    const once = post('2026-03-10T09:00:00Z', { total: '2000.00', third_party_id: 6 });
    expect(answers('round_amounts', facts).map(({ entryId }) => entryId)).to.deep.equal([once]);
    for (let count = 0; count < 40; count += 1) post('2026-03-10T09:00:00Z', { total: '9876.54' });
    expect(answers('round_amounts', facts)).to.deep.equal([]);
  });

  it('tell the digits that differ clearly from what is expected', () => {
    const { facts, post } = told();
    const times = [301, 176, 125, 97, 79, 67, 58, 51, 46];
    for (const [index, count] of times.entries())
      for (let some = 0; some < count; some += 1) post('2026-03-10T09:00:00Z', { total: `${index + 1}23.45` });
    expect(answers('benford', facts)).to.deep.equal([]);
    for (let some = 0; some < 60; some += 1) post('2026-03-10T09:00:00Z', { total: '999.99' });
    expect(answers('benford', facts).map(({ digit, why }) => [digit, why])).to.deep.equal([[9, 'too_often']]);
  });

  it('tell once what a person approves again and again in a year', () => {
    const { facts, say, post } = told();
    for (let id = 1; id <= 30; id += 1) {
      const entry = post('2026-03-10T09:00:00Z');
      say('ImportValidated', { id, document_id: id, entry_id: entry }, `2026-03-10T09:00:${9 + id}Z`);
    }
    expect(answers('same_person', facts).map(({ why, detail, times }) => [why, detail, times])).to.deep.equal([
      ['document', '2026', 30],
    ]);
  });

  it('find what was typed on VAT accounts after the return was filed, and sales after the listing', () => {
    const { facts, say, post } = told();
    const code = { id: 7, data: { code: 'P-21', due_account_id: null, deductible_account_id: 1 } };
    say('RecordsCreated', { resource: 'vat-codes', records: [code] }, '2026-01-02T09:00:00Z');
    const parties = [
      { id: 5, data: { type: 'customer', name: 'Dupont' } },
      { id: 6, data: { type: 'supplier', name: 'Durand' } },
    ];
    say('RecordsCreated', { resource: 'third-parties', records: parties }, '2026-01-02T09:00:00Z');
    say('VatDeclarationDrawnUp', { id: 4, starts_on: '2026-03-01', ends_on: '2026-03-31' }, '2026-04-02T09:00:00Z');
    say('VatDeclarationFiled', { id: 4, filed_on: '2026-04-20', reference: null }, '2026-04-20T09:00:00Z');
    const typed = post('2026-05-02T09:00:00Z', { origin: 'free' });
    post('2026-05-02T09:00:00Z', { origin: 'vat_settlement' });
    const listing = { id: 8, kind: 'customer_listing', year: 2026, period: 1 };
    say('VatListingFiled', { ...listing, version: 1 }, '2027-01-20T09:00:00Z', BOB);
    say('VatListingFiled', { ...listing, version: 2 }, '2027-03-20T09:00:00Z', BOB);
    const entry_date = '2026-12-18';
    const sold = post('2027-02-02T09:00:00Z', { entry_date, vat: [], third_party_id: 5 });
    post('2027-02-02T09:00:00Z', { entry_date, vat: [], third_party_id: 6 });
    post('2027-02-02T09:00:00Z', { entry_date, third_party_id: 5 });
    expect(answers('since_filed', facts).map(({ entryId, detail }) => [entryId, detail])).to.deep.equal([
      [typed, '2026-03-01 – 2026-03-31'],
      [sold, '2026-01-01 – 2026-12-31'],
    ]);
  });
});
