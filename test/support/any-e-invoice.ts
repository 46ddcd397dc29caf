import fc from 'fast-check';
import type { UblDocument, UblLine } from '../../domain/e-invoicing/index.ts';
import { INVOICE } from './e-invoices.ts';

const amount = (max: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max }).map((cents) => (cents / 100).toFixed(2));
const rate = fc.constantFrom('21.00', '6.00', '12.00', '5.5', '20', '2.1');
const treatment = fc.oneof(
  { weight: 4, arbitrary: rate.map((one) => ({ category: 'S' as const, rate: one })) },
  fc
    .constantFrom('Z' as const, 'E' as const, 'AE' as const, 'K' as const, 'G' as const)
    .map((category) => ({ category, rate: '0.00' })),
  fc.constant({ category: 'O' as const, rate: null as string | null }),
);
const words = fc.string({ maxLength: 40, unit: 'binary' });
const line = fc
  .record({
    name: words,
    description: fc.option(words),
    quantity: fc
      .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 4 }))
      .map(([value, places]) => (value / 10 ** places).toFixed(places)),
    unit: fc.constantFrom('C62', 'HUR', 'DAY', 'KGM', 'XBX', 'MTK'),
    unitPrice: fc
      .tuple(fc.integer({ min: -100_000, max: 10_000_000 }), fc.integer({ min: 2, max: 6 }))
      .map(([value, places]) => (value / 10 ** places).toFixed(places)),
    baseQuantity: fc.option(fc.constantFrom('1', '2', '100', '0', '-3')),
    net: fc.option(amount(1_000_000)),
    allowances: fc.array(fc.record({ amount: amount(10_000), reason: words }), { maxLength: 2 }),
    charges: fc.array(fc.record({ amount: amount(10_000), reason: words }), { maxLength: 2 }),
    tax: treatment,
  })
  .map(({ tax, ...rest }): UblLine => ({ ...rest, ...tax }));
const extra = fc
  .record({ amount: amount(100_000), reason: words, tax: treatment })
  .map(({ tax, ...rest }) => ({ ...rest, ...tax }));
/** An invoice or credit note, with all that may be written in any combination. */
export const anyDocument = fc
  .record({
    type: fc.constantFrom('invoice' as const, 'credit_note' as const),
    number: words,
    note: fc.option(words),
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    allowances: fc.array(extra, { maxLength: 3 }),
    charges: fc.array(extra, { maxLength: 3 }),
    prepaid: fc.option(amount(10_000)),
    rounding: fc.option(fc.constantFrom('0.02', '-0.01')),
    dueDate: fc.option(fc.constant('2026-05-01')),
    orderReference: fc.option(words),
    payment: fc.option(
      fc.record({
        means: fc.constantFrom('30', '58', '59', '10', '48'),
        iban: fc.option(fc.constant('BE68539007547034')),
        bic: fc.constant(null),
        reference: fc.option(words),
      }),
    ),
  })
  .map((some): UblDocument => ({ ...INVOICE, ...some }));
