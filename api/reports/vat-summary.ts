import { z } from 'zod';
import { countryPack } from '../../domain/country-packs/index.ts';
import type { Language } from '../../domain/language.ts';
import { isZero, sum } from '../../domain/money.ts';
import { companyIdentity } from '../../projections/companies/queries.ts';
import { vatSummary, type CodeBox, type CodeSum } from '../../projections/reports/vat-summary.ts';
import type { Row } from '../exports/document.ts';
import { decimalString, recordId } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { labelIn } from '../records/present.ts';
import {
  columnsIn,
  nameTerm,
  periodTerm,
  reportDocument,
  totalRow,
  wordTerm,
  type ColumnDeclaration,
} from './document.ts';
import {
  answered,
  periodAnswer,
  presentPeriod,
  report,
  reportQuery,
  spanQuery,
  type MadeReport,
  type ReportScene,
} from './report.ts';
import { wordsIn } from './words.ts';

const amounts = { base: decimalString, due: decimalString, deductible: decimalString, non_deductible: decimalString };
const AMOUNTS = ['base', 'due', 'deductible', 'non_deductible'] as const;

const VatSummary = z
  .object({
    ...periodAnswer,
    rows: z
      .array(
        z.object({
          vat_code: z.object({
            id: recordId,
            code: z.string(),
            label: z.string(),
            direction: z.enum(['purchase', 'sale']),
            rate: decimalString,
          }),
          entries_count: z.int(),
          ...amounts,
          boxes: z.array(z.object({ box: z.string(), amount: decimalString })),
        }),
      )
      .meta({
        description: 'Sales before purchases, by code. Credit notes are negative, their boxes as the form has them.',
      }),
    boxes: z
      .array(z.object({ box: z.string(), label: z.string(), amount: decimalString }))
      .meta({ description: 'What all codes together have filled, in the order of the form.' }),
    totals: z
      .object({ sales: z.object(amounts), purchases: z.object(amounts) })
      .meta({ description: 'Of the codes of sales and of purchases.' }),
  })
  .meta({ id: 'VatSummary' });

export const vatSummaryRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/vat-summary',
  summary: 'VAT by code and by box of the return, of any days',
  query: z.object({ ...reportQuery, ...spanQuery }),
  replies: { 200: VatSummary },
  handle: (request) => answered(request, vatSummaryReport),
});

export async function vatSummaryReport(scene: ReportScene): Promise<MadeReport> {
  const { db, span, years, language, companyId, knownAt } = scene;
  const { codes, boxes } = await vatSummary(db, companyId, span);
  const row = await companyIdentity(db, companyId);
  const ofDirection = (direction: CodeSum['direction']) => codes.filter((one) => one.direction === direction);
  const [sales, purchases] = [ofDirection('sale'), ofDirection('purchase')];
  const filled = boxTotals(boxes, row!.country_pack, language);
  return {
    body: {
      ...presentPeriod(span, years),
      rows: codes.map((code) => presentCode(code, boxes, language)),
      boxes: filled,
      totals: { sales: totalsOf(sales), purchases: totalsOf(purchases) },
    },
    document(parties) {
      const say = wordsIn(language, row!.country_pack);
      return reportDocument(parties, {
        ...{ title: 'vat_summary', language, date: span.to, knownAt, isLandscape: true },
        period: periodTerm(span, years, language),
        tables: [
          {
            key: 'codes',
            title: say('vat_codes'),
            columns: columnsIn(say, CODE_COLUMNS),
            rows: () => [
              ...codeRows(sales, 'total_sales', language),
              ...codeRows(purchases, 'total_purchases', language),
            ],
          },
          {
            key: 'boxes',
            title: say('boxes'),
            columns: columnsIn(say, BOX_COLUMNS),
            rows: () => filled.map(({ box, label, amount }) => ({ cells: [box, nameTerm(box, label), amount] })),
          },
        ],
      });
    },
  };
}

const CODE_COLUMNS: readonly ColumnDeclaration[] = [
  ['vat_code', 'text', 14],
  ['label', 'text', 48],
  ['rate', 'percent', 10],
  ['entries', 'integer', 12],
  ['base', 'amount', 18],
  ['vat_due', 'amount', 18],
  ['vat_deductible', 'amount', 18],
  ['vat_non_deductible', 'amount', 18],
];

const BOX_COLUMNS: readonly ColumnDeclaration[] = [
  ['box', 'text', 12],
  ['label', 'text', 80],
  ['amount', 'amount', 20],
];

function codeRows(codes: readonly CodeSum[], total: 'total_sales' | 'total_purchases', language: Language): Row[] {
  if (codes.length === 0) return [];
  const sums = totalsOf(codes);
  return [
    ...codes.map((code) => ({
      cells: [
        code.code,
        nameTerm(code.code, labelIn(language, code.label, code.labels)),
        code.rate,
        code.entries_count,
        ...AMOUNTS.map((name) => code[name]),
      ],
    })),
    totalRow(['', wordTerm(wordsIn(language), total), null, null, ...AMOUNTS.map((name) => sums[name])]),
  ];
}

function presentCode(code: CodeSum, boxes: readonly CodeBox[], language: Language) {
  const { vat_code_id: id, code: name, label, labels, direction, rate, entries_count } = code;
  return {
    vat_code: { id, code: name, label: labelIn(language, label, labels), direction, rate },
    entries_count,
    ...Object.fromEntries(AMOUNTS.map((amount) => [amount, code[amount]])),
    boxes: boxes
      .filter(({ vat_code_id, amount }) => vat_code_id === id && !isZero(amount))
      .map(({ box, amount }) => ({ box, amount })),
  };
}

function boxTotals(boxes: readonly CodeBox[], country: string, language: Language) {
  return countryPack(country)!.boxes.flatMap(({ box, labels }) => {
    const amount = sum(boxes.filter((one) => one.box === box).map((one) => one.amount));
    return isZero(amount) ? [] : [{ box, label: labels[language], amount }];
  });
}

const totalsOf = (codes: readonly CodeSum[]): Readonly<Record<(typeof AMOUNTS)[number], string>> => {
  const of = (name: (typeof AMOUNTS)[number]) => sum(codes.map((code) => code[name]));
  return { base: of('base'), due: of('due'), deductible: of('deductible'), non_deductible: of('non_deductible') };
};
