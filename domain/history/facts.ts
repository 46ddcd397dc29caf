import { accounts } from '../accounts/account.ts';
import type { AttachmentEvent } from '../attachments/attachment-events.ts';
import type { BankEvent, Unmatching } from '../bank/bank-events.ts';
import type { KnownFile } from '../bank/statement-files.ts';
import type { KnownTransaction } from '../bank/transactions.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { ImportEvent } from '../document-imports/import-events.ts';
import type { ImportStatus, KnownImport } from '../document-imports/imports.ts';
import { documentEvents, type DocumentEvent } from '../documents/document-events.ts';
import { evolveDocumentFacts, type DocumentFacts } from '../documents/facts.ts';
import type { DomainEvent } from '../event.ts';
import type { OriginLine } from '../fixed-assets/origin.ts';
import type { FiscalYear } from '../fiscal-years/fiscal-year-events.ts';
import type { EntryEvent, PostedEntry } from '../ledger/entry-events.ts';
import type { EntryFacts, LetteringFacts } from '../ledger/entry-facts.ts';
import type { LetteredLine, Lettering, LetteringEvent } from '../lettering/lettering-events.ts';
import { add, negate, subtract, ZERO, type SignedAmount } from '../money.ts';
import { getRecords } from '../records/state.ts';
import type { VatDeclarationEvent } from '../vat-declarations/declaration-events.ts';
import type { DeclarationFacts } from '../vat-declarations/declaration-facts.ts';

/** The current state of the entries, matches and files that an undo affects. */
export interface UndoFacts {
  readonly entries: ReadonlyMap<number, EntryFacts>;
  /** Includes those undone since. */
  readonly letterings: ReadonlyMap<number, KnownLettering>;
  readonly attachments: ReadonlyMap<number, KnownAttachment>;
  /** Includes those deleted since. */
  readonly fiscalYears: ReadonlyMap<number, KnownFiscalYear>;
  /** Includes those in the recycle bin. */
  readonly imports: ReadonlyMap<number, KnownImport>;
  /** The requested documents and those of the entries. */
  readonly documents: ReadonlyMap<number, DocumentFacts>;
  /** Hashes of earlier document files that are still available. */
  readonly keptFiles: ReadonlySet<string>;
  readonly statementFiles: ReadonlyMap<number, KnownFile>;
  readonly bankTransactions: ReadonlyMap<number, KnownTransaction>;
  /** Excludes those deleted since. */
  readonly vatDeclarations: ReadonlyMap<number, DeclarationFacts>;
  /** Entry lines from which fixed assets originate or originated. */
  readonly originLines: ReadonlyMap<number, OriginLine>;
}

export type KnownFiscalYear = Pick<FiscalYear, 'id' | 'code' | 'starts_on' | 'ends_on' | 'period_length'>;

export interface KnownLettering extends Omit<Lettering, 'moved_tax'> {
  readonly version: number;
  readonly has_moved_tax: boolean;
  readonly is_undone: boolean;
}

export interface KnownAttachment {
  readonly id: number;
  readonly entry_id: number;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
  readonly version: number;
  readonly is_detached: boolean;
  /** True if the content is still available. */
  readonly is_kept: boolean;
}

export const NO_FACTS: UndoFacts = {
  entries: new Map(),
  letterings: new Map(),
  attachments: new Map(),
  fiscalYears: new Map(),
  imports: new Map(),
  documents: new Map(),
  keptFiles: new Set(),
  statementFiles: new Map(),
  bankTransactions: new Map(),
  vatDeclarations: new Map(),
  originLines: new Map(),
};

/** Applies one more event, so that changes undone together see each other's effects. */
export function evolveFacts(facts: UndoFacts, event: DomainEvent, file: CompanyFile): UndoFacts {
  const known = event as EntryEvent | LetteringEvent | AttachmentEvent | ImportEvent | BankEvent | VatDeclarationEvent;
  switch (known.type) {
    case 'EntryPosted':
      return { ...facts, entries: withEntry(facts.entries, toEntryFacts(known.data, file)) };
    case 'EntryAmended':
    case 'EntryReversed': {
      const { id, version } = known.data;
      const before = facts.entries.get(id);
      if (!before) return facts;
      const change =
        known.type === 'EntryAmended'
          ? known.data.changes
          : { status: 'reversed' as const, reversed_by_entry_id: known.data.reversed_by_entry_id };
      return { ...facts, entries: withEntry(facts.entries, { ...before, ...change, version }) };
    }
    case 'EntryLinesDisputed': {
      const { id, version, lines } = known.data;
      const before = facts.entries.get(id);
      if (!before) return facts;
      const after = before.lines.map((line) => {
        const dispute = lines.find(({ line_id }) => line_id === line.id);
        return dispute ? { ...line, dispute: dispute.is_disputed ? (dispute.reason ?? '') : null } : line;
      });
      return { ...facts, entries: withEntry(facts.entries, { ...before, version, lines: after }) };
    }
    case 'EntryLinesAllocated': {
      const { id, version, lines } = known.data;
      const before = facts.entries.get(id);
      if (!before) return facts;
      const after = before.lines.map(({ analytics: was, ...line }) => {
        const told = lines.find(({ line_id }) => line_id === line.id);
        const analytics = told ? told.analytics : (was ?? []);
        return analytics.length === 0 ? line : { ...line, analytics };
      });
      return { ...facts, entries: withEntry(facts.entries, { ...before, version, lines: after }) };
    }
    case 'LinesLettered':
      return known.data.letterings.reduce(withLettering, facts);
    case 'LinesUnlettered':
      return known.data.letterings.reduce(
        (left, { id, version, lines }) => withoutLettering(left, id, version, lines),
        facts,
      );
    case 'EntryFilesAttached': {
      const { entry_id, files } = known.data;
      const made = files.map((file) => ({ ...file, entry_id, version: 1, is_detached: false, is_kept: true }));
      return {
        ...facts,
        attachments: new Map([...facts.attachments, ...made.map((file) => [file.id, file] as const)]),
      };
    }
    case 'EntryFileDetached': {
      const { id, version } = known.data;
      const before = facts.attachments.get(id);
      if (!before) return facts;
      return { ...facts, attachments: new Map(facts.attachments).set(id, { ...before, version, is_detached: true }) };
    }
    case 'ImportSheetCorrected':
      return withImport(facts, known.data, {});
    case 'ImportReopened':
      return withImport(facts, known.data, { status: known.data.status });
    case 'ImportTrashed':
    case 'ImportRestored':
      return withImport(facts, known.data, { is_trashed: known.type === 'ImportTrashed' });
    case 'StatementFileTrashed':
    case 'StatementFileRestored': {
      const { id, version } = known.data;
      const before = facts.statementFiles.get(id);
      if (!before) return facts;
      const is_trashed = known.type === 'StatementFileTrashed';
      return { ...facts, statementFiles: new Map(facts.statementFiles).set(id, { ...before, version, is_trashed }) };
    }
    case 'BankTransactionIgnored':
    case 'BankTransactionReopened': {
      const { id, version } = known.data;
      const before = facts.bankTransactions.get(id);
      if (!before) return facts;
      const after: KnownTransaction =
        known.type === 'BankTransactionIgnored'
          ? { ...before, version, status: 'ignored', ignored_reason: known.data.reason }
          : { ...before, version, status: 'pending', ignored_reason: null };
      return { ...facts, bankTransactions: new Map(facts.bankTransactions).set(id, after) };
    }
    case 'BankTransactionsUnmatched':
      return known.data.matches.reduce(withoutMatch, facts);
    case 'VatDeclarationChanged':
      return withDeclaration(facts, known.data.id, { ...known.data.changes, version: known.data.version });
    case 'VatDeclarationReopened':
      return withDeclaration(facts, known.data.id, { status: 'draft', version: known.data.version });
    default:
      return isDocumentEvent(event) ? { ...facts, documents: evolveDocumentFacts(facts.documents, event) } : facts;
  }
}

function withImport(
  facts: UndoFacts,
  { id, version }: { readonly id: number; readonly version: number },
  change: { readonly status?: ImportStatus; readonly is_trashed?: boolean },
): UndoFacts {
  const before = facts.imports.get(id);
  return before ? { ...facts, imports: new Map(facts.imports).set(id, { ...before, ...change, version }) } : facts;
}

function withoutMatch(facts: UndoFacts, { id, version, amount, entry_id }: Unmatching): UndoFacts {
  const before = facts.bankTransactions.get(id);
  if (!before) return facts;
  const after: KnownTransaction = {
    ...before,
    version,
    status: 'pending',
    matched_amount: subtract(before.matched_amount, amount),
    ...(before.matches && { matches: before.matches.filter((match) => match.entry_id !== entry_id) }),
  };
  return { ...facts, bankTransactions: new Map(facts.bankTransactions).set(id, after) };
}

const isDocumentEvent = (event: DomainEvent): event is DocumentEvent => Object.hasOwn(documentEvents, event.type);

function withDeclaration(facts: UndoFacts, id: number, change: Partial<DeclarationFacts>): UndoFacts {
  const before = facts.vatDeclarations.get(id);
  if (!before) return facts;
  return { ...facts, vatDeclarations: new Map(facts.vatDeclarations).set(id, { ...before, ...change }) };
}

const withEntry = (entries: UndoFacts['entries'], entry: EntryFacts): UndoFacts['entries'] =>
  new Map(entries).set(entry.id, entry);

function toEntryFacts({ lines, layer, ...entry }: PostedEntry, file: CompanyFile): EntryFacts {
  const known = getRecords(file.records, accounts).byId;
  return {
    ...entry,
    version: 1,
    status: 'posted',
    layer: layer ?? 'movement',
    reversed_entry_id: entry.reversed_entry_id ?? null,
    reversed_by_entry_id: null,
    lines: lines.map((line, index) => ({
      ...line,
      line_number: index + 1,
      settled: ZERO,
      is_letterable: known.get(line.account_id)?.data.is_letterable ?? false,
    })),
    letterings: [],
  };
}

function withLettering(facts: UndoFacts, { moved_tax, ...lettering }: Lettering): UndoFacts {
  const { id, lines, settled_on } = lettering;
  const has_moved_tax = moved_tax !== undefined;
  const inForce: LetteringFacts = { id, version: 1, lines, ...(has_moved_tax && { tax_moved_on: settled_on }) };
  const known = { ...lettering, version: 1, has_moved_tax, is_undone: false };
  return {
    ...facts,
    letterings: new Map(facts.letterings).set(id, known),
    entries: updateSettledLines(
      facts.entries,
      lines,
      (letterings) => [...letterings, inForce],
      (amount) => amount,
    ),
  };
}

function withoutLettering(facts: UndoFacts, id: number, version: number, lines: readonly LetteredLine[]): UndoFacts {
  const before = facts.letterings.get(id);
  return {
    ...facts,
    letterings: before ? new Map(facts.letterings).set(id, { ...before, version, is_undone: true }) : facts.letterings,
    entries: updateSettledLines(
      facts.entries,
      lines,
      (letterings) => letterings.filter((one) => one.id !== id),
      negate,
    ),
  };
}

function updateSettledLines(
  entries: UndoFacts['entries'],
  lines: readonly LetteredLine[],
  letterings: (before: readonly LetteringFacts[]) => readonly LetteringFacts[],
  sign: (amount: SignedAmount) => SignedAmount,
): UndoFacts['entries'] {
  const after = new Map(entries);
  for (const entryId of new Set(lines.map(({ entry_id }) => entry_id))) {
    const entry = after.get(entryId);
    if (!entry) continue;
    const amounts = new Map(lines.map(({ line_id, amount }) => [line_id, sign(amount)]));
    after.set(entryId, {
      ...entry,
      letterings: letterings(entry.letterings),
      lines: entry.lines.map((line) => ({ ...line, settled: add(line.settled, amounts.get(line.id) ?? ZERO) })),
    });
  }
  return after;
}
