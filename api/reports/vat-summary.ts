import { z } from 'zod';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import { getTaxCurrency } from '../../domain/currency/tax-rate.ts';
import type { Language } from '../../domain/language.ts';
import { isZero, sum } from '../../domain/money.ts';
import { findCompanyIdentity } from '../../projections/companies/queries.ts';
import { readVatSummary, type CodeBox, type CodeSum } from '../../projections/reports/vat-summary.ts';
import type { Row } from '../exports/document.ts';
import { decimalString, recordId, vatBox } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { translateLabel } from '../records/present.ts';
import {
  buildReportColumns,
  toNameTerm,
  toPeriodTerm,
  buildReportDocument,
  toTotalRow,
  toWordTerm,
  type ColumnDeclaration,
} from './document.ts';
import {
  respondWithReport,
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
          boxes: z.array(z.object({ box: vatBox, amount: decimalString })),
        }),
      )
      .meta({
        description: 'Sales before purchases, by code. Credit notes are negative; their boxes are as on the form.',
      }),
    boxes: z
      .array(z.object({ box: vatBox, label: z.string(), amount: decimalString }))
      .meta({ description: 'Totals per box over all codes, in the order of the form.' }),
    totals: z
      .object({ sales: z.object(amounts), purchases: z.object(amounts) })
      .meta({ description: 'Totals of sales codes and of purchase codes.' }),
  })
  .meta({ id: 'VatSummary' });

export const vatSummaryRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/vat-summary',
  summary: 'Get VAT by code and by box of the return, for any period',
  query: z.object({ ...reportQuery, ...spanQuery }),
  replies: { 200: VatSummary },
  handle: (request) => respondWithReport(request, buildVatSummary),
});

export async function buildVatSummary(scene: ReportScene): Promise<MadeReport> {
  const { db, span, years, language, companyId, knownAt } = scene;
  const { codes, boxes } = await readVatSummary(db, companyId, span);
  const row = await findCompanyIdentity(db, companyId);
  const filterByDirection = (direction: CodeSum['direction']) => codes.filter((one) => one.direction === direction);
  const [sales, purchases] = [filterByDirection('sale'), filterByDirection('purchase')];
  const filled = computeBoxTotals(boxes, row!.country_pack, language);
  return {
    body: {
      ...presentPeriod(span, years),
      rows: codes.map((code) => presentCode(code, boxes, language)),
      boxes: filled,
      totals: { sales: computeTotals(sales), purchases: computeTotals(purchases) },
    },
    buildDocument(parties) {
      const say = wordsIn(language, row!.country_pack);
      return buildReportDocument(parties, {
        title: 'vat_summary',
        language,
        date: span.to,
        knownAt,
        isLandscape: true,
        currency: getTaxCurrency(row!.country_pack),
        period: toPeriodTerm(span, years, language),
        tables: [
          {
            key: 'codes',
            title: say('vat_codes'),
            columns: buildReportColumns(say, CODE_COLUMNS),
            streamRows: () => [
              ...buildCodeRows(sales, 'total_sales', language),
              ...buildCodeRows(purchases, 'total_purchases', language),
            ],
          },
          {
            key: 'boxes',
            title: say('boxes'),
            columns: buildReportColumns(say, BOX_COLUMNS),
            streamRows: () =>
              filled.map(({ box, label, amount }) => ({ cells: [box, toNameTerm(box, label), amount] })),
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

function buildCodeRows(codes: readonly CodeSum[], total: 'total_sales' | 'total_purchases', language: Language): Row[] {
  if (codes.length === 0) return [];
  const sums = computeTotals(codes);
  return [
    ...codes.map((code) => ({
      cells: [
        code.code,
        toNameTerm(code.code, translateLabel(language, code.label, code.labels)),
        code.rate,
        code.entries_count,
        ...AMOUNTS.map((name) => code[name]),
      ],
    })),
    toTotalRow(['', toWordTerm(wordsIn(language), total), null, null, ...AMOUNTS.map((name) => sums[name])]),
  ];
}

function presentCode(code: CodeSum, boxes: readonly CodeBox[], language: Language) {
  const { vat_code_id: id, code: name, label, labels, direction, rate, entries_count } = code;
  return {
    vat_code: { id, code: name, label: translateLabel(language, label, labels), direction, rate },
    entries_count,
    ...Object.fromEntries(AMOUNTS.map((amount) => [amount, code[amount]])),
    boxes: boxes
      .filter(({ vat_code_id, amount }) => vat_code_id === id && !isZero(amount))
      .map(({ box, amount }) => ({ box, amount })),
  };
}

function computeBoxTotals(boxes: readonly CodeBox[], country: string, language: Language) {
  return findCountryPack(country)!.boxes.flatMap(({ box, labels }) => {
    const amount = sum(boxes.filter((one) => one.box === box).map((one) => one.amount));
    return isZero(amount) ? [] : [{ box, label: labels[language], amount }];
  });
}

const computeTotals = (codes: readonly CodeSum[]): Readonly<Record<(typeof AMOUNTS)[number], string>> => {
  const sumAmounts = (name: (typeof AMOUNTS)[number]) => sum(codes.map((code) => code[name]));
  return {
    base: sumAmounts('base'),
    due: sumAmounts('due'),
    deductible: sumAmounts('deductible'),
    non_deductible: sumAmounts('non_deductible'),
  };
};
