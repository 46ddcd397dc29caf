import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import {
  listComparedMeasures,
  toComparedKey,
  type Dimension,
  type Measure,
  type ReportQuery,
} from '../../domain/report-queries/query.ts';
import type { QueryTable } from '../../domain/report-queries/table.ts';
import { plainDate, timestamp } from '../http/reply/output.ts';
import { periodAnswer } from '../reports/report.ts';
import { wordsIn, type ReportWord, type Say } from '../reports/words.ts';
import type { PartsScene } from './parts.ts';

/** The answer of a query: columns, rows and totals. */

const COLUMN_KINDS = ['text', 'amount', 'integer'] as const;

const Cell = z.union([z.string(), z.int()]).nullable();

export const QueryAnswer = z
  .object({
    ...periodAnswer,
    compared_period: z
      .object({ from: plainDate, to: plainDate })
      .nullable()
      .meta({ description: 'Days to compare with; null without a comparison, or with a budget.' }),
    as_of: plainDate.nullable().meta({ description: 'Day of the balances; null for movements.' }),
    known_at: timestamp.nullable(),
    columns: z
      .array(
        z
          .object({
            key: z.string().meta({ description: 'Stable name: what the query has in `by` and `measures`.' }),
            label: z.string(),
            kind: z.enum(COLUMN_KINDS).meta({ description: 'Amounts are decimal strings.' }),
          })
          .meta({ id: 'ReportQueryColumn' }),
      )
      .meta({ description: 'Columns of the rows and totals, in their order.' }),
    rows: z.array(z.array(Cell)).meta({ description: 'One value per column; null where lines have none.' }),
    totals: z.array(Cell).meta({ description: 'One value per column over all rows; null under the columns of `by`.' }),
    truncated: z.boolean().meta({ description: 'Whether `limit` left out rows. The totals include them.' }),
  })
  .meta({ id: 'ReportQueryAnswer' });

export interface AnswerColumn {
  readonly key: string;
  readonly label: string;
  readonly kind: (typeof COLUMN_KINDS)[number];
}

const WORDS: Readonly<Record<Exclude<Dimension['kind'], 'account_prefix' | 'analytic'>, ReportWord>> = {
  account: 'account',
  rubric: 'rubric',
  journal: 'journal_name',
  third_party: 'third_party',
  vat_code: 'vat_code',
  month: 'month',
  quarter: 'quarter',
  fiscal_year: 'fiscal_year',
};

const MEASURE_WORDS: Readonly<Record<Measure, ReportWord>> = {
  debit: 'debit',
  credit: 'credit',
  balance: 'balance',
  count: 'lines',
};

const TIME = ['month', 'quarter', 'fiscal_year'];

/** Codes have a name in the next column; months need none. */
export const isNamed = ({ kind }: Dimension): boolean => !TIME.includes(kind);

function formatDimension(dimension: Dimension, say: Say): string {
  if (dimension.kind === 'account_prefix') return say('account_group', { digits: String(dimension.digits) });
  if (dimension.kind === 'analytic') return say('analytic_axis', { axis: dimension.axis });
  return say(WORDS[dimension.kind]);
}

/** `compared` describes what is compared, such as its days. */
export function buildColumns(query: ReportQuery, language: Language, compared: string): readonly AnswerColumn[] {
  const say = wordsIn(language);
  const toKind = (measure: Measure) => (measure === 'count' ? 'integer' : 'amount');
  return [
    ...query.by.flatMap((dimension): AnswerColumn[] => [
      { key: dimension.key, label: formatDimension(dimension, say), kind: 'text' },
      ...(isNamed(dimension) ? [{ key: `${dimension.key}_label`, label: say('label'), kind: 'text' as const }] : []),
    ]),
    ...query.measures.map((measure): AnswerColumn => ({
      key: measure,
      label: say(MEASURE_WORDS[measure]),
      kind: toKind(measure),
    })),
    ...listComparedMeasures(query).map((measure): AnswerColumn => ({
      key: toComparedKey(measure),
      label: `${say(MEASURE_WORDS[measure])} (${compared})`,
      kind: toKind(measure),
    })),
  ];
}

export type AnswerRow = readonly (string | number | null)[];

export function buildRows(
  scene: PartsScene,
  { rows, totals }: QueryTable,
  language: Language,
): { readonly rows: readonly AnswerRow[]; readonly totals: AnswerRow } {
  const { by } = scene.resolved.query;
  const names = by.map((dimension) => (isNamed(dimension) ? createNamer(scene, dimension, language) : null));
  return {
    rows: rows.map(({ key, values }) => [
      ...names.flatMap((name, place) => (name ? [key[place]!, name(key[place]!)] : [key[place]!])),
      ...values,
    ]),
    totals: [...names.flatMap((name) => (name ? [null, null] : [null])), ...totals],
  };
}

type Namer = (code: string | null) => string;

function createNamer({ resolved, parties }: PartsScene, { kind }: Dimension, language: Language): Namer {
  const none = wordsIn(language)('none');
  const { accounts, journals, vatCodes, codes, model } = resolved;
  const named = {
    account: accounts.map(({ number, label }) => [number, label] as const),
    account_prefix: accounts.map(({ number, label }) => [number, label] as const),
    rubric: (model?.rubrics ?? []).map(({ code, labels }) => [code, labels[language]] as const),
    journal: listNames(journals),
    third_party: listNames(parties),
    vat_code: listNames(vatCodes),
    analytic: listNames(codes),
  }[kind as 'account'];
  // Trashed records come last: a new one with the same code names it.
  const labels = new Map(named.toReversed());
  return (code) => (code === null ? none : (labels.get(code) ?? code));
}

const listNames = (names: readonly { readonly code: string; readonly label: string }[]) =>
  names.map(({ code, label }) => [code, label] as const);
