import { absolute, compare, isZero, negate, subtract, sum, ZERO, type SignedAmount } from '../../domain/money.ts';
import type { ThirdPartyName } from '../support/answers.ts';
import { fillDatePlaceholders } from '../../domain/recurring-entries/date-placeholders.ts';
import type { AnalyticCode, CopiedEntry, EntryPreview, EntryTemplate, JournalName } from './answers.ts';

/** An entry while it is typed. Everything here is pure. */

export const KINDS = ['free', 'invoice', 'credit_note'] as const;
export type Kind = (typeof KINDS)[number];

export interface LineDraft {
  /** Names the line as long as the form is open. */
  readonly key: number;
  /** Number of the account. */
  readonly account: string;
  readonly label: string;
  readonly party: ThirdPartyName | null;
  readonly vatCode: string;
  readonly debit: string;
  readonly credit: string;
  /** Of an invoice or credit note, without VAT. */
  readonly amount: string;
  /** Analytic code by axis. */
  readonly codes: Readonly<Record<string, string>>;
}

export interface EntryDraft {
  readonly kind: Kind;
  readonly journalId: string;
  readonly date: string;
  readonly dueDate: string;
  readonly label: string;
  readonly reference: string;
  readonly party: ThirdPartyName | null;
  /** The last one is always empty. */
  readonly lines: readonly LineDraft[];
}

const PATHS: Readonly<Record<Kind, string>> = {
  free: '/entries',
  invoice: '/entries/invoice',
  credit_note: '/entries/credit-note',
};

const createLine = (key: number): LineDraft => ({
  key,
  account: '',
  label: '',
  party: null,
  vatCode: '',
  debit: '',
  credit: '',
  amount: '',
  codes: {},
});

export const createDraft = (journalId: string, date: string, kind: Kind = 'free'): EntryDraft => ({
  kind,
  journalId,
  date,
  dueDate: '',
  label: '',
  reference: '',
  party: null,
  lines: [createLine(1), createLine(2)],
});

export const isEmptyLine = ({ key: _key, party, codes, ...texts }: LineDraft): boolean =>
  party === null &&
  Object.values(texts).every((text) => text === '') &&
  Object.values(codes).every((code) => code === '');

export const isEmptyDraft = ({ label, reference, party, lines }: EntryDraft): boolean =>
  label === '' && reference === '' && party === null && lines.every(isEmptyLine);

/** Keeps an empty line at the end, so that the next one can always be typed. */
const withEmptyLine = (lines: readonly LineDraft[]): readonly LineDraft[] => {
  const last = lines.at(-1);
  if (last && isEmptyLine(last) && lines.length > 1) return lines;
  return withEmptyLine([...lines, createLine(Math.max(0, ...lines.map(({ key }) => key)) + 1)]);
};

export function changeLine(draft: EntryDraft, key: number, changes: Partial<LineDraft>): EntryDraft {
  const lines = draft.lines.map((line) => (line.key === key ? { ...line, ...changes } : line));
  return { ...draft, lines: withEmptyLine(lines) };
}

export const removeLine = (draft: EntryDraft, key: number): EntryDraft => ({
  ...draft,
  lines: withEmptyLine(draft.lines.filter((line) => line.key !== key)),
});

export interface DraftTotals {
  readonly debit: SignedAmount;
  readonly credit: SignedAmount;
  /** Debit less credit. */
  readonly difference: SignedAmount;
}

export function sumLines(lines: readonly LineDraft[]): DraftTotals {
  const debit = sum(lines.map((line) => line.debit || ZERO));
  const credit = sum(lines.map((line) => line.credit || ZERO));
  return { debit, credit, difference: subtract(debit, credit) };
}

/** Gives a line what the others lack, on the side where it is lacking. */
export function balanceLine(draft: EntryDraft, key: number): EntryDraft {
  const { difference } = sumLines(draft.lines.filter((line) => line.key !== key));
  if (isZero(difference)) return draft;
  const isCredit = compare(difference, ZERO) > 0;
  return changeLine(draft, key, {
    debit: isCredit ? '' : negate(difference),
    credit: isCredit ? difference : '',
  });
}

export const listFilledLines = ({ lines }: EntryDraft): readonly LineDraft[] =>
  lines.filter((line) => !isEmptyLine(line));

/** Whether the service can say something useful about it. */
export function isComplete(draft: EntryDraft): boolean {
  const lines = listFilledLines(draft);
  if (draft.journalId === '' || draft.date === '' || lines.length === 0) return false;
  if (draft.kind !== 'free')
    return draft.party !== null && lines.every(({ account, amount }) => account !== '' && amount !== '');
  const { debit, difference } = sumLines(lines);
  return !isZero(debit) && isZero(difference) && lines.every(({ account }) => account !== '');
}

export const getPostingPath = ({ kind }: EntryDraft): string => PATHS[kind];

/** The body of the route that posts it, without empty lines. */
export function toBody(draft: EntryDraft) {
  const { kind, journalId, date, dueDate, label, reference, party } = draft;
  return {
    journal_id: Number(journalId),
    entry_date: date || null,
    due_date: dueDate || null,
    label: label || null,
    reference: reference || null,
    ...(kind !== 'free' && { third_party_id: party?.id ?? null }),
    lines: listFilledLines(draft).map((line) => ({
      account: line.account || null,
      label: line.label || null,
      vat_code: line.vatCode || null,
      ...(kind === 'free'
        ? { debit: line.debit || null, credit: line.credit || null, third_party_id: line.party?.id ?? null }
        : { amount: line.amount || null }),
      ...toAnalytics(line),
    })),
  };
}

/** Without codes, the defaults of the account and the third party apply. */
function toAnalytics({ codes }: LineDraft): { readonly analytics?: readonly { readonly code: string }[] } {
  const given = Object.values(codes).filter((code) => code !== '');
  return given.length === 0 ? {} : { analytics: given.map((code) => ({ code })) };
}

/** A template that posts nothing by itself: it waits to be chosen. */
export function toTemplateBody(draft: EntryDraft, name: string) {
  const { entry_date, due_date: _due, ...template } = toBody(draft);
  return {
    kind: draft.kind,
    label: name,
    template,
    schedule: { unit: 'month', starts_on: entry_date },
    mode: 'propose',
    is_active: false,
  };
}

type NameParty = (id: number) => ThirdPartyName | null;

/** Ids of third parties whose names a draft from it needs. */
export const listPartyIds = (lines: readonly { readonly third_party_id: number | null }[]): readonly number[] => [
  ...new Set(lines.flatMap(({ third_party_id }) => third_party_id ?? [])),
];

const toCodes = (shares: readonly { readonly axis: string; readonly code: string }[] | null): LineDraft['codes'] =>
  Object.fromEntries((shares ?? []).map(({ axis, code }) => [axis, code]));

const blankIfZero = (amount: string | null): string => (amount === null || isZero(amount) ? '' : amount);

/** The same lines again, as a free entry: VAT lines are among them already. */
export function fromEntry(entry: CopiedEntry, date: string, nameParty: NameParty): EntryDraft {
  return {
    ...createDraft(String(entry.journal_id), date),
    label: entry.label ?? '',
    reference: entry.reference ?? '',
    lines: withEmptyLine(
      entry.lines.map((line, index) => ({
        ...createLine(index + 1),
        account: line.account.number,
        label: line.label ?? '',
        party: line.third_party_id === null ? null : nameParty(line.third_party_id),
        vatCode: line.vat_code?.code ?? '',
        debit: blankIfZero(line.debit),
        credit: blankIfZero(line.credit),
        codes: toCodes(line.analytics),
      })),
    ),
  };
}

export interface TemplateNames {
  readonly nameParty: NameParty;
  readonly getAccountNumber: (id: number) => string;
  readonly getVatCode: (id: number) => string;
}

export function fromTemplate(chosen: EntryTemplate, date: string, names: TemplateNames): EntryDraft {
  const { journal_id, label, reference, third_party_id, lines } = chosen.template;
  const kind = KINDS.find((one) => one === chosen.kind) ?? 'free';
  const fill = (text: string | null): string => fillDatePlaceholders(text, date) ?? '';
  return {
    ...createDraft(String(journal_id), date, kind),
    label: fill(label),
    reference: fill(reference),
    party: third_party_id === null ? null : names.nameParty(third_party_id),
    lines: withEmptyLine(
      lines.map((line, index) => ({
        ...createLine(index + 1),
        account: line.account ?? (line.account_id === null ? '' : names.getAccountNumber(line.account_id)),
        label: fill(line.label),
        party: line.third_party_id === null ? null : names.nameParty(line.third_party_id),
        vatCode: line.vat_code ?? (line.vat_code_id === null ? '' : names.getVatCode(line.vat_code_id)),
        debit: blankIfZero(line.debit),
        credit: blankIfZero(line.credit),
        amount: line.amount ?? '',
        codes: toCodes(line.analytics),
      })),
    ),
  };
}

/** What can be posted in a journal, the usual first. */
export function listKinds(journal: Pick<JournalName, 'type'> | undefined): readonly Kind[] {
  if (journal?.type === 'purchase' || journal?.type === 'sale') return ['invoice', 'credit_note', 'free'];
  if (journal?.type === 'purchase_credit' || journal?.type === 'sale_credit') return ['credit_note', 'free'];
  return ['free'];
}

export const getDirection = (journal: Pick<JournalName, 'type'> | undefined): 'purchase' | 'sale' | undefined =>
  journal?.type.startsWith('purchase') ? 'purchase' : journal?.type.startsWith('sale') ? 'sale' : undefined;

export const listAxes = (codes: readonly AnalyticCode[]): readonly string[] => [
  ...new Set(codes.map(({ axis }) => axis)),
];

export interface InvoiceTotals {
  readonly net: SignedAmount;
  /** Null until the service has computed them. */
  readonly tax: SignedAmount | null;
  readonly total: SignedAmount | null;
}

/** The amounts without VAT, and what the third party pays or is paid according to the service. */
export function sumInvoice(draft: EntryDraft, preview: EntryPreview | null): InvoiceTotals {
  const net = sum(listFilledLines(draft).map(({ amount }) => amount || ZERO));
  const ofParty = preview?.lines.filter(({ third_party_id }) => third_party_id !== null);
  if (!ofParty || ofParty.length === 0) return { net, tax: null, total: null };
  const total = absolute(sum(ofParty.map(({ debit, credit }) => subtract(debit, credit))));
  return { net, tax: subtract(total, net), total };
}
