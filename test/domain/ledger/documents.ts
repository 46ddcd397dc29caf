import { Decimal } from 'decimal.js';
import { countNeededIds } from '../../../domain/companies/company.ts';
import { companyFile, type CompanyFile } from '../../../domain/company-file.ts';
import { findCountryPack } from '../../../domain/country-packs/index.ts';
import type { CountryCode, VatRegimeCode } from '../../../domain/country-packs/pack.ts';
import type { EntryLine, PostedEntry } from '../../../domain/ledger/entry-events.ts';
import type { InvoiceLine } from '../../../domain/ledger/invoice-lines.ts';
import { countInvoiceLineIds, type PostInvoice } from '../../../domain/ledger/invoice.ts';
import type { DocumentKind } from '../../../domain/ledger/vat.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import {
  buildCreateRecord,
  decided,
  details,
  findJournalId,
  openCompany,
  replay,
  year2026,
} from '../../support/company-file-samples.ts';

/** Company files of each country with a supplier and a customer, and the documents that they get and send. */

export const SUPPLIER = 81;
export const CUSTOMER = 82;

/** Accounts that any document may be about. */
export const COST = { BE: '612400', FR: '606400', LU: '6035' } as const;
export const INCOME = { BE: '700000', FR: '706000', LU: '70311' } as const;

const range = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

export function openedIn(country: CountryCode, regime: VatRegimeCode = 'quarterly'): readonly DomainEvent[] {
  const own = { ...details, country_pack: country, country, legal_form: null, vat_regime: regime };
  const needed = countNeededIds(findCountryPack(country)!, { details: own, fiscalYear: year2026, banks: [] });
  const ids = {
    fiscalYear: 10_000,
    periods: range(10_000, 30),
    accounts: range(10_000, needed.accounts),
    vatCodes: range(10_000, needed.vatCodes),
    journals: range(10_000, needed.journals),
    numberSeries: range(10_000, needed.numberSeries),
  };
  const opened = decided(openCompany({ details: own, ids }), companyFile.initialState);
  const supplier = buildCreateRecord('third-parties', SUPPLIER, {
    type: 'supplier',
    name: 'Imprimerie',
    payment_days: 30,
  });
  const customer = buildCreateRecord('third-parties', CUSTOMER, { type: 'customer', name: 'Peeters' });
  const file = replay(opened);
  const withSupplier = decided(supplier, file);
  return [...opened, ...withSupplier, ...decided(customer, replay(withSupplier, file))];
}

const opened = new Map<string, { events: readonly DomainEvent[]; file: CompanyFile }>();

export function fileOf(country: CountryCode, regime: VatRegimeCode = 'quarterly') {
  const key = `${country} ${regime}`;
  let known = opened.get(key);
  if (!known) {
    const events = openedIn(country, regime);
    opened.set(key, (known = { events, file: replay(events) }));
  }
  return known;
}

export function invoiceLine(amount: string, vat_code: string | null, changes: Partial<InvoiceLine> = {}): InvoiceLine {
  return { account: COST.BE, account_id: null, amount, vat_code, vat_code_id: null, label: null, ...changes };
}

/** A purchase invoice of a Belgian file, unless the changes say otherwise. */
export function postInvoice(changes: Partial<PostInvoice> = {}): PostInvoice {
  const { entryId = 1, lines = [invoiceLine('100.00', 'P-S-21')] } = changes;
  return {
    type: 'PostInvoice',
    kind: 'invoice',
    entryId,
    lineIds: range(entryId * 1_000, countInvoiceLineIds(lines.length)),
    journal_id: findJournalId('ACH', fileOf('BE').file),
    third_party_id: SUPPLIER,
    entry_date: '2026-03-15',
    due_date: null,
    label: null,
    reference: null,
    lines,
    vat_amounts: [],
    credited_entry_id: null,
    credited: null,
    ...changes,
  };
}

/** A document of one line for each amount and VAT code, in the journal that fits. */
export function documentIn(
  country: CountryCode,
  direction: 'purchase' | 'sale',
  kind: DocumentKind,
  lines: readonly (readonly [amount: string, code: string])[],
  changes: Partial<PostInvoice> = {},
): PostInvoice {
  const isPurchase = direction === 'purchase';
  const account = (isPurchase ? COST : INCOME)[country];
  return postInvoice({
    kind,
    journal_id: journalOfType(country, kind === 'invoice' ? direction : `${direction}_credit`),
    third_party_id: isPurchase ? SUPPLIER : CUSTOMER,
    lines: lines.map(([amount, code]) => invoiceLine(amount, code, { account })),
    ...changes,
  });
}

export function journalOfType(country: CountryCode, type: string): number {
  for (const [id, { data }] of fileOf(country).file.records['journals']!.byId.entries())
    if (data['type'] === type) return id;
  throw new Error(`No journal of type ${type} in ${country}`);
}

export function postedBy(command: PostInvoice, file: CompanyFile): PostedEntry {
  return decided(command, file)[0]!.data as unknown as PostedEntry;
}

/** What lines do to an account: debit is positive. */
export const movedBy = (lines: readonly EntryLine[]): Decimal =>
  lines.reduce((sum, { debit, credit }) => sum.plus(debit).minus(credit), new Decimal(0));

export const numberOf = (id: number, file: CompanyFile): string =>
  file.records['accounts']!.byId.get(id)!.data['number'] as string;

/** The lines as people write them down: account, debit, credit. */
export const inShort = ({ lines }: PostedEntry, file: CompanyFile): string[] =>
  lines.map(({ account_id, debit, credit }) =>
    debit === '0.00' ? `${numberOf(account_id, file)} C ${credit}` : `${numberOf(account_id, file)} D ${debit}`,
  );

export const boxesInShort = ({ vat = [] }: PostedEntry): string[] =>
  vat.flatMap(({ boxes }) => boxes.map(({ box, amount }) => `${box}=${amount}`));
