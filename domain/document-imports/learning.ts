import { addDays, countDaysBetween } from '../dates.ts';
import { normaliseName, normaliseNumber } from './counterparty.ts';
import type { ExtractedSheet, ReadDocument } from './sheet.ts';

/**
 * What users have corrected on earlier documents is applied to the next one of the same sender. Only facts about the
 * sender are learnt, never the number, dates, amounts or lines of one document. Nothing is stored for this beyond the
 * imports themselves: a correction that is undone, or whose import or third party is deleted, is forgotten.
 */

/** An earlier document, as it was read and as the user left it. */
export interface Lesson {
  readonly read: ExtractedSheet;
  readonly corrected: ExtractedSheet;
  /** Third party that the user chose at validation instead of the suggested one. */
  readonly chosenId: number | null;
}

/** What identifies the sender of a document as it was read; null if unknown. */
export interface SenderKeys {
  readonly number: string | null;
  readonly iban: string | null;
  readonly name: string | null;
}

export function buildSenderKeys({ counterparty, payment, direction }: ExtractedSheet): SenderKeys {
  const number = counterparty.vat_number ?? counterparty.enterprise_number;
  // On a sale, the account to pay to is that of the company itself.
  const iban = counterparty.iban ?? (direction === 'sale' ? null : payment.iban);
  return {
    number: number === null ? null : normaliseNumber(number).replace(/^[A-Z]{2}/, ''),
    iban: iban === null ? null : normaliseNumber(iban),
    name: (counterparty.name === null ? '' : normaliseName(counterparty.name)) || null,
  };
}

type Evidence = 'number' | 'iban' | 'name';

/** By what two documents have the same sender; null if they have not. A weaker key counts only if no stronger differs. */
function findEvidence(one: SenderKeys, other: SenderKeys): Evidence | null {
  for (const key of ['number', 'iban', 'name'] as const) {
    if (one[key] === null || other[key] === null) continue;
    if (one[key] === other[key]) return key;
    return null;
  }
  return null;
}

/**
 * How well a lesson fits a document; null if not at all. A number that turned out to be wrong may be the right one of
 * another company: the account or the name must then be the same, too.
 */
function judgeLesson(sheet: ExtractedSheet, { read, corrected }: Lesson): 'strong' | 'weak' | null {
  const [now, before] = [buildSenderKeys(sheet), buildSenderKeys(read)];
  const evidence = findEvidence(now, before);
  if (evidence !== 'number' || buildSenderKeys(corrected).number === before.number)
    return evidence === 'name' ? 'weak' : evidence && 'strong';
  const others = (['iban', 'name'] as const).filter((key) => now[key] !== null && before[key] !== null);
  if (others.length === 0) return 'weak';
  return others.some((key) => now[key] === before[key]) ? 'strong' : null;
}

export interface Learnt extends ReadDocument {
  /** Third party that users chose for this sender; null if none. */
  readonly chosenId: number | null;
  /** The sender is not certain to be the same: a user must look at it. */
  readonly isDoubtful: boolean;
}

/** Applies lessons, oldest first, so that the latest correction wins. */
export function applyLessons(document: ReadDocument, lessons: readonly Lesson[]): Learnt {
  let { sheet } = document;
  let chosenId: number | null = null;
  let isDoubtful = false;
  for (const lesson of lessons) {
    if (sheet.direction !== null && lesson.read.direction !== null && sheet.direction !== lesson.read.direction)
      continue;
    // What an earlier lesson changed is known under its new name too.
    const evidence = judgeLesson(document.sheet, lesson) ?? judgeLesson(sheet, lesson);
    if (evidence === null) continue;
    const after = applyLesson(sheet, lesson);
    const isUsed = after !== sheet || lesson.chosenId !== null;
    isDoubtful ||= isUsed && evidence === 'weak';
    chosenId = lesson.chosenId ?? chosenId;
    sheet = after;
  }
  const warnings = document.warnings.filter(({ code }) => !isResolved(code, document.sheet, sheet));
  return {
    sheet,
    warnings: isDoubtful ? [...warnings, { code: 'learnt_uncertain' }] : warnings,
    chosenId,
    isDoubtful,
  };
}

function isResolved(
  code: string,
  before: ExtractedSheet,
  { counterparty, direction, currency }: ExtractedSheet,
): boolean {
  switch (code) {
    case 'counterparty_missing':
      return counterparty.name !== null || counterparty.vat_number !== null;
    case 'vat_number_missing':
      return counterparty.vat_number !== null;
    case 'direction_unclear':
      return before.direction === null && direction !== null;
    case 'currency_unclear':
      return before.currency !== currency;
    default:
      return false;
  }
}

/** The same sheet if there is nothing to change. */
function applyLesson(sheet: ExtractedSheet, { read, corrected }: Lesson): ExtractedSheet {
  const counterparty = applyFields(sheet.counterparty, read.counterparty, corrected.counterparty, ['name']);
  const payment = applyFields(sheet.payment, read.payment, corrected.payment, [], ['iban', 'bic']);
  const direction = applyValue(sheet.direction, read.direction, corrected.direction);
  const currency = applyValue(sheet.currency, read.currency, corrected.currency);
  const due_date = applyTerm(sheet, read, corrected);
  const isSame =
    counterparty === sheet.counterparty &&
    payment === sheet.payment &&
    direction === sheet.direction &&
    currency === sheet.currency &&
    due_date === sheet.due_date;
  return isSame ? sheet : { ...sheet, counterparty, payment, direction, currency, due_date };
}

/** The corrected value, if the same was read again or nothing. */
function applyValue<Value>(now: Value, read: Value, corrected: Value): Value {
  if (read === corrected) return now;
  return now === read || (now === null && corrected !== null) ? corrected : now;
}

/** `always`: fields that are read differently each time, and replaced whatever was read. */
function applyFields<Fields extends object>(
  now: Fields,
  read: Fields,
  corrected: Fields,
  always: readonly (keyof Fields)[],
  names: readonly (keyof Fields)[] = Object.keys(read) as (keyof Fields)[],
): Fields {
  let result = now;
  for (const name of names) {
    const isChanged = read[name] !== corrected[name];
    const value =
      isChanged && always.includes(name) && corrected[name] !== null
        ? corrected[name]
        : applyValue(now[name], read[name], corrected[name]);
    if (value !== now[name]) result = { ...result, [name]: value };
  }
  return result;
}

const LONGEST_TERM = 366;

/** Days until payment, if the document does not state them. */
function applyTerm({ date, due_date }: ExtractedSheet, read: ExtractedSheet, corrected: ExtractedSheet): string | null {
  const isLearnt = read.due_date === null && corrected.due_date !== null && corrected.date !== null;
  if (!isLearnt || due_date !== null || date === null) return due_date;
  const days = countDaysBetween(corrected.date, corrected.due_date);
  return days >= 0 && days <= LONGEST_TERM ? addDays(date, days) : due_date;
}
