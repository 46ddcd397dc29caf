import type { z } from 'zod';
import type { Json } from '../../domain/json.ts';
import type { Language } from '../../domain/language.ts';
import { parseQuery, type GivenQuery } from '../../domain/report-queries/parse.ts';
import {
  MEASURES,
  MOST_CELLS,
  QUERY_NAMES,
  type QueryName,
  type ReportQuery,
} from '../../domain/report-queries/query.ts';
import { refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import type { CsvDialect } from '../exports/csv.ts';
import type { ExportFormat } from '../exports/reply.ts';
import { date, integer, text } from '../http/input/fields.ts';

/** Parameters of a query in a URL. Lists are separated by commas; the parser of the domain checks their values. */

const MAX_LIST = 4_000;

const describeList = (description: string, example: string) =>
  text(MAX_LIST)
    .optional()
    .meta({ description, examples: [example] });

const DESCRIPTIONS = {
  measures: `What is shown, separated by commas: ${MEASURES.join(', ')}. \`balance\` is debit less credit, \`count\` the number of lines.`,
  by: 'How it is split, separated by commas: account, account_prefix:<digits>, rubric, journal, third_party, analytic:<axis>, vat_code, month, quarter, fiscal_year.',
  accounts:
    'Only these accounts: first digits of numbers, or ranges. The end of a range includes all numbers that begin with it.',
  journals: 'Only these journals: codes, or ids.',
  third_parties: 'Only these third parties: codes, or ids.',
  analytics: 'Only these analytic codes of one axis and the codes below them: codes, or ids.',
  vat_codes: 'Only lines with these VAT codes: codes, or ids.',
  as_of: 'Balances at the end of this day, with opening balances, instead of the movements of a period.',
  compare: '`year` for the same days a year earlier, `period` for the days before, `budget:<id>` for a budget.',
  sort: 'Columns to sort by, most important first, with `-` for descending order; by default those of `by`.',
  limit: 'Maximum number of rows. The totals include all rows.',
} as const;

export const queryParameters = {
  measures: describeList(DESCRIPTIONS.measures, 'debit,credit,balance'),
  by: describeList(DESCRIPTIONS.by, 'account,month'),
  accounts: describeList(DESCRIPTIONS.accounts, '60,700-709'),
  journals: describeList(DESCRIPTIONS.journals, 'VEN'),
  third_parties: describeList(DESCRIPTIONS.third_parties, 'C0001'),
  analytics: describeList(DESCRIPTIONS.analytics, 'NORTH'),
  vat_codes: describeList(DESCRIPTIONS.vat_codes, 'S-21'),
  from: date().optional().meta({ description: 'First day; by default that of the current fiscal year.' }),
  to: date().optional().meta({ description: 'Last day; by default that of the current fiscal year.' }),
  as_of: date().optional().meta({ description: DESCRIPTIONS.as_of }),
  compare: text(30)
    .optional()
    .meta({ description: DESCRIPTIONS.compare, examples: ['year'] }),
  sort: describeList(DESCRIPTIONS.sort, '-balance'),
  limit: integer({ min: 1, max: MOST_CELLS }).optional().meta({ description: DESCRIPTIONS.limit }),
} satisfies Record<QueryName, z.ZodType>;

/** Format, dialect and language of the answer. */
export interface FileOptions {
  readonly format: ExportFormat;
  readonly dialect?: CsvDialect | undefined;
  readonly lang?: Language | undefined;
}

export type QueryParameters = z.output<z.ZodObject<typeof queryParameters>>;

/** Only the parameters of the query that are given. */
export function pickQuery(parameters: QueryParameters): GivenQuery {
  const given: Record<string, Json> = {};
  for (const name of QUERY_NAMES) {
    const value = parameters[name];
    if (value !== undefined) given[name] = value;
  }
  return given;
}

export function readQuery(given: GivenQuery): ReportQuery | Refusal {
  const { value, problems } = parseQuery(given);
  return problems.length > 0 ? refuseInvalid(problems) : value;
}

export const pickFileOptions = ({ format, dialect, lang }: FileOptions): FileOptions => ({ format, dialect, lang });
