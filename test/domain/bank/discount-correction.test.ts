import { expect } from 'chai';
import { accounts } from '../../../domain/accounts/account.ts';
import { buildDiscountCorrection, type DiscountCorrections } from '../../../domain/bank/discount-correction.ts';
import type { DocumentEvent } from '../../../domain/documents/document-events.ts';
import { NO_RELATED } from '../../../domain/documents/references.ts';
import type { PostedEntry } from '../../../domain/ledger/entry-events.ts';
import { findIdByKey } from '../../../domain/records/state.ts';
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

  it('is none without a discounted sale, with several, or where the reduced price was taxed', () => {
    expect(correct(undefined)).to.deep.equal([]);
    expect(correct(corrections({ sales: [] }))).to.deep.equal([]);
    expect(correct(corrections({ sales: [sale, { ...sale, id: 7 }] }))).to.deep.equal([]);
    expect(correct(corrections(), paid(), fileOf('BE').file)).to.deep.equal([]);
    const whole = { ...paid(), lines: paid().lines.slice(0, 2) };
    expect(correct(corrections(), whole)).to.deep.equal([]);
  });
});
