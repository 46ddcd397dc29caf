import { expect } from 'chai';
import type { CountryCode, VatRegimeCode } from '../../../domain/country-packs/pack.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { PostedEntry } from '../../../domain/ledger/entry-events.ts';
import { getEffectKind, type DocumentKind } from '../../../domain/ledger/vat.ts';
import { decided, replay } from '../../support/company-file-samples.ts';
import { boxesInShort, documentIn, fileOf, postedBy } from './documents.ts';
import { factsOf } from './facts.ts';

/** An entry of one code on the first date, and what takes it back on each of the dates that follow. */
interface Chain {
  readonly country: CountryCode;
  readonly regime: VatRegimeCode;
  readonly kind: DocumentKind;
  readonly code: string;
  readonly amount?: string;
  readonly dates: readonly string[];
}

function chainOf({ country, regime, kind, code, amount = '1000.00', dates }: Chain): readonly PostedEntry[] {
  let { file } = fileOf(country, regime);
  const direction = code.startsWith('S') ? 'sale' : 'purchase';
  const document = documentIn(country, direction, kind, [[amount, code]], { entry_date: dates[0]! });
  const first = decided(document, file);
  file = replay(first, file);
  const entries = [entryOf(first)];
  for (const [index, entry_date] of dates.slice(1).entries()) {
    const facts = factsOf(entries.at(-1)!, file);
    const ids = Array.from({ length: 5 }, (_, place) => 50_000 + index * 10 + place);
    const base = { facts, entryId: 10 + index, lineIds: ids, letteringIds: ids, label: null, baseVersion: null };
    const events = decided({ type: 'ReverseEntry', ...base, entry_date, today: entry_date }, file);
    file = replay(events, file);
    entries.push(entryOf(events));
  }
  return entries;
}

const entryOf = (events: readonly DomainEvent[]): PostedEntry =>
  events.find(({ type }) => type === 'EntryPosted')!.data as unknown as PostedEntry;

const inShort = (entry: PostedEntry): string =>
  `${getEffectKind(entry.vat![0]!, entry.origin)}: ${boxesInShort(entry).join(' ')}`;

describe('the VAT return of what takes an entry back', () => {
  // oxfmt-ignore
  const cases: readonly (readonly [country: CountryCode, regime: VatRegimeCode, kind: DocumentKind, code: string, dates: string, expected: readonly string[]])[] = [
    ['BE', 'quarterly', 'invoice', 'S-21', '02-10 03-31', ['invoice: 03=1000.00 54=210.00', 'invoice: 03=-1000.00 54=-210.00']],
    ['BE', 'quarterly', 'invoice', 'S-21', '02-10 05-10', ['invoice: 03=1000.00 54=210.00', 'credit_note: 49=1000.00 64=210.00']],
    ['BE', 'monthly', 'invoice', 'S-21', '02-10 03-01', ['invoice: 03=1000.00 54=210.00', 'credit_note: 49=1000.00 64=210.00']],
    ['BE', 'unit', 'invoice', 'S-IC-G', '02-10 03-01', ['invoice: 46=1000.00', 'credit_note: 48=1000.00']],
    ['BE', 'quarterly', 'invoice', 'P-M-21', '02-10 05-10', ['invoice: 81=1000.00 59=210.00', 'credit_note: 81=-1000.00 85=1000.00 63=210.00']],
    ['BE', 'quarterly', 'invoice', 'P-M-IC-21', '02-10 05-10', ['invoice: 81=1000.00 86=1000.00 55=210.00 59=210.00', 'credit_note: 84=1000.00 62=210.00 63=210.00']],
    ['BE', 'quarterly', 'invoice', 'P-S-21-D50', '02-10 05-10', ['invoice: 82=1105.00 59=105.00', 'credit_note: 82=-1105.00 85=1105.00 63=105.00']],
    // What takes a credit note back is invoiced again, unless both are in one return.
    ['BE', 'quarterly', 'credit_note', 'S-21', '02-10 02-28 05-10', ['credit_note: 49=1000.00 64=210.00', 'credit_note: 49=-1000.00 64=-210.00', 'credit_note: 49=1000.00 64=210.00']],
    ['BE', 'quarterly', 'credit_note', 'S-21', '02-10 05-10', ['credit_note: 49=1000.00 64=210.00', 'invoice: 03=1000.00 54=210.00']],
    // There and back: whatever counts in a later return is an invoice or a credit note of its own.
    ['BE', 'quarterly', 'invoice', 'S-21', '02-10 05-10 05-11', ['invoice: 03=1000.00 54=210.00', 'credit_note: 49=1000.00 64=210.00', 'credit_note: 49=-1000.00 64=-210.00']],
    ['BE', 'quarterly', 'invoice', 'S-21', '02-10 05-10 08-01', ['invoice: 03=1000.00 54=210.00', 'credit_note: 49=1000.00 64=210.00', 'invoice: 03=1000.00 54=210.00']],
    ['BE', 'quarterly', 'invoice', 'S-21', '02-10 03-10 05-10', ['invoice: 03=1000.00 54=210.00', 'invoice: 03=-1000.00 54=-210.00', 'invoice: 03=1000.00 54=210.00']],
    // Without a periodic return, what was owed on purchases abroad is told by the month.
    ['BE', 'franchise', 'invoice', 'P-S-IC-21', '02-10 03-10', ['invoice: 82=1210.00 88=1000.00 55=210.00', 'credit_note: 84=1000.00 62=210.00']],
    // France and Luxembourg net credit notes on the lines of the invoices.
    ['FR', 'monthly', 'invoice', 'S-20', '02-10 03-10', ['invoice: A1=1000.00 08-HT=1000.00 08=200.00', 'credit_note: A1=-1000.00 08-HT=-1000.00 08=-200.00']],
    ['FR', 'quarterly', 'invoice', 'S-20', '02-10 03-10', ['invoice: A1=1000.00 08-HT=1000.00 08=200.00', 'invoice: A1=-1000.00 08-HT=-1000.00 08=-200.00']],
    ['FR', 'monthly', 'credit_note', 'P-G-20', '02-10 03-10', ['credit_note: 20=-200.00', 'invoice: 20=200.00']],
    ['LU', 'quarterly', 'invoice', 'P-M-17', '02-10 05-10', ['invoice: 458=170.00 077=170.00', 'credit_note: 458=-170.00 077=-170.00']],
    ['LU', 'monthly', 'credit_note', 'P-M-17', '02-10 03-10', ['credit_note: 458=-170.00 077=-170.00', 'invoice: 458=170.00 077=170.00']],
  ];
  for (const [country, regime, kind, code, dates, expected] of cases)
    it(`${country} ${regime}: ${code} as ${kind} on ${dates.replace(/ /g, ', then ')}`, () => {
      const days = dates.split(' ').map((day) => `2026-${day}`);
      expect(chainOf({ country, regime, kind, code, dates: days }).map(inShort)).to.deep.equal(expected);
    });

  it('takes every amount of the entry back, whichever boxes it fills', () => {
    const [entry, reversal] = chainOf({
      country: 'BE',
      regime: 'monthly',
      kind: 'invoice',
      code: 'P-S-21-D50',
      amount: '33.33',
      dates: ['2026-02-10', '2026-03-10'],
    });
    expect(reversal!.vat![0]).to.include({ base: '-33.33', deductible: '-3.50', non_deductible: '-3.50' });
    expect(entry!.vat![0]).to.include({ base: '33.33', deductible: '3.50', non_deductible: '3.50' });
  });

  it('is told by each reversal, while a document says it only where a code is of the other kind', () => {
    const { file } = fileOf('BE');
    const entry = postedBy(documentIn('BE', 'sale', 'invoice', [['1000.00', 'S-21']]), file);
    expect(entry.vat![0]).to.not.have.property('effect');
    const facts = factsOf(entry, file);
    const lineIds = [91, 92, 93];
    const ids = { facts, entryId: 9, lineIds, letteringIds: lineIds, label: null, baseVersion: null };
    const reversedOn = (entry_date: string) =>
      entryOf(decided({ type: 'ReverseEntry', ...ids, entry_date, today: entry_date }, file));
    expect(boxesInShort(reversedOn('2026-03-20'))).to.deep.equal(['03=-1000.00', '54=-210.00']);
    expect(inShort(reversedOn('2026-04-01'))).to.equal('credit_note: 49=1000.00 64=210.00');
  });
});

describe('a code that comes to less than nothing in a document', () => {
  const shown = (kind: DocumentKind, lines: readonly (readonly [string, string])[], country: CountryCode = 'BE') => {
    const direction = lines[0]![1].startsWith('S') ? 'sale' : 'purchase';
    const { vat } = postedBy(documentIn(country, direction, kind, lines), fileOf(country).file);
    return vat!.map(
      (effect) =>
        `${effect.vat_code} ${getEffectKind(effect, kind)}: ${effect.boxes.map(({ box, amount }) => `${box}=${amount}`).join(' ')}`,
    );
  };
  // oxfmt-ignore
  const cases: readonly (readonly [kind: DocumentKind, lines: readonly (readonly [string, string])[], expected: readonly string[]])[] = [
    ['invoice', [['1000.00', 'S-21'], ['-100.00', 'S-6']], ['S-21 invoice: 03=1000.00 54=210.00', 'S-6 credit_note: 49=100.00 64=6.00']],
    ['invoice', [['1000.00', 'P-M-21'], ['-100.00', 'P-S-CC-21']], ['P-M-21 invoice: 81=1000.00 59=210.00', 'P-S-CC-21 credit_note: 82=-100.00 87=-100.00 85=100.00 62=21.00 63=21.00']],
    ['credit_note', [['1000.00', 'S-21'], ['-100.00', 'S-6']], ['S-21 credit_note: 49=1000.00 64=210.00', 'S-6 invoice: 01=100.00 54=6.00']],
    // A discount on a code that stays above zero is part of what is invoiced.
    ['invoice', [['1000.00', 'S-21'], ['-100.00', 'S-21']], ['S-21 invoice: 03=900.00 54=189.00']],
  ];
  for (const [kind, lines, expected] of cases)
    it(`${kind} of ${lines.map((line) => line.join(' ')).join(' and ')}`, () => {
      expect(shown(kind, lines)).to.deep.equal(expected);
    });

  it('in France and Luxembourg is netted on the lines of the invoices, as their credit notes are', () => {
    expect(
      shown(
        'invoice',
        [
          ['1000.00', 'S-20'],
          ['-100.00', 'S-10'],
        ],
        'FR',
      ),
    ).to.deep.equal([
      'S-20 invoice: A1=1000.00 08-HT=1000.00 08=200.00',
      'S-10 credit_note: A1=-100.00 9B-HT=-100.00 9B=-10.00',
    ]);
    expect(
      shown(
        'invoice',
        [
          ['1000.00', 'P-M-17'],
          ['-100.00', 'P-S-17'],
        ],
        'LU',
      )[1],
    ).to.equal('P-S-17 credit_note: 458=-17.00');
  });
});
