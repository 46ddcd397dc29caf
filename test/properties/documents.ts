import fc from 'fast-check';
import type { RequestedLine } from '../../domain/ledger/entry.ts';
import type { PostOne } from '../../domain/ledger/post-entry.ts';
import { countInvoiceLineIds } from '../../domain/ledger/invoice.ts';
import { addMonths } from '../../domain/dates.ts';
import { countsFor } from './books.ts';
import type { Cast } from './cast.ts';
import { choice, date, one, sometimes } from './choices.ts';
import type { Company } from './company.ts';

/** Entries as people ask for them: free ones, invoices and credit notes, now and then with something wrong. */
export type RequestedPosting = RequestedEntry | RequestedDocument;

/** Pairs that balance, unless `flaw` spoils them. */
export interface RequestedEntry {
  readonly is: 'free';
  readonly journal: 'OD' | 'CAI' | 'VEN' | 'ACH';
  readonly date: string;
  readonly pairs: readonly Pair[];
  readonly flaw: Flaw | null;
}

interface Pair {
  readonly kind: 'sale' | 'purchase' | 'customer pays' | 'we pay' | 'transfer';
  readonly amount: string;
  readonly party: number;
  readonly account: number;
}

export interface RequestedDocument {
  readonly is: 'invoice' | 'credit_note';
  readonly direction: 'purchase' | 'sale';
  readonly date: string;
  readonly party: number;
  readonly lines: readonly { readonly amount: string; readonly account: number; readonly code: number }[];
  /** So many cents more than the tax of the first code that is computed. */
  readonly taxDifference: number | null;
  readonly credited: number | null;
  readonly flaw: DocumentFlaw | null;
}

const FLAWS = [
  'unbalanced',
  'no lines',
  'both sides',
  'group account',
  'unknown account',
  'due before date',
  'unknown journal',
] as const;
type Flaw = (typeof FLAWS)[number];

const DOCUMENT_FLAWS = ['other party', 'other code', 'other journal', 'no code', 'no lines'] as const;
type DocumentFlaw = (typeof DOCUMENT_FLAWS)[number];

/** Few, so that some settle others. */
const AMOUNTS = ['10.00', '20.00', '10.00', '30.00', '0.01', '33.33', '249999999999.99'] as const;

const pair: fc.Arbitrary<Pair> = fc.record({
  kind: fc.constantFrom('sale', 'customer pays', 'purchase', 'we pay', 'transfer'),
  amount: fc.constantFrom(...AMOUNTS),
  party: choice,
  account: choice,
});

const freeEntry: fc.Arbitrary<RequestedEntry> = fc.record({
  is: fc.constant('free'),
  journal: fc.constantFrom('OD', 'CAI', 'VEN', 'ACH'),
  date,
  pairs: fc.array(pair, { minLength: 1, maxLength: 3 }),
  flaw: sometimes(fc.constantFrom(...FLAWS), 8),
});

const document: fc.Arbitrary<RequestedDocument> = fc.record({
  is: fc.constantFrom('invoice', 'credit_note'),
  direction: fc.constantFrom('purchase', 'sale'),
  date,
  party: choice,
  lines: fc.array(
    fc.record({
      amount: fc.oneof(
        { weight: 3, arbitrary: fc.nat({ max: 99_999 }).map((cents) => (cents / 100).toFixed(2)) },
        { weight: 1, arbitrary: fc.constantFrom('100.00', '-0.01', '-30.00', '0.00', '99999999999.99') },
      ),
      account: choice,
      code: fc.nat({ max: 200 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  taxDifference: sometimes(fc.constantFrom(1, -1, 100, 101), 8),
  credited: sometimes(choice, 4),
  flaw: sometimes(fc.constantFrom(...DOCUMENT_FLAWS), 12),
});

export const posting: fc.Arbitrary<RequestedPosting> = fc.oneof(
  { weight: 3, arbitrary: freeEntry },
  { weight: 2, arbitrary: document },
);

export function postingCommand(company: Company, cast: Cast, requested: RequestedPosting): PostOne {
  return requested.is === 'free' ? entryCommand(company, cast, requested) : documentCommand(company, cast, requested);
}

function entryCommand(
  company: Company,
  cast: Cast,
  { journal, date: entry_date, pairs, flaw }: RequestedEntry,
): PostOne {
  const lines = pairs.flatMap((requested) => linesOf(cast, requested));
  const spoil = (changes: Partial<RequestedLine>): void => void (lines[0] = { ...lines[0]!, ...changes });
  if (flaw === 'unbalanced') spoil({ debit: '10.01' });
  if (flaw === 'both sides') spoil({ credit: lines[0]!.debit });
  if (flaw === 'group account') spoil({ account_id: cast.group });
  if (flaw === 'unknown account') spoil({ account_id: 424_242 });
  return {
    type: 'PostEntry',
    entryId: company.newId(),
    lineIds: company.newIds(lines.length),
    journal_id: flaw === 'unknown journal' ? 424_242 : cast.journals[journal]!,
    entry_date,
    due_date: flaw === 'due before date' ? '2020-01-01' : addMonths(entry_date, 1),
    label: 'Pièce n° 7 — été',
    reference: null,
    lines: flaw === 'no lines' ? [] : lines,
  };
}

function linesOf(cast: Cast, { kind, amount, party, account }: Pair): RequestedLine[] {
  const line = (account_id: number, isDebit: boolean, third_party_id: number | null = null): RequestedLine => ({
    account: null,
    account_id,
    debit: isDebit ? amount : '0.00',
    credit: isDebit ? '0.00' : amount,
    label: null,
    third_party_id,
  });
  const customer = one([...cast.customerIds, null], party)!;
  const supplier = one([...cast.supplierIds, null], party)!;
  switch (kind) {
    case 'sale':
      return [line(cast.customers, true, customer), line(one(cast.income, account)!, false)];
    case 'purchase':
      return [line(one(cast.expenses, account)!, true), line(cast.suppliers, false, supplier)];
    case 'customer pays':
      return [line(cast.others[2]!, true), line(cast.customers, false, customer)];
    case 'we pay':
      return [line(cast.suppliers, true, supplier), line(cast.others[2]!, false)];
    case 'transfer':
      return [line(one(cast.others, account)!, true), line(one(cast.others, account + 1)!, false)];
  }
}

const JOURNALS = {
  purchase: { invoice: 'ACH', credit_note: 'NCA', party: 'supplierIds' },
  sale: { invoice: 'VEN', credit_note: 'NCV', party: 'customerIds' },
} as const;

function documentCommand(company: Company, cast: Cast, requested: RequestedDocument): PostOne {
  const { is, direction, flaw } = requested;
  const other = direction === 'sale' ? 'purchase' : 'sale';
  const journal = flaw === 'other journal' ? 'OD' : JOURNALS[direction][is];
  const accounts = [...(direction === 'sale' ? cast.income : cast.expenses), cast.others[0]!];
  const codes = cast.vatCodes[flaw === 'other code' ? other : direction];
  const lines = requested.lines.map(({ amount, account, code }) => ({
    account: null,
    account_id: one(accounts, account)!,
    vat_code: null,
    vat_code_id: flaw === 'no code' ? null : one(codes, code)!,
    amount,
    label: null,
  }));
  const credited = is === 'credit_note' && requested.credited !== null ? creditedBy(company, requested.credited) : null;
  return {
    type: 'PostInvoice',
    kind: is,
    entryId: company.newId(),
    lineIds: company.newIds(countInvoiceLineIds(lines.length)),
    journal_id: cast.journals[journal]!,
    third_party_id: one(cast[JOURNALS[flaw === 'other party' ? other : direction].party], requested.party)!,
    entry_date: requested.date,
    due_date: null,
    label: null,
    reference: '2024/0007',
    lines: flaw === 'no lines' ? [] : lines,
    vat_amounts: requested.taxDifference === null ? [] : differingTax(company, lines, requested.taxDifference),
    credited_entry_id: credited?.id ?? null,
    credited: credited?.facts ?? null,
  };
}

function creditedBy({ books }: Company, which: number) {
  const entry = one([...books.entries.values()], which);
  if (!entry) return null;
  const { id, journal_id, entry_date, origin, third_party_id } = entry.posted;
  const status = entry.reversedBy === null ? ('posted' as const) : ('reversed' as const);
  return { id, facts: { journal_id, entry_date, origin, status, third_party_id: countsFor(books, third_party_id) } };
}

/** The tax of the first code, as a supplier may have rounded it. */
function differingTax(
  { file }: Company,
  lines: readonly { readonly vat_code_id: number | null; readonly amount: string }[],
  difference: number,
) {
  const [{ vat_code_id }] = lines as [(typeof lines)[number]];
  if (vat_code_id === null) return [];
  const rate = Number(file.records['vat-codes']!.byId.get(vat_code_id)!.data['rate']);
  const base = lines.reduce((sum, line) => (line.vat_code_id === vat_code_id ? sum + Number(line.amount) : sum), 0);
  const amount = (Math.round(base * rate) + difference) / 100;
  return Math.abs(amount) > 1_000_000 ? [] : [{ vat_code: null, vat_code_id, amount: amount.toFixed(2) }];
}
