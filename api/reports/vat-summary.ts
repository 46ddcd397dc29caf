import { z } from 'zod';
import { countryPack } from '../../domain/country-packs/index.ts';
import type { Language } from '../../domain/language.ts';
import { isZero, sum } from '../../domain/money.ts';
import { companiesByIds } from '../../projections/companies/queries.ts';
import { vatSummary, type CodeBox, type CodeSum } from '../../projections/reports/vat-summary.ts';
import { decimalString, recordId } from '../http/output.ts';
import { route } from '../http/route.ts';
import { labelIn } from '../records/present.ts';
import {
  languageOf,
  ofInstant,
  periodAnswer,
  presentPeriod,
  report,
  reportQuery,
  reportReply,
  spanQuery,
} from './report.ts';

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
  async handle(request) {
    const { query, company, services } = request;
    const language = languageOf(query, request.language);
    const [row] = await companiesByIds(services.pool, [company.id]);
    return ofInstant(request, query, async (db, span, years) => {
      const { codes, boxes } = await vatSummary(db, company.id, span);
      const ofDirection = (direction: CodeSum['direction']) => codes.filter((one) => one.direction === direction);
      return reportReply(
        {
          ...presentPeriod(span, years),
          rows: codes.map((code) => presentCode(code, boxes, language)),
          boxes: boxTotals(boxes, row!.country_pack, language),
          totals: { sales: totalsOf(ofDirection('sale')), purchases: totalsOf(ofDirection('purchase')) },
        },
        language,
      );
    });
  },
});

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

const totalsOf = (codes: readonly CodeSum[]) =>
  Object.fromEntries(AMOUNTS.map((name) => [name, sum(codes.map((code) => code[name]))]));
