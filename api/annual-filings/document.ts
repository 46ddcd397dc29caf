import type { ComputedBox, FilingBox, FilingForm } from '../../domain/annual-filings/form.ts';
import type { Language } from '../../domain/language.ts';
import { isZero } from '../../domain/money.ts';
import type { Row, Table, TableDocument } from '../exports/document.ts';
import { buildReportDocument, toNameTerm, toPeriodTerm, type ReportParties } from '../reports/document.ts';
import { buildRubricColumns } from '../reports/rubrics.ts';
import { wordsIn } from '../reports/words.ts';
import { buildGrid, isPlaced } from './grid.ts';
import type { ReadFiling } from './read-inputs.ts';

/** The filing for readers, section by section in the order of the form. Not a copy of the form. */
export function buildFilingDocument(read: ReadFiling, parties: ReportParties, language: Language): TableDocument {
  const { form, inputs, computed } = read;
  const { year, previousYear } = inputs;
  const say = wordsIn(language, form.country);
  const span = { from: year.starts_on, to: year.ends_on };
  const previous = inputs.previous && previousYear && { from: previousYear.starts_on, to: previousYear.ends_on };
  const columns = buildRubricColumns(say, language, span, previous);
  const values = new Map(computed.boxes.map((box) => [box.code, box]));
  const grid = { values, say, language, previous: previous ? columns.at(-1)! : null };
  const buildTables = ({ code, labels }: FilingForm['sections'][number]): Table[] => {
    const boxes = form.boxes.filter((box) => box.section === code);
    const [placed, plain] = [boxes.filter(isPlaced), boxes.filter((box) => !isPlaced(box))];
    const rows = plain.flatMap((box) => buildRow(box, values.get(box.code), previous !== null, language));
    return [
      ...(placed.length > 0 ? [buildGrid(`${code}-columns`, labels[language], placed, grid)] : []),
      ...(rows.length > 0 ? [{ key: code, title: labels[language], columns, streamRows: () => rows }] : []),
    ];
  };
  return buildReportDocument(parties, {
    title: 'annual_accounts',
    language,
    period: toPeriodTerm(span, [year], language),
    date: year.ends_on,
    isProvisional: inputs.isProvisional,
    isOpenYear: !year.is_closed,
    facts: [{ key: 'model', label: say('model'), kind: 'text', value: toNameTerm(form.code, form.labels[language]) }],
    isLandscape: form.boxes.some(isPlaced),
    tables: form.sections.flatMap(buildTables),
  });
}

/** Empty boxes are left out, unless they are totals of the first two levels. */
function buildRow(
  { code, labels, level, isTotal }: FilingBox,
  value: ComputedBox | undefined,
  hasPrevious: boolean,
  language: Language,
): Row[] {
  const { amount = null, previous = null, text = null } = value ?? {};
  const isEmpty = isZero(amount ?? '0.00') && isZero(previous ?? '0.00') && text === null;
  if (isEmpty && !(isTotal && level <= 2)) return [];
  const label = toNameTerm(code, text === null ? labels[language] : `${labels[language]}: ${text}`);
  return [
    {
      cells: [code, label, amount, ...(hasPrevious ? [previous] : [])],
      level: Math.max(0, level - 1),
      isTotal: level === 1,
    },
  ];
}
