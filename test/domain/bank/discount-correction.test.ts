import { expect } from 'chai';
import { accounts } from '../../../domain/accounts/account.ts';
import {
  buildDiscountCorrection,
  planDiscountCorrections,
  type DiscountCorrections,
} from '../../../domain/bank/discount-correction.ts';
import type { DocumentEvent } from '../../../domain/documents/document-events.ts';
import { NO_RELATED } from '../../../domain/documents/references.ts';
import type { PostedEntry } from '../../../domain/ledger/entry-events.ts';
import { numberSeries } from '../../../domain/number-series/series.ts';
import { findIdByKey, getRecords } from '../../../domain/records/state.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { decided, findVatCodeId, replay } from '../../support/company-file-samples.ts';
import { CUSTOMER, fileOf, INCOME } from '../ledger/documents.ts';
import { booking, documentLine, factsAfter, recordDocument } from '../documents/samples.ts';

describe('The correction of a sale whose discount is taken', () => {
  const { file: opened } = fileOf('FR');
  const id = (number: string) => findIdByKey(opened.records, accounts, 'number', number)!;
  const sold = decided(
    recordDocument(
      {
        direction: 'sale',
        third_party_id: CUSTOMER,
        number: 'V-1',
        lines: [documentLine('100.00', 'S-20', { account: INCOME.FR })],
        discount: { percent: '2', days: 8, amount: null, until: null },
      },
      { booking: booking() },
    ),
    opened,
  );
  const file = replay(sold, opened);
  const facts = factsAfter(sold);
  const sale = { ...facts, last_entry_id: facts.last_entry_id! };
  const vat_code_id = findVatCodeId('S-20', opened);
  const side = (account_id: number, debit: string, credit: string, code?: number) => ({
    id: account_id,
    account_id,
    debit,
    credit,
    label: null,
    third_party_id: null,
    ...(code && { vat_code_id: code }),
  });
  const paid = (date = '2026-03-20') =>
    ({
      id: 90,
      entry_date: date,
      lines: [
        side(id('512000'), '117.60', '0.00'),
        side(id('411000'), '0.00', '120.00'),
        side(id('665000'), '2.00', '0.00', vat_code_id),
        side(id('445711'), '0.40', '0.00', vat_code_id),
      ],
    }) as unknown as PostedEntry;
  const corrections = (changes: Partial<DiscountCorrections> = {}): DiscountCorrections => ({
    sales: [sale],
    waiting: [],
    documentIds: [601],
    lineIds: [9_101],
    takenNumbers: [],
    related: { ...NO_RELATED, documents: new Map([[facts.id, facts]]) },
    ...changes,
  });
  const correct = (given: DiscountCorrections | undefined, entry = paid(), known = file): readonly DocumentEvent[] => {
    const made = buildDiscountCorrection(entry, new Set([sale.last_entry_id]), given, known);
    if (isRefusal(made)) throw new Error(JSON.stringify(made));
    return made;
  };

  it('is a credit note with a number, booked by the entry of the payment', () => {
    const [recorded, booked] = correct(corrections());
    expect(recorded!.data).to.deep.include({
      id: 601,
      is_credit_note: true,
      document_date: '2026-03-20',
      amount_net: '2.00',
      amount_gross: '2.40',
      credits: [{ document_id: facts.id, number: 'V-1', date: '2026-03-15' }],
    });
    expect(booked).to.deep.include({ type: 'DocumentBooked' });
    expect(booked!.data).to.include({ id: 601, version: 2, entry_id: 90 }).and.to.have.property('number');
  });

  it('is the same one again after the payment was undone', () => {
    const waiting = [{ id: 601, version: 3, amount_gross: '2.40', sale_id: facts.id }];
    const data = { id: 601, version: 4, entry_id: 90, third_party_id: CUSTOMER };
    expect(correct(corrections({ waiting }))).to.deep.equal([{ type: 'DocumentBooked', data }]);
  });

  it('has the date of the last number if it is later, because numbers follow the dates', () => {
    const later = replay(correct(corrections(), paid('2026-04-30')), file);
    const next = corrections({ documentIds: [602], lineIds: [9_102] });
    const [recorded] = correct(next, paid('2026-03-20'), later);
    expect(recorded!.data).to.include({ id: 602, document_date: '2026-04-30' });
  });

  it('is one for each sale of the payment, with numbers in a row, and each has its share', () => {
    const larger = {
      ...sale,
      id: 7,
      number: 'V-2',
      last_entry_id: 8,
      lines: [{ ...facts.lines[0]!, amount_net: '50.00' }],
    };
    const second = { ...larger, discount: { ...facts.discount!, amount: '1.00' } };
    const related = {
      ...NO_RELATED,
      documents: new Map([
        [facts.id, facts],
        [7, { ...facts, ...second }],
      ]),
    };
    const several = corrections({ sales: [sale, second], documentIds: [601, 602], lineIds: [9_101, 9_102], related });
    const withDiscount = (net: string, tax: string) => ({
      ...paid(),
      lines: [
        ...paid().lines.slice(0, 2),
        side(id('665000'), net, '0.00', vat_code_id),
        side(id('445711'), tax, '0.00', vat_code_id),
      ],
    });
    const plan = (entry: PostedEntry, known = file) => {
      const planned = planDiscountCorrections(entry, new Set([sale.last_entry_id, 8]), several, known);
      if (isRefusal(planned)) throw new Error(JSON.stringify(planned));
      return planned;
    };
    const { events, warnings } = plan(withDiscount('3.00', '0.60'));
    expect(warnings).to.deep.equal([]);
    const notes = events.flatMap((event) =>
      event.type === 'DocumentRecorded' ? [[event.data.id, event.data.amount_gross]] : [],
    );
    expect(notes).to.deep.equal([
      [601, '2.40'],
      [602, '1.20'],
    ]);
    const numbers = events.flatMap(({ data }) => ('number_place' in data ? [data.number_place?.number] : []));
    expect(numbers).to.deep.equal([1, 2]);
    const one = plan(withDiscount('1.00', '0.20'));
    expect(one.events.map(({ data }) => 'id' in data && data.id)).to.deep.equal([602, 602]);
    expect(plan(withDiscount('1.50', '0.30'))).to.deep.equal({
      events: [],
      warnings: [{ code: 'discount_not_attributed', params: { numbers: 'V-1, V-2' } }],
    });
    const series = getRecords(file.records, numberSeries);
    const without = { ...file, records: { ...file.records, 'number-series': { ...series, byId: new Map() } } };
    expect(plan(withDiscount('1.00', '0.20'), without as unknown as typeof file)).to.deep.equal({
      events: [],
      warnings: [{ code: 'discount_without_number', params: { number: 'V-2' } }],
    });
  });

  it('is none without a discounted sale, with several, or where the reduced price was taxed', () => {
    expect(correct(undefined)).to.deep.equal([]);
    expect(correct(corrections({ sales: [] }))).to.deep.equal([]);
    expect(correct(corrections({ sales: [sale, { ...sale, id: 7 }] }))).to.deep.equal([]);
    expect(correct(corrections(), paid(), fileOf('BE').file)).to.deep.equal([]);
    const whole = { ...paid(), lines: paid().lines.slice(0, 2) };
    expect(correct(corrections(), whole)).to.deep.equal([]);
  });
});
