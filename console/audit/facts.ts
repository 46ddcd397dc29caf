import type { LogEvent } from '../history/chain.ts';

/** Facts for the audit questions: only a small part of each event, so that a log of many years fits into memory. */

export interface EntryFact {
  readonly id: number;
  readonly name: string;
  readonly journal: string;
  readonly year: string;
  readonly number: number;
  readonly date: string;
  readonly periodId: number;
  readonly fiscalYearId: number;
  readonly total: string;
  readonly amounts: readonly string[];
  readonly label: string | null;
  readonly reference: string | null;
  readonly thirdPartyId: number | null;
  readonly origin: string;
  readonly reversedEntryId: number | null;
  readonly isTaxed: boolean;
  /** Typed in on an account of VAT, without a VAT code. */
  readonly touchesVat: boolean;
  readonly taxPoint: string | null;
  readonly recordedAt: string;
  readonly userId: number | null;
  readonly operationId: string;
}

export interface IbanChange {
  readonly thirdPartyId: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly recordedAt: string;
  readonly userId: number | null;
  readonly operationId: string;
}

export interface Payment {
  readonly thirdPartyId: number;
  readonly amount: string;
  readonly iban: string | null;
  readonly recordedAt: string;
  readonly operationId: string;
}

export interface Undo {
  readonly operationId: string;
  readonly undone: string;
  readonly recordedAt: string;
  readonly userId: number | null;
}

export interface Approval {
  readonly kind: 'document' | 'vat_return' | 'closing';
  readonly id: number;
  readonly entryId: number | null;
  readonly recordedAt: string;
  readonly userId: number | null;
  readonly operationId: string;
}

/** A VAT return or a listing. */
export interface Filing {
  readonly id: number;
  readonly from: string;
  readonly to: string;
  /** Null if not filed or reopened. */
  readonly filedAt: string | null;
  /** A listing of customers contains sales only. */
  readonly isOfSales: boolean;
}

export interface Facts {
  readonly entries: EntryFact[];
  readonly periods: Map<number, { readonly starts_on: string; readonly ends_on: string }>;
  readonly parties: Map<number, string>;
  readonly ibanChanges: IbanChange[];
  readonly payments: Payment[];
  readonly undos: Undo[];
  readonly approvals: Approval[];
  readonly returns: Map<number, Filing>;
  readonly listings: Map<number, Filing>;
  /** When and by whom, by operation. */
  readonly operations: Map<string, { readonly recordedAt: string; readonly userId: number | null }>;
  readonly customers: Set<number>;
  /** Accounts that VAT codes post to. */
  readonly vatAccounts: Set<number>;
  readonly users: Set<number>;
}

export const createFacts = (): Facts => ({
  entries: [],
  periods: new Map(),
  parties: new Map(),
  ibanChanges: [],
  payments: [],
  undos: [],
  approvals: [],
  returns: new Map(),
  listings: new Map(),
  operations: new Map(),
  customers: new Set(),
  vatAccounts: new Set(),
  users: new Set(),
});

type Data = Readonly<Record<string, unknown>>;
type Party = {
  readonly type?: string;
  readonly name?: string;
  readonly ibans?: readonly string[];
};

type Take = (facts: Facts, data: Data, event: EventDetails) => void;
interface EventDetails {
  readonly recordedAt: string;
  readonly userId: number | null;
  readonly operationId: string;
}

/** By event type; other events are not relevant. */
const TAKEN: Readonly<Record<string, Take>> = {
  FiscalYearOpened: collectPeriods,
  FiscalYearUpdated: collectPeriods,
  RecordsCreated(facts, data) {
    const records = data['records'] as readonly { id: number; data: Data }[];
    if (data['resource'] === 'vat-codes') for (const code of records) collectVatAccounts(facts, code.data);
    if (data['resource'] === 'third-parties') for (const { id, data: party } of records) collectParty(facts, id, party);
  },
  RecordUpdated(facts, data, details) {
    if (data['resource'] === 'vat-codes') collectVatAccounts(facts, data['changes'] as Data);
    if (data['resource'] !== 'third-parties') return;
    const { id, changes, previous } = data as { id: number; changes: Party; previous: Party };
    collectParty(facts, id, changes);
    if (changes.ibans === undefined) return;
    facts.ibanChanges.push({ thirdPartyId: id, before: previous.ibans ?? [], after: changes.ibans, ...details });
  },
  EntryPosted: collectEntry,
  MigratedBooksDropped(facts) {
    facts.entries.length = 0;
  },
  SepaFileCreated(facts, data, details) {
    if (data['type'] !== 'credit_transfer') return;
    const payments = data['payments'] as readonly { third_party_id: number; amount: string; iban: string }[];
    for (const { third_party_id, amount, iban } of payments)
      facts.payments.push({ thirdPartyId: third_party_id, amount, iban, ...details });
  },
  BankTransactionsMatched(facts, data, details) {
    const matches = data['matches'] as readonly { third_party_id: number | null; amount: string }[];
    for (const { third_party_id, amount } of matches)
      if (third_party_id !== null && amount.startsWith('-'))
        facts.payments.push({ thirdPartyId: third_party_id, amount: amount.slice(1), iban: null, ...details });
  },
  OperationReverted(facts, data, details) {
    facts.undos.push({ undone: String(data['operation_id']), ...details });
  },
  DocumentBooked: collectApproval('document', 'entry_id'),
  ImportValidated: collectApproval('document', 'entry_id'),
  FiscalYearClosed: collectApproval('closing', null),
  VatDeclarationValidated: collectApproval('vat_return', null),
  VatDeclarationDrawnUp(facts, data) {
    const { id, starts_on, ends_on } = data as { id: number; starts_on: string; ends_on: string };
    facts.returns.set(id, { id, from: starts_on, to: ends_on, filedAt: null, isOfSales: false });
  },
  VatDeclarationFiled(facts, data, { recordedAt }) {
    const known = facts.returns.get(data['id'] as number);
    if (known) facts.returns.set(known.id, { ...known, filedAt: recordedAt });
  },
  VatDeclarationReopened(facts, data) {
    const known = facts.returns.get(data['id'] as number);
    if (known) facts.returns.set(known.id, { ...known, filedAt: null });
  },
  VatListingFiled(facts, data, { recordedAt }) {
    const { id, kind, year } = data as { id: number; kind: string; year: number };
    // Filed again with another date or reference, it is still the same listing.
    if (kind !== 'customer_listing' || facts.listings.has(id)) return;
    facts.listings.set(id, { id, from: `${year}-01-01`, to: `${year}-12-31`, filedAt: recordedAt, isOfSales: true });
  },
};

export function collectFacts(facts: Facts, { type, data, metadata }: LogEvent): void {
  const details: EventDetails = {
    recordedAt: metadata.recorded_at,
    userId: metadata.user_id ?? null,
    operationId: metadata.operation_id ?? '',
  };
  const { userId, operationId, recordedAt } = details;
  if (userId !== null) facts.users.add(userId);
  if (operationId !== '' && !facts.operations.has(operationId))
    facts.operations.set(operationId, { recordedAt, userId });
  TAKEN[type]?.(facts, data, details);
}

function collectParty(facts: Facts, id: number, { name, type }: Party): void {
  if (name !== undefined || !facts.parties.has(id)) facts.parties.set(id, name ?? `#${id}`);
  if (type === 'customer') facts.customers.add(id);
  else if (type !== undefined) facts.customers.delete(id);
}

function collectVatAccounts({ vatAccounts }: Facts, code: Data): void {
  for (const account of [code['due_account_id'], code['deductible_account_id']])
    if (typeof account === 'number') vatAccounts.add(account);
}

function collectPeriods(facts: Facts, data: Data): void {
  const holder = (data['periods'] === undefined ? (data['changes'] ?? {}) : data) as {
    readonly periods?: readonly { id: number; starts_on: string; ends_on: string }[];
  };
  for (const { id, starts_on, ends_on } of holder.periods ?? []) facts.periods.set(id, { starts_on, ends_on });
}

type Posted = {
  readonly id: number;
  readonly journal_code: string;
  readonly fiscal_year_code: string;
  readonly fiscal_year_id: number;
  readonly period_id: number;
  readonly number: number;
  readonly entry_date: string;
  readonly label: string | null;
  readonly reference: string | null;
  readonly third_party_id: number | null;
  readonly origin: string;
  readonly total: string;
  readonly lines: readonly { readonly account_id: number; readonly debit: string; readonly credit: string }[];
  readonly vat?: readonly unknown[];
  readonly reversed_entry_id?: number;
  readonly tax_point?: string;
};

function collectEntry(facts: Facts, data: Data, details: EventDetails): void {
  const entry = data as Posted;
  facts.entries.push({
    id: entry.id,
    name: `${entry.journal_code} ${entry.fiscal_year_code}/${entry.number}`,
    journal: entry.journal_code,
    year: entry.fiscal_year_code,
    number: entry.number,
    date: entry.entry_date,
    periodId: entry.period_id,
    fiscalYearId: entry.fiscal_year_id,
    total: entry.total,
    amounts: entry.lines.map(({ debit, credit }) => (/^0(\.0+)?$/.test(debit) ? credit : debit)),
    label: entry.label,
    reference: entry.reference,
    thirdPartyId: entry.third_party_id,
    origin: entry.origin,
    reversedEntryId: entry.reversed_entry_id ?? null,
    isTaxed: entry.vat !== undefined,
    touchesVat: entry.origin === 'free' && entry.lines.some(({ account_id }) => facts.vatAccounts.has(account_id)),
    taxPoint: entry.tax_point ?? null,
    ...details,
  });
}

function collectApproval(kind: Approval['kind'], entry: string | null): Take {
  return (facts, data, details) => {
    const entryId = entry === null ? null : ((data[entry] as number | null | undefined) ?? null);
    // Validating and booking a document is a single act.
    const last = facts.approvals.at(-1);
    if (entryId !== null && last?.entryId === entryId && last.operationId === details.operationId) return;
    facts.approvals.push({ kind, id: data['id'] as number, entryId, ...details });
  };
}
