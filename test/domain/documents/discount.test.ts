import { expect } from 'chai';
import type { RequestedDocument } from '../../../domain/documents/content.ts';
import type { PaymentDiscount } from '../../../domain/documents/terms.ts';
import type { PostedEntry } from '../../../domain/ledger/entry-events.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { accounts } from '../../../domain/accounts/account.ts';
import { getRecords } from '../../../domain/records/state.ts';
import { decided } from '../../support/company-file-samples.ts';
import { COST, CUSTOMER, fileOf, INCOME } from '../ledger/documents.ts';
import { booking, decide, documentLine, openedFile, postedIn, recordDocument, recordedIn } from './samples.ts';

const discount = (changes: Partial<PaymentDiscount> = {}): PaymentDiscount => ({
  percent: '2',
  days: 8,
  amount: null,
  until: null,
  ...changes,
});

/** Lines of an entry: account, debit, credit. */
const told = ({ lines }: PostedEntry, file = openedFile) =>
  lines.map(({ account_id, debit, credit }) => [
    getRecords(file.records, accounts).byId.get(account_id)!.data.number,
    debit,
    credit,
  ]);

describe('a discount for early payment', () => {
  const sale = (changes: Partial<RequestedDocument> = {}, country: 'BE' | 'FR' | 'LU' = 'BE') => {
    const { file } = fileOf(country);
    const code = { BE: 'S-21', FR: 'S-20', LU: 'S-17' }[country];
    const document = {
      direction: 'sale' as const,
      third_party_id: CUSTOMER,
      number: 'V-1',
      lines: [documentLine('100.00', code, { account: INCOME[country] })],
      discount: discount(),
      ...changes,
    };
    const command = recordDocument(document, { booking: booking(document.lines.length) });
    return { command, file };
  };

  it('is outside the base in Belgium from the start, taken or not', () => {
    const { command, file } = sale();
    const events = decided(command, file);
    expect(recordedIn(events)).to.deep.include({
      amount_net: '100.00',
      amount_vat: '20.58',
      amount_gross: '120.58',
      discount: { percent: '2', days: 8, amount: '2.00', until: '2026-03-23' },
    });
    expect(recordedIn(events).vat.map(({ base, tax }) => [base, tax])).to.deep.equal([['98.00', '20.58']]);
    expect(told(postedIn(events), file)).to.deep.equal([
      ['700000', '0.00', '100.00'],
      ['451000', '0.00', '20.58'],
      ['400000', '120.58', '0.00'],
    ]);
  });

  for (const [country, gross] of [
    ['FR', '120.00'],
    ['LU', '117.00'],
  ] as const)
    it(`is taxed on the full price in ${country} until it is taken`, () => {
      const { command, file } = sale({}, country);
      const recorded = recordedIn(decided(command, file));
      expect(recorded.amount_gross).to.equal(gross);
      expect(recorded.discount).to.deep.include({ amount: '2.00' });
    });

  it('is shared by rate, and taken off purchases too', () => {
    const lines = [
      documentLine('100.00', 'P-S-21'),
      documentLine('50.00', 'P-S-6', { account: COST.BE }),
      documentLine('-10.00', 'P-S-21'),
    ];
    const recorded = recordedIn(decided(recordDocument({ lines, discount: discount({ percent: '3' }) }), openedFile));
    expect(recorded.discount!.amount).to.equal('4.20');
    expect(recorded.vat.map(({ base, tax }) => [base, tax])).to.deep.equal([
      ['87.30', '18.33'],
      ['48.50', '2.91'],
    ]);
  });

  it('reduces the credited tax of a credit note in the same way', () => {
    const { command, file } = sale({ is_credit_note: true });
    expect(recordedIn(decided(command, file))).to.deep.include({ amount_vat: '20.58', amount_gross: '120.58' });
  });

  it('leaves what is outside the tax alone', () => {
    const lines = [documentLine('100.00', 'S-NA', { account: INCOME.BE })];
    const { command, file } = sale({ lines });
    expect(recordedIn(decided(command, file)).vat[0]).to.deep.include({ base: '100.00', tax: '0.00' });
  });

  it('needs a size and an end, and is less than the price', () => {
    const fieldsOf = (given: PaymentDiscount) => {
      const outcome = decide(recordDocument({ discount: given }), openedFile);
      return isRefusal(outcome) ? outcome.problems.map(({ code, field }) => `${code} ${field}`) : [];
    };
    expect(fieldsOf(discount({ percent: null }))).to.deep.equal(['required discount.percent']);
    expect(fieldsOf(discount({ days: null }))).to.deep.equal(['required discount.days']);
    expect(fieldsOf(discount({ percent: '100' }))).to.deep.equal(['discount_out_of_range discount']);
    expect(fieldsOf(discount({ percent: null, amount: '0.00' }))).to.deep.equal(['discount_out_of_range discount']);
    expect(fieldsOf(discount({ days: null, until: '2026-03-14' }))).to.deep.equal([
      'discount_before_document_date discount.until',
    ]);
    expect(fieldsOf(discount({ percent: null, amount: '1.50', days: null, until: '2026-03-20' }))).to.deep.equal([]);
  });
});
