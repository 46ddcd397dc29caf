import { buildDocumentLines } from '../../domain/document-imports/document-lines.ts';
import { recalculateSheet } from '../../domain/document-imports/recalculation.ts';
import type { ExtractedSheet } from '../../domain/document-imports/sheet.ts';
import { isZero, subtract } from '../../domain/money.ts';
import type { DocumentImport, Sheet, SuggestedLine } from './answers.ts';

/** The sheet of an import while it is edited. All values are texts; empty ones are unknown. */

export const OWN_FIELDS = ['number', 'date', 'due_date', 'structured_communication', 'currency'] as const;
export const PARTY_FIELDS = ['name', 'vat_number', 'iban'] as const;
export const LINE_NUMBERS = ['quantity', 'unit_price', 'vat_rate', 'amount_net', 'amount_vat'] as const;
export type LineNumber = (typeof LINE_NUMBERS)[number];

export interface DraftLine extends Readonly<Record<LineNumber, string>> {
  readonly key: number;
  readonly description: string;
  readonly vat_category: string | null;
  /** Number of the account, and code of the VAT code. */
  readonly account: string;
  readonly vatCode: string;
  /** Path of the line in the sheet as read; null for a line that was added. */
  readonly path: string | null;
  readonly suggested: SuggestedLine | null;
  /** The line that it was split from: both together stay as they were. */
  readonly splitFrom: number | null;
}

export interface Draft {
  readonly documentType: Sheet['document_type'];
  readonly direction: '' | 'purchase' | 'sale';
  readonly own: Readonly<Record<(typeof OWN_FIELDS)[number], string>>;
  readonly party: Readonly<Record<(typeof PARTY_FIELDS)[number], string>>;
  readonly lines: readonly DraftLine[];
}

const toText = (value: number | string | null): string => (value === null ? '' : String(value));
const toAmountText = (value: number | null): string => (value === null ? '' : value.toFixed(2));

/** How the accounts and VAT codes of the suggestions are called. */
export interface Names {
  getAccount(id: number | null): string;
  getVatCode(id: number | null): string;
}

export function openDraft({ extracted, suggestions }: DocumentImport, names: Names): Draft {
  const sheet = extracted!;
  const shown = sheet.lines.length > 0 ? sheet.lines.map((line) => ({ line, isRead: true })) : listBuiltLines(sheet);
  return {
    documentType: sheet.document_type,
    direction: sheet.direction ?? '',
    own: {
      number: toText(sheet.number),
      date: toText(sheet.date),
      due_date: toText(sheet.due_date),
      structured_communication: toText(sheet.structured_communication),
      currency: sheet.currency,
    },
    party: {
      name: toText(sheet.counterparty['name'] ?? null),
      vat_number: toText(sheet.counterparty['vat_number'] ?? null),
      iban: toText(sheet.counterparty['iban'] ?? sheet.payment.iban),
    },
    lines: shown.map(({ line, isRead }, index) => {
      const suggested = suggestions?.lines[index] ?? null;
      return {
        key: index,
        description: line.description,
        quantity: toText(line.quantity),
        unit_price: toText(line.unit_price),
        vat_rate: toText(line.vat_rate),
        vat_category: line.vat_category,
        amount_net: toAmountText(line.amount_net),
        amount_vat: toAmountText(line.amount_vat),
        account: names.getAccount(suggested?.account_id ?? null),
        vatCode: names.getVatCode(suggested?.vat_code_id ?? null),
        path: isRead ? `lines.${index}` : null,
        suggested,
        splitFrom: null,
      };
    }),
  };
}

/** A sheet without lines becomes a document with one line per VAT rate. */
const listBuiltLines = (sheet: Sheet) =>
  buildDocumentLines(toDomainSheet(sheet)).map((line) => ({
    isRead: false,
    line: {
      ...line,
      quantity: toNumber(line.quantity),
      unit_price: toNumber(line.unit_price),
      vat_rate: toNumber(line.vat_rate),
      amount_net: toNumber(line.amount_net),
      amount_vat: toNumber(line.amount_vat),
    },
  }));

const toNumber = (text: string | null): number | null => (text === null || text === '' ? null : Number(text));
const toDecimal = (value: number | null): string | null => (value === null ? null : value.toFixed(2));
const toPlain = (value: number | null): string | null => (value === null ? null : String(value));

/** As the pure calculations take it. */
function toDomainSheet(sheet: Sheet): ExtractedSheet {
  const { totals } = sheet;
  return {
    ...sheet,
    counterparty: sheet.counterparty as ExtractedSheet['counterparty'],
    lines: sheet.lines.map((line) => ({
      ...line,
      quantity: toPlain(line.quantity),
      unit_price: toPlain(line.unit_price),
      vat_rate: toPlain(line.vat_rate),
      amount_net: toDecimal(line.amount_net),
      amount_vat: toDecimal(line.amount_vat),
      amount_gross: toDecimal(line.amount_gross),
    })),
    totals: {
      net: toDecimal(totals.net),
      vat: toDecimal(totals.vat),
      gross: toDecimal(totals.gross),
      prepaid: toDecimal(totals.prepaid),
      vat_breakdown: totals.vat_breakdown.map(({ rate, category, base, amount }) => ({
        rate: toPlain(rate),
        category,
        base: toDecimal(base),
        amount: toDecimal(amount),
      })),
    },
    confidence: '1.00',
    language: null,
    credits: [],
  };
}

/** The whole sheet as the routes take it; what the form does not show stays as it was read. */
export function toSheetBody(draft: Draft, { extracted }: DocumentImport): object {
  const sheet = extracted!;
  const { iban, ...party } = emptyToNull(draft.party);
  return {
    ...sheet,
    document_type: draft.documentType,
    direction: draft.direction === '' ? null : draft.direction,
    counterparty: { ...sheet.counterparty, ...party, iban },
    payment: { ...sheet.payment, ...(draft.direction !== 'sale' && { iban }) },
    ...emptyToNull(draft.own),
    lines: draft.lines.map((line) => ({
      description: line.description,
      vat_category: line.vat_category,
      ...emptyToNull(pickNumbers(line)),
    })),
  };
}

const pickNumbers = (line: DraftLine): Record<LineNumber, string> =>
  Object.fromEntries(LINE_NUMBERS.map((name) => [name, line[name]])) as Record<LineNumber, string>;

const emptyToNull = <Name extends string>(texts: Readonly<Record<Name, string>>): Record<Name, string | null> =>
  Object.fromEntries(Object.entries<string>(texts).map(([name, text]) => [name, text === '' ? null : text])) as Record<
    Name,
    string | null
  >;

export interface DraftTotals {
  readonly net: string | null;
  readonly vat: string | null;
  readonly gross: string | null;
}

/** Totals as the service will compute them. */
export function computeDraftTotals(draft: Draft, { extracted }: DocumentImport): DraftTotals {
  const { totals, ...sheet } = toDomainSheet(extracted!);
  const lines = draft.lines.map((line) => ({
    description: line.description,
    vat_category: line.vat_category,
    amount_gross: null,
    ...emptyToNull(pickNumbers(line)),
  }));
  return recalculateSheet({ ...sheet, totals, lines }).totals;
}

type Change = Partial<Omit<DraftLine, 'key'>>;

/** Amounts that follow from the changed one are computed again. */
function followChange(line: DraftLine, change: Change): Change {
  if ('quantity' in change || 'unit_price' in change) return { ...change, amount_net: '', amount_vat: '' };
  // A price that no longer gives the amount would contradict it.
  if ('amount_net' in change) return { ...change, amount_vat: '', unit_price: '', quantity: '' };
  return 'vat_rate' in change && change.vat_rate !== line.vat_rate ? { ...change, amount_vat: '' } : change;
}

export function changeLine(draft: Draft, key: number, change: Change): Draft {
  const changed = draft.lines.find((line) => line.key === key)!;
  const given = followChange(changed, change);
  const lines = draft.lines.map((line) => (line.key === key ? { ...line, ...given } : line));
  const { amount_net: net } = given;
  if (changed.splitFrom === null || !('amount_net' in change) || !net) return { ...draft, lines };
  // The part comes off the line that it was split from.
  return {
    ...draft,
    lines: lines.map((line) =>
      line.key === changed.splitFrom && line.amount_net !== ''
        ? { ...line, ...clearedBy(subtract(line.amount_net, subtract(net, changed.amount_net || '0.00'))) }
        : line,
    ),
  };
}

const clearedBy = (amount_net: string): Change => ({ amount_net, amount_vat: '', unit_price: '', quantity: '' });

/** A further line with the same account and VAT code, which takes its amount from this one. */
export function splitLine(draft: Draft, key: number): { readonly draft: Draft; readonly added: number } {
  const index = draft.lines.findIndex((line) => line.key === key);
  const line = draft.lines[index]!;
  const added = 1 + Math.max(...draft.lines.map((one) => one.key));
  const part: DraftLine = { ...line, ...clearedBy('0.00'), key: added, path: null, splitFrom: key };
  return { draft: { ...draft, lines: draft.lines.toSpliced(index + 1, 0, part) }, added };
}

/** A split line gives its amount back. */
export function removeLine(draft: Draft, key: number): Draft {
  const line = draft.lines.find((one) => one.key === key)!;
  const given =
    line.splitFrom === null || line.amount_net === '' || isZero(line.amount_net)
      ? draft
      : changeLine(draft, key, { amount_net: '0.00' });
  return { ...given, lines: given.lines.filter((one) => one.key !== key) };
}

export function addLine(draft: Draft): { readonly draft: Draft; readonly added: number } {
  const last = draft.lines.at(-1);
  const added = 1 + Math.max(-1, ...draft.lines.map((one) => one.key));
  const line: DraftLine = {
    key: added,
    description: '',
    quantity: '',
    unit_price: '',
    vat_rate: last?.vat_rate ?? '',
    vat_category: last?.vat_category ?? null,
    amount_net: '',
    amount_vat: '',
    account: last?.account ?? '',
    vatCode: last?.vatCode ?? '',
    path: null,
    suggested: null,
    splitFrom: null,
  };
  return { draft: { ...draft, lines: [...draft.lines, line] }, added };
}
