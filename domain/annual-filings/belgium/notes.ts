import { readLabels, readTable } from '../../data-table.ts';
import { LANGUAGES, type Labels } from '../../language.ts';
import { isZero, negate, sum, ZERO, type SignedAmount } from '../../money.ts';
import type { FilingBox, FilingInputs, FilingNeed, FilingSection } from '../form.ts';
import noteTable from './data/notes.json' with { type: 'json' };
import sectionTable from './data/sections.json' with { type: 'json' };
import type { Datapoint } from './datapoints.ts';
import { computeDebtsByDueDate } from './debts.ts';
import { computeAssetMovements, ENDS } from './fixed-assets.ts';

/** The notes: movements of fixed assets, debts by due date, and sections that only a person can complete. */

export const TEXT_BOXES = {
  deed_date: 'identification',
  previous_as_published: 'identification',
  is_correction: 'identification',
  is_in_liquidation: 'identification',
  valuation_rules: 'valuation_rules',
} as const;
export type TextBox = keyof typeof TEXT_BOXES;
export type FilingTexts = Readonly<Record<TextBox, string | null>>;

const SECTIONS: readonly FilingSection[] = readTable(sectionTable, ['code', ...LANGUAGES]).map((row) => ({
  code: row.code,
  labels: readLabels(row),
}));

const LABELS: ReadonlyMap<string, Labels> = new Map(
  readTable(noteTable, ['code', ...LANGUAGES]).map((row) => [row.code, readLabels(row)]),
);

/** The sections of notes that have one of these boxes. */
export const listNoteSections = (boxes: readonly FilingBox[]): readonly FilingSection[] =>
  SECTIONS.filter(({ code }) => boxes.some(({ section }) => section === code));

export const buildTextBox = (code: TextBox): FilingBox => ({
  code,
  labels: LABELS.get(code)!,
  section: TEXT_BOXES[code],
  level: 2,
  kind: 'text',
  isTotal: false,
});

/** Those of the identification, which comes first. */
export const listIdentificationBoxes = (): readonly FilingBox[] =>
  (Object.keys(TEXT_BOXES) as TextBox[]).map(buildTextBox).filter(({ section }) => section === 'identification');

/** A box for every fact that is not a rubric of the statements. */
export const listNoteBoxes = (datapoints: readonly Datapoint[]): readonly FilingBox[] =>
  datapoints
    .filter(({ code }) => LABELS.has(code))
    .map(({ code, section }) => ({
      code,
      labels: LABELS.get(code)!,
      section,
      level: 2,
      kind: 'amount',
      isTotal: code in ENDS,
    }));

/** What the notes need beside the balances. */
export function listNeeds(notes: readonly FilingBox[]): readonly FilingNeed[] {
  const has = (wanted: string): boolean => notes.some(({ code }) => code === wanted);
  return [
    ...(has('8059') ? (['assets', 'assetLines'] as const) : []),
    ...(has('8912') ? (['openItems'] as const) : []),
  ];
}

/** Null for what only a person knows and has not entered. */
export function computeNotes(
  boxes: readonly FilingBox[],
  inputs: FilingInputs,
  debts: SignedAmount,
): ReadonlyMap<string, SignedAmount | null> {
  const known = new Map([
    ...computeAssetMovements(inputs.current.movements, inputs.assetLines),
    ...computeDebtsByDueDate(inputs.openItems, inputs.year.ends_on, debts),
  ]);
  const amounts = new Map<string, SignedAmount | null>();
  for (const { code, isTotal } of boxes)
    if (!isTotal) amounts.set(code, inputs.manual.get(code)?.amount ?? known.get(code) ?? findPrevious(code, inputs));
  for (const { code, isTotal } of boxes) if (isTotal) amounts.set(code, computeEnd(ENDS[code]!, amounts));
  return amounts;
}

/** `1003P` was entered as 1003 in the filing of the previous year. */
const findPrevious = (code: string, { previousManual }: FilingInputs): SignedAmount | null =>
  code.endsWith('P') ? (previousManual.get(code.slice(0, -1))?.amount ?? null) : null;

const computeEnd = (parts: readonly string[], amounts: ReadonlyMap<string, SignedAmount | null>): SignedAmount =>
  sum(
    parts.map((part) =>
      part.startsWith('-') ? negate(amounts.get(part.slice(1)) ?? ZERO) : (amounts.get(part) ?? ZERO),
    ),
  );

/** With staff: the average number, hours and costs, and those employed at the end of the year. */
const STAFF_BOXES = ['1003', '1013', '1023', '1053', '9087'];

/** Boxes without a value that the figures of the year require, by section. */
export function listMissingNotes(
  boxes: readonly FilingBox[],
  findAmount: (code: string) => SignedAmount | null,
  texts: FilingTexts,
): ReadonlyMap<string, readonly string[]> {
  const isUsed = (code: string): boolean => !isZero(findAmount(code) ?? ZERO);
  const required = [...(isUsed('62') ? STAFF_BOXES : []), ...(isUsed('17') ? ['8912', '8913'] : [])];
  const missing = new Map<string, string[]>();
  for (const { code, section, kind } of boxes) {
    const isMissing =
      kind === 'text'
        ? code === 'valuation_rules' && texts.valuation_rules === null
        : required.includes(code) && findAmount(code) === null;
    if (isMissing) missing.set(section, [...(missing.get(section) ?? []), code]);
  }
  return missing;
}
