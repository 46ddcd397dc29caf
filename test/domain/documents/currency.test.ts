import { expect } from 'chai';
import fc from 'fast-check';
import type { BookDocument } from '../../../domain/documents/booking.ts';
import type { RequestedDocument } from '../../../domain/documents/content.ts';
import { computeBaseAmounts } from '../../../domain/documents/document-rates.ts';
import { upcastEvent } from '../../../domain/event-catalogue.ts';
import type { PostedEntry } from '../../../domain/ledger/entry-events.ts';
import { add, fromCents, subtract, sum } from '../../../domain/money.ts';
import { decided } from '../../support/company-file-samples.ts';
import { CUSTOMER, inShort, INCOME } from '../ledger/documents.ts';
import { booking, documentLine, openedFile, postedIn, recordDocument, recordedIn, withDocument } from './samples.ts';

const book = ({ facts }: Pick<BookDocument, 'facts'>, changes: Parameters<typeof booking>[1] = {}): BookDocument => ({
  type: 'BookDocument',
  facts,
  booking: booking(facts.lines.length, changes),
  baseVersion: null,
});

function bookedWith(fields: Partial<RequestedDocument>) {
  const document = withDocument(fields);
  return { facts: document.facts, entry: postedIn(decided(book(document), document.file)) };
}

const soldFor = (amount: string, code = 'S-21') => documentLine(amount, code, { account: INCOME.BE });
const sale = { direction: 'sale', third_party_id: CUSTOMER, number: 'V-1' } as const;

const inCurrency = ({ lines }: PostedEntry) =>
  lines.map(({ currency, currency_amount, exchange_rate }) => `${currency} ${currency_amount} ${exchange_rate}`);
const sumBoxes = ({ vat = [] }: PostedEntry) =>
  Object.fromEntries(vat.flatMap(({ boxes }) => boxes.map(({ box, amount }) => [box, amount])));

describe('a document in a foreign currency', () => {
  it('is the worked example: 1,000 GBP and 21 % at 0.8500', () => {
    const { facts, entry } = bookedWith({
      ...sale,
      currency: 'GBP',
      exchange_rate: '0.8500',
      lines: [soldFor('1000.00')],
    });
    expect(inShort(entry, openedFile)).to.deep.equal(['700000 C 1176.47', '451000 C 247.06', '400000 D 1423.53']);
    expect(inCurrency(entry)).to.deep.equal(['GBP -1000.00 0.85', 'GBP -210.00 0.85', 'GBP 1210.00 0.85']);
    expect(sumBoxes(entry)).to.deep.equal({ '03': '1176.47', '54': '247.06' });
    expect(computeBaseAmounts(facts, 'EUR')).to.deep.equal({
      base_amount_net: '1176.47',
      base_amount_vat: '247.06',
      base_amount_gross: '1423.53',
    });
    expect(facts).to.include({ exchange_rate_on: '2026-03-15', exchange_rate_source: 'own', tax_exchange_rate: null });
  });

  it('has its net at the booking rate, and its tax and the boxes at the tax rate', () => {
    const rates = { exchange_rate: '0.8000', tax_exchange_rate: '0.8500', tax_exchange_rate_on: '2026-03-13' };
    const { facts, entry } = bookedWith({ ...sale, currency: 'GBP', ...rates, lines: [soldFor('1000.00')] });
    expect(inShort(entry, openedFile)).to.deep.equal(['700000 C 1250.00', '451000 C 247.06', '400000 D 1497.06']);
    expect(sumBoxes(entry)).to.deep.equal({ '03': '1176.47', '54': '247.06' });
    expect(inCurrency(entry)).to.deep.equal(['GBP -1000.00 0.8', 'GBP -210.00 0.85', 'GBP 1210.00 0.80825084']);
    expect(computeBaseAmounts(facts, 'EUR')).to.include({ base_amount_vat: '247.06', base_amount_gross: '1497.06' });
    expect(facts).to.include({ tax_exchange_rate_source: 'own', tax_exchange_rate_on: '2026-03-13' });
  });

  it('converts line by line, and the tax as a whole', () => {
    const lines = [soldFor('0.05'), soldFor('0.05'), soldFor('1.67', 'S-6')];
    const { facts, entry } = bookedWith({ ...sale, currency: 'USD', exchange_rate: '3', lines });
    // 0.05 / 3 = 0.02 twice; 0.02 and 0.10 of tax are 0.01 and 0.03, together 0.12 / 3 = 0.04.
    expect(inShort(entry, openedFile)).to.deep.equal([
      ...['700000 C 0.02', '700000 C 0.02', '700000 C 0.56', '451000 C 0.01', '451000 C 0.03', '400000 D 0.64'],
    ]);
    expect(computeBaseAmounts(facts, 'EUR')).to.deep.equal({
      base_amount_net: '0.60',
      base_amount_vat: '0.04',
      base_amount_gross: '0.64',
    });
  });

  it('owes reverse-charged tax at the tax rate, and the supplier nothing of it', () => {
    const { entry } = bookedWith({
      currency: 'USD',
      exchange_rate: '1.1000',
      tax_exchange_rate: '1.2000',
      lines: [documentLine('2400.00', 'P-S-IC-21')],
    });
    expect(inShort(entry, openedFile)).to.include('440000 C 2181.82').and.include('411000 D 420.00');
  });

  it('balances in both currencies, whatever its lines and rates', () => {
    const rate = fc.integer({ min: 10_000, max: 99_999_999 }).map((units) => `${(units / 1e6).toFixed(6)}`);
    const amount = fc.bigInt({ min: 1n, max: 10n ** 9n }).map(fromCents);
    const codes = fc.constantFrom('S-21', 'S-6', 'S-0');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(amount, codes), { minLength: 1, maxLength: 6 }),
        rate,
        rate,
        (given, one, other) => {
          const lines = given.map(([net, code]) => soldFor(net, code));
          const { facts, entry } = bookedWith({
            ...{ ...sale, currency: 'USD', exchange_rate: one, tax_exchange_rate: other, lines },
          });
          expect(sum(entry.lines.map(({ debit, credit }) => subtract(debit, credit)))).to.equal('0.00');
          const third = entry.lines.at(-1)!;
          const { base_amount_net, base_amount_vat, base_amount_gross } = computeBaseAmounts(facts, 'EUR');
          expect(third.debit).to.equal(base_amount_gross).and.equal(add(base_amount_net!, base_amount_vat!));
          expect(third.currency_amount).to.equal(facts.amount_gross);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('takes the rate that is known by its booking', () => {
    const document = withDocument({ currency: 'USD' });
    const rates = { exchange_rate: '1.1', exchange_rate_on: '2026-03-13', exchange_rate_source: 'ecb' } as const;
    const events = decided(book(document, { rates }), document.file);
    expect(events.map(({ type }) => type)).to.deep.equal(['DocumentChanged', 'EntryPosted', 'DocumentBooked']);
    expect(events[0]!.data).to.deep.include({ version: 2, changes: rates });
    expect(events[2]!.data).to.include({ version: 3 });
    expect(inShort(postedIn(events), openedFile)).to.include('440000 C 110.00');
  });

  it('has no rates in the currency of the file, and only rates that can be', () => {
    const own = recordedIn(decided(recordDocument({ exchange_rate: '1.1', tax_exchange_rate: '1.2' }), openedFile));
    expect(own.exchange_rate).to.equal(null);
    expect(own.tax_exchange_rate ?? null).to.equal(null);
    const same = { currency: 'USD', exchange_rate: '1.10', tax_exchange_rate: '1.1' };
    expect(recordedIn(decided(recordDocument(same), openedFile)).tax_exchange_rate ?? null).to.equal(null);
  });
});

describe('documents of earlier versions', () => {
  const golden = { id: 1, exchange_rate: '0.8' };

  it('had the value of one unit: it is turned round', () => {
    const recorded = upcastEvent({ type: 'DocumentRecorded', version: 1, data: golden });
    expect(recorded.data['exchange_rate']).to.equal('1.25');
    const changes = { exchange_rate: '0.91945568' };
    const changed = { id: 1, version: 2, changes, previous: { exchange_rate: null } };
    expect(upcastEvent({ type: 'DocumentChanged', version: 1, data: changed }).data).to.deep.include({
      changes: { exchange_rate: '1.0876' },
      previous: { exchange_rate: null },
    });
    const others = { id: 1, version: 2, changes: { number: 'A' }, previous: { number: 'B' } };
    expect(upcastEvent({ type: 'DocumentChanged', version: 1, data: others }).data).to.deep.equal(others);
  });
});
