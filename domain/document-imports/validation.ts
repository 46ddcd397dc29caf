import type { RequestedShare } from '../analytics/allocation.ts';
import { accounts } from '../accounts/account.ts';
import type { BridgeEvent } from '../bridge/bridge-events.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { RequestedBooking } from '../documents/booking.ts';
import type { RequestedDocumentLine } from '../documents/content.ts';
import type { DocumentFile, DocumentOrigin, DocumentSource } from '../documents/document-events.ts';
import type { DocumentRates } from '../documents/document-rates.ts';
import type { TakenNumber } from '../documents/numbering.ts';
import { recordDocument, type RecordingEvent } from '../documents/recording.ts';
import type { ImportedCredits } from '../documents/references.ts';
import type { SameDocument } from '../documents/same-document.ts';
import type { JsonRecord } from '../json.ts';
import type { GivenTax } from '../ledger/taxes.ts';
import { sum } from '../money.ts';
import { isLiveRecord, findLiveRecord } from '../records/state.ts';
import {
  refuseInvalid,
  isRefusal,
  refuse,
  collectValue,
  NO_PROBLEMS,
  joinProblems,
  type Checked,
  type Decision,
  type Problem,
  type Refusal,
} from '../refusal.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { buildDocumentLines } from './document-lines.ts';
import type { Engine, ImportEvent, ImportKind, SheetRead, Suggestions } from './import-events.ts';
import { buildCorrectionEvent, findSheetRefusal, type KnownImport } from './imports.ts';
import type { ExtractedSheet, SheetLine } from './sheet.ts';
import type { Direction } from './vat-suggestion.ts';
import { findVersionConflict } from '../versions.ts';

/**
 * Turns an import into a document: with an existing or a new third party, and with its entry if it is booked immediately.
 * A single decision, so that everything is recorded or nothing.
 */
export interface ValidateImport {
  readonly type: 'ValidateImport';
  readonly facts: KnownImport & { readonly read: SheetRead; readonly engine: Engine; readonly file: DocumentFile };
  readonly baseVersion: number | null;
  /** The sheet, if it is corrected with the validation. */
  readonly corrected: SheetRead | null;
  readonly requested: RequestedValidation;
  /** For the requested direction. */
  readonly suggestions: Suggestions;
  readonly documentId: number;
  /** One per document line. */
  readonly lineIds: readonly number[];
  /** Existing documents with the same third party and number. */
  readonly sameDocuments: readonly SameDocument[];
  /** Absent: none. */
  readonly takenNumbers?: readonly TakenNumber[];
  /** Network that it came through; null if none. */
  readonly network: Extract<DocumentOrigin, 'peppol' | 'platform'> | null;
  /** Also sent to the external platform. */
  readonly isPushed?: boolean;
  /** The invoices that a credit note names; absent: none. */
  readonly credited?: ImportedCredits;
  /** Absent: the document is booked later. */
  readonly booking?: Omit<RequestedBooking, 'journal_id' | 'entry_date'>;
}

export interface RequestedValidation {
  readonly third_party_id: number | null;
  readonly newThirdParty: { readonly id: number; readonly data: JsonRecord } | null;
  readonly direction: Direction | null;
  /** Null: as suggested by the analysis. */
  readonly lines: readonly RequestedLine[] | null;
  readonly force: boolean;
  readonly journal_id: number | null;
  readonly entry_date: string | null;
  /** Of a document in a foreign currency. */
  readonly rates: Partial<DocumentRates>;
}

export interface RequestedLine {
  readonly account_id: number | null;
  readonly vat_code_id: number | null;
  readonly analytics?: readonly RequestedShare[] | null;
}

export function decideValidation(
  command: ValidateImport,
  file: CompanyFile,
): Decision<ImportEvent | RecordingEvent | BridgeEvent> {
  const { facts, corrected, requested, baseVersion } = command;
  const refused = findSheetRefusal(facts) ?? findDuplicateRefusal(facts, requested);
  if (refused) return refused;
  const conflict = findVersionConflict(facts, baseVersion);
  if (conflict) return conflict;
  const read = corrected ?? facts.read;
  const problems: Problem[] = [];
  const direction = requested.direction ?? read.sheet.direction;
  if (direction === null) problems.push({ code: 'required', field: 'direction' });
  const thirdPartyId = collectValue(resolveThirdParty(requested, command.suggestions), problems);
  if (read.sheet.date === null) problems.push({ code: 'required', field: 'extracted.date' });
  if (requested.journal_id !== null && !isLiveRecord(file.records, 'journals', requested.journal_id))
    problems.push({ code: 'journal_unknown', field: 'journal_id' });
  const lines = collectValue(
    buildRequestedLines(read.sheet, requested.lines ?? command.suggestions.lines, file),
    problems,
  );
  if (problems.length > 0 || direction === null || thirdPartyId === null || !lines) return refuseInvalid(problems);
  const recorded = recordDocument(
    {
      documentId: command.documentId,
      lineIds: command.lineIds,
      document: {
        direction,
        is_credit_note: read.sheet.document_type === 'credit_note',
        number: read.sheet.number,
        document_date: read.sheet.date!,
        due_date: read.sheet.due_date,
        currency: read.sheet.currency,
        exchange_rate: null,
        ...requested.rates,
        structured_communication: read.sheet.structured_communication,
        third_party_id: thirdPartyId,
        lines,
        vat_amounts: collectStatedTaxes(read.sheet, lines, file),
        notes: null,
        ...(read.sheet.discount && { discount: read.sheet.discount }),
        credits: command.credited?.credits ?? [],
      },
      ...(command.credited && { related: command.credited.related }),
      origin: command.network ?? 'import',
      source: getSource(facts.engine, facts.kind),
      importId: facts.id,
      file: facts.file,
      ...(requested.newThirdParty && { newThirdParty: withDirectionType(requested.newThirdParty, direction) }),
      sameDocuments: requested.force ? [] : command.sameDocuments,
      takenNumbers: command.takenNumbers ?? [],
      ...(command.booking && {
        booking: {
          ...command.booking,
          sameReferences: requested.force ? [] : command.booking.sameReferences,
          journal_id: requested.journal_id,
          entry_date: requested.entry_date,
        },
      }),
    },
    file,
  );
  if (isRefusal(recorded)) return toImportRefusal(recorded);
  const version = corrected ? facts.version + 1 : facts.version;
  return [
    ...recorded,
    ...(corrected ? [buildCorrectionEvent(facts.id, version, corrected, facts.read)] : []),
    {
      type: 'ImportValidated',
      data: {
        id: facts.id,
        version: version + 1,
        document_id: command.documentId,
        third_party_id: thirdPartyId,
        entry_id: command.booking?.entryId ?? null,
        status_before: facts.status as SheetStatus,
      },
    },
    ...(command.isPushed ? [{ type: 'DocumentPushRequested', data: { id: command.documentId } } as const] : []),
  ];
}

type SheetStatus = Extract<KnownImport['status'], 'ready' | 'needs_review' | 'duplicate'>;

const findDuplicateRefusal = ({ status }: KnownImport, { force }: RequestedValidation): Refusal | null =>
  status === 'duplicate' && !force ? refuse('import_duplicate', { field: 'status' }) : null;

function resolveThirdParty(
  { third_party_id, newThirdParty }: RequestedValidation,
  suggestions: Suggestions,
): Checked<number | null> {
  const id = third_party_id ?? newThirdParty?.id ?? suggestions.third_party_id;
  if (id === null) return { value: null, problems: [{ code: 'required', field: 'third_party_id' }] };
  const isTwice = third_party_id !== null && newThirdParty;
  return { value: id, problems: isTwice ? [{ code: 'third_party_twice', field: 'new_third_party' }] : NO_PROBLEMS };
}

type NewThirdParty = NonNullable<RequestedValidation['newThirdParty']>;

/** The third party of a purchase is a supplier. */
const withDirectionType = ({ id, data }: NewThirdParty, direction: Direction): NewThirdParty => ({
  id,
  data: { ...data, type: data['type'] ?? (direction === 'sale' ? 'customer' : 'supplier') },
});

function buildRequestedLines(
  sheet: ExtractedSheet,
  given: readonly RequestedLine[],
  file: CompanyFile,
): Checked<readonly RequestedDocumentLine[] | null> {
  const problems: Problem[] = [];
  const lines = buildDocumentLines(sheet);
  if (lines.length === 0) problems.push({ code: 'document_without_lines', field: 'extracted.lines' });
  if (given.length !== lines.length) {
    problems.push({ code: 'import_lines_count', field: 'lines', params: { count: lines.length } });
    return { value: null, problems };
  }
  problems.push(...lines.flatMap((_, index) => checkRequestedLine(given[index], index, file)));
  return { value: lines.map((line, index) => buildRequestedLine(line, given[index])), problems };
}

/** A missing or unknown VAT code is reported at its own field, and at the account, where clients look for it. */
function checkRequestedLine(
  { account_id, vat_code_id }: Partial<RequestedLine> = {},
  index: number,
  file: CompanyFile,
): readonly Problem[] {
  const field = `lines.${index}.account_id`;
  const hasAccount = findLiveRecord(file.records, accounts, account_id) !== undefined;
  const hasVatCode = findLiveRecord(file.records, vatCodes, vat_code_id) !== undefined;
  const code = typeof vat_code_id === 'number' ? 'vat_code_unknown' : 'vat_code_required';
  return joinProblems(
    hasAccount ? NO_PROBLEMS : [{ code: typeof account_id === 'number' ? 'account_unknown' : 'required', field }],
    hasVatCode
      ? NO_PROBLEMS
      : [
          { code, field },
          { code, field: `lines.${index}.vat_code_id` },
        ],
  );
}

function buildRequestedLine(
  { description, quantity, unit_price, amount_net }: SheetLine,
  named: RequestedLine | undefined,
): RequestedDocumentLine {
  return {
    description: description === '' ? '-' : description,
    quantity,
    unit_price: quantity === null ? null : unit_price,
    amount_net,
    account: null,
    account_id: named?.account_id ?? null,
    vat_code: null,
    vat_code_id: named?.vat_code_id ?? null,
    analytics: named?.analytics ?? null,
  };
}

/** Kinds of codes whose tax is stated on the document. */
const CHARGED = new Set(['standard', 'non_deductible']);

/** Tax of each code as stated on the document: its sender may have rounded differently. */
function collectStatedTaxes(
  sheet: ExtractedSheet,
  lines: readonly RequestedDocumentLine[],
  file: CompanyFile,
): readonly GivenTax[] {
  const stated = buildDocumentLines(sheet);
  const codes = [...new Set(lines.map(({ vat_code_id }) => vat_code_id!))];
  return codes.flatMap((id): readonly GivenTax[] => {
    const code = findLiveRecord(file.records, vatCodes, id)!;
    if (!CHARGED.has(code.data.kind) || Number(code.data.rate) === 0) return [];
    const taxes = stated.filter((_, index) => lines[index]!.vat_code_id === id).map(({ amount_vat }) => amount_vat);
    if (taxes.some((tax) => tax === null)) return [];
    return [{ vat_code: null, vat_code_id: id, amount: findStatedTotal(sheet, id, lines) ?? sum(taxes as string[]) }];
  });
}

/** Amount from the breakdown, if rate and code correspond one to one. */
function findStatedTotal(sheet: ExtractedSheet, id: number, lines: readonly RequestedDocumentLine[]): string | null {
  const stated = buildDocumentLines(sheet);
  const rates = new Set(
    stated.filter((_, index) => lines[index]!.vat_code_id === id).map(({ vat_rate }) => Number(vat_rate)),
  );
  if (rates.size !== 1) return null;
  const [rate] = rates;
  const isAlone = stated.every(
    ({ vat_rate }, index) => (Number(vat_rate) === rate) === (lines[index]!.vat_code_id === id),
  );
  const shares = sheet.totals.vat_breakdown.filter((share) => share.rate !== null && Number(share.rate) === rate);
  return isAlone && shares.length === 1 ? shares[0]!.amount : null;
}

const getSource = (engine: Engine, kind: ImportKind): DocumentSource =>
  engine === 'local' || engine === 'api' ? (kind === 'image' ? 'image' : 'pdf') : engine;

/** Fields of a document with another name in the validation body. */
const FIELDS: Readonly<Record<string, string>> = {
  number: 'extracted.number',
  document_date: 'extracted.date',
  due_date: 'extracted.due_date',
  currency: 'extracted.currency',
  structured_communication: 'extracted.structured_communication',
};

function toImportRefusal(refused: Refusal): Refusal {
  const problems = refused.problems.flatMap((problem): readonly Problem[] => {
    const { field } = problem;
    if (field === undefined) return [problem];
    const amount = /^lines\.(\d+)\.amount_net$/.exec(field);
    if (amount) return [{ ...problem, field: `extracted.${field}` }];
    const code = /^lines\.(\d+)\.vat_code_id$/.exec(field);
    if (code) return [{ ...problem, field: `lines.${code[1]}.account_id` }, problem];
    if (/^discount(\.|$)/.test(field)) return [{ ...problem, field: `extracted.${field}` }];
    if (/^vat_amounts\./.test(field)) return [{ ...problem, field: 'extracted.totals.vat_breakdown' }];
    return [{ ...problem, field: FIELDS[field] ?? field }];
  });
  return { ...refused, problems };
}
