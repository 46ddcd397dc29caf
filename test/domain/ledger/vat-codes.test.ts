import { expect } from 'chai';
import { countryPacks } from '../../../domain/country-packs/index.ts';
import type { BoxEffects, PackVatCode } from '../../../domain/country-packs/pack.ts';
import type { EntryLine, PostedEntry } from '../../../domain/ledger/entry-events.ts';
import type { DocumentKind } from '../../../domain/ledger/vat.ts';
import { findAccountId, findVatCodeId } from '../../support/company-file-samples.ts';
import { withFieldsOfYear } from '../../properties/boxes-by-nature.ts';
import { boxesInShort, COST, documentIn, fileOf, INCOME, inShort, postedBy } from './documents.ts';

/** Every VAT code of every country, on an invoice and on a credit note: computed here once more, in whole cents. */

/** With a line that takes something off, and a sum whose tax has to be rounded at most rates. */
const AMOUNTS = ['100.05', '33.33', '-0.37'];
const BASE = 13_301n;

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
const percentage = (amount: bigint, rate: string): bigint => (amount * cents(rate) + 5_000n) / 10_000n;

interface Parts {
  readonly base: bigint;
  readonly tax: bigint;
  readonly due: bigint;
  readonly deductible: bigint;
  readonly nonDeductible: bigint;
  readonly charged: bigint;
}

function expectedOf({ direction, rate, deductibleRate, dueAccount }: PackVatCode, deducts: boolean): Parts {
  const tax = percentage(BASE, rate);
  const none = { base: BASE, tax, due: 0n, deductible: 0n, nonDeductible: 0n, charged: 0n };
  if (direction === 'sale') return { ...none, due: tax, charged: tax };
  const deductible = deducts ? percentage(tax, deductibleRate) : 0n;
  const owed = dueAccount === null ? { charged: tax } : { due: tax };
  return { ...none, deductible, nonDeductible: tax - deductible, ...owed };
}

function expectedBoxes(effects: BoxEffects, parts: Parts): Record<string, string> {
  const boxes: Record<string, bigint> = {};
  for (const name of ['base', 'due', 'deductible', 'nonDeductible'] as const)
    for (const { box, sign } of effects[name]) boxes[box] = (boxes[box] ?? 0n) + BigInt(sign) * parts[name];
  const filled = Object.entries(boxes).filter(([, amount]) => amount !== 0n);
  return Object.fromEntries(filled.map(([box, amount]) => [box, shown(amount)]));
}

function shown(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const moved = (lines: readonly EntryLine[]): bigint =>
  lines.reduce((sum, { debit, credit }) => sum + cents(debit) - cents(credit), 0n);

for (const { code: country, vatCodes } of countryPacks) {
  describe(`the VAT codes of ${country}`, () => {
    for (const regime of ['quarterly', 'franchise'] as const)
      for (const kind of ['invoice', 'credit_note'] as const)
        it(`post what they say on ${kind === 'invoice' ? 'an invoice' : 'a credit note'}, ${regime}`, () => {
          for (const code of vatCodes) check(code, kind, regime);
        });

    function check(code: PackVatCode, kind: DocumentKind, regime: 'quarterly' | 'franchise'): void {
      const { file } = fileOf(country, regime);
      const lines = AMOUNTS.map((amount) => [amount, code.code] as const);
      const entry = postedBy(documentIn(country, code.direction, kind, lines), file);
      const parts = expectedOf(code, regime === 'quarterly');
      /** Where the costs of a purchase invoice stand. */
      const side = (code.direction === 'purchase') === (kind === 'invoice') ? 1n : -1n;
      const on = (account: string | null) =>
        entry.lines.filter(({ account_id }) => account !== null && account_id === findAccountId(account, file));
      const why = `${code.code} ${kind} ${regime}`;

      expect(moved(entry.lines), `${why} balances`).to.equal(0n);
      for (const { debit, credit } of entry.lines) {
        expect(debit === '0.00', `${why} has lines on one side`).to.equal(credit !== '0.00');
      }
      const subject = on((code.direction === 'purchase' ? COST : INCOME)[country]);
      expect(subject, why).to.have.length(3);
      expect(moved(subject), `${why} base and cost`).to.equal(side * (parts.base + parts.nonDeductible));
      expect(moved(on(code.deductibleAccount)), `${why} deductible`).to.equal(side * parts.deductible);
      const owed = code.direction === 'purchase' ? -parts.due : parts.due;
      expect(moved(on(code.dueAccount)), `${why} due`).to.equal(side * owed);
      const party = entry.lines.filter(({ third_party_id }) => third_party_id !== null);
      expect(party, why).to.deep.equal(entry.lines.slice(-1));
      expect(moved(party), `${why} third party`).to.equal(-side * (parts.base + parts.charged));
      const ofCode = entry.lines.slice(0, -1).map(({ vat_code_id }) => vat_code_id);
      expect(new Set(ofCode), why).to.deep.equal(new Set([findVatCodeId(code.code, file)]));
      checkEffect(entry, code, kind, parts, why);
    }

    function checkEffect({ vat }: PostedEntry, code: PackVatCode, kind: DocumentKind, parts: Parts, why: string): void {
      expect(vat, why).to.have.length(1);
      const sign = kind === 'invoice' ? 1n : -1n;
      const { vat_code_id: _id, boxes, ...effect } = vat![0]!;
      expect(effect, why).to.deep.equal({
        vat_code: code.code,
        base: shown(sign * parts.base),
        due: shown(sign * parts.due),
        deductible: shown(sign * parts.deductible),
        non_deductible: shown(sign * parts.nonDeductible),
        ...(code.exigibility === 'payment' && { exigibility: 'payment' }),
      });
      const own = kind === 'invoice' ? code.boxes.invoice : code.boxes.creditNote;
      const expected = expectedBoxes(withFieldsOfYear(own, code, INCOME[country]), parts);
      expect(Object.fromEntries(boxes.map(({ box, amount }) => [box, amount])), why).to.deep.equal(expected);
      expect(boxes, `${why} names each box once`).to.have.length(Object.keys(expected).length);
    }
  });
}

describe('some documents to the letter', () => {
  // oxfmt-ignore
  const cases: readonly (readonly [
    what: string,
    country: 'BE' | 'FR' | 'LU',
    direction: 'purchase' | 'sale',
    kind: DocumentKind,
    lines: readonly (readonly [string, string])[],
    entry: readonly string[],
    boxes: readonly string[],
  ])[] = [
    ['a Belgian sale', 'BE', 'sale', 'invoice', [['100.00', 'S-21']],
      ['700000 C 100.00', '451000 C 21.00', '400000 D 121.00'], ['03=100.00', '54=21.00']],
    ['its credit note, which leaves the boxes of invoices alone', 'BE', 'sale', 'credit_note', [['100.00', 'S-21']],
      ['700000 D 100.00', '451000 D 21.00', '400000 C 121.00'], ['49=100.00', '64=21.00']],
    ['a Belgian car at 50 %', 'BE', 'purchase', 'invoice', [['100.00', 'P-S-21-D50']],
      ['612400 D 110.50', '411000 D 10.50', '440000 C 121.00'], ['82=110.50', '59=10.50']],
    ['its credit note', 'BE', 'purchase', 'credit_note', [['100.00', 'P-S-21-D50']],
      ['612400 C 110.50', '411000 C 10.50', '440000 D 121.00'], ['82=-110.50', '85=110.50', '63=10.50']],
    ['an acquisition from another Member State', 'BE', 'purchase', 'invoice', [['100.00', 'P-M-IC-21']],
      ['612400 D 100.00', '411000 D 21.00', '451055 C 21.00', '440000 C 100.00'],
      ['81=100.00', '86=100.00', '55=21.00', '59=21.00']],
    ['its credit note: what was owed returns in 62, what was deducted in 63', 'BE', 'purchase', 'credit_note',
      [['100.00', 'P-M-IC-21']],
      ['612400 C 100.00', '411000 C 21.00', '451055 D 21.00', '440000 D 100.00'],
      ['81=-100.00', '86=-100.00', '84=100.00', '62=21.00', '63=21.00']],
    ['a Belgian import with reverse charge', 'BE', 'purchase', 'invoice', [['100.00', 'P-M-IMP-21']],
      ['612400 D 100.00', '411000 D 21.00', '451057 C 21.00', '440000 C 100.00'],
      ['81=100.00', '87=100.00', '57=21.00', '59=21.00']],
    ['an exempt purchase and a taxed one', 'BE', 'purchase', 'invoice', [['50.00', 'P-S-EX'], ['100.00', 'P-S-6']],
      ['612400 D 50.00', '612400 D 100.00', '411000 D 6.00', '440000 C 156.00'], ['82=50.00', '82=100.00', '59=6.00']],
    ['French services, whose tax waits for the payment', 'FR', 'purchase', 'invoice', [['100.00', 'P-S-20']],
      ['606400 D 100.00', '445640 D 20.00', '401000 C 120.00'], ['20=20.00']],
    ['French fuel at 80 %', 'FR', 'purchase', 'invoice', [['100.00', 'P-G-D80-20']],
      ['606400 D 104.00', '445660 D 16.00', '401000 C 120.00'], ['20=16.00']],
    ['a Luxembourg service from abroad by proportion: input tax whole, and its cost taken off again', 'LU', 'purchase',
      'invoice', [['100.00', 'P-S-ICS-17-D50']],
      ['6035 D 108.50', '421611 D 8.50', '461411 C 17.00', '44111 C 100.00'],
      ['741=100.00', '742=17.00', '461=17.00', '095=8.50']],
  ];

  for (const [what, country, direction, kind, lines, entry, boxes] of cases)
    it(what, () => {
      const { file } = fileOf(country);
      const posted = postedBy(documentIn(country, direction, kind, lines), file);
      expect(inShort(posted, file)).to.deep.equal(entry);
      expect(boxesInShort(posted)).to.have.members(boxes);
    });
});
