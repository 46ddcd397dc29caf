import { z } from 'zod';
import {
  letterAutomatically,
  proposeLetterings,
  type AutomaticRequest,
} from '../../commands/lettering/letter-automatically.ts';
import type { Language } from '../../domain/language.ts';
import { getLatestDate } from '../../domain/lettering/lettering.ts';
import { MOST_COMBINED } from '../../domain/lettering/combinations.ts';
import { MATCH_REASONS, type Match, type MatchReason } from '../../domain/lettering/matching.ts';
import { max, fromCents, subtract, sum } from '../../domain/money.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import {
  readLetteringsByIds,
  readLineDetails,
  readOwnerNames,
  type LetteringRow,
} from '../../projections/lettering/queries.ts';
import { bool, date, id, integer, pageQuery } from '../http/input/fields.ts';
import { recordId } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { CONFIDENCE, explainLettering, presentSettlement, settlement } from './lettering.ts';

/** Lines that settle each other, and why; with the resulting lettering if it was applied. */
const Proposal = z
  .object({
    lettering_id: recordId.nullable(),
    code: z.string().nullable(),
    reason: z.enum(MATCH_REASONS),
    explanation: z.string(),
    confidence: z.number(),
    ...settlement,
  })
  .meta({ id: 'LetteringProposal' });

const reasonCounts = Object.fromEntries(MATCH_REASONS.map((reason) => [reason, z.int()])) as Record<
  MatchReason,
  z.ZodInt
>;

const Query = z.object(pageQuery());

const Body = z.object({
  apply: bool()
    .nullish()
    .meta({ description: 'Deprecated: `dry_run: false` says the same. Without either, matches are only proposed.' }),
  dry_run: bool().nullish(),
  account_id: id().nullish(),
  third_party_id: id().nullish(),
  /** Lines after this date are ignored. */
  as_of: date().nullish(),
  /** Maximum number of items in a combination. */
  max_items: integer({ min: 2, max: MOST_COMBINED }).nullish(),
});

const Report = pageSchema(Proposal, {
  applied: z.boolean(),
  /** Number of open items examined. */
  items: z.int(),
  /** Number of items that were matched. */
  matched_items: z.int(),
  /** False if there are more open items than one request examines: filter by account or third party. */
  is_complete: z.boolean(),
  by_reason: z.object(reasonCounts),
  dry_run: z.literal(true).optional().meta({ description: 'Previews only.' }),
});

export const automaticRoute = route({
  method: 'post',
  path: '/v1/companies/{company}/lettering/auto',
  operationId: 'letterAutomatically',
  area: 'lettering',
  summary: 'Propose or apply matches by structured communication, reference, amount and combinations of amounts',
  ability: 'write',
  role: 'encoder',
  demo: 'allowed',
  heavy: 'always',
  query: Query,
  body: Body,
  example: { body: { dry_run: true } },
  replies: { 200: Report },
  dryRun: {
    reply: Report,
    async present(request) {
      const found = await proposeMatches(request, toAutomaticRequest(request.body), getShownRange(request.query));
      return isRefusal(found) ? found : presentReport(request, found, false);
    },
  },
  errorCodes: ['period_locked'],
  async handle(request) {
    const { body, query } = request;
    // A dry run rehearses the first matches, so that it is refused where applying them would be.
    const isApplied = (body.dry_run ?? null) !== null || body.apply === true;
    const find = isApplied ? applyMatches : proposeMatches;
    const found = await find(request, toAutomaticRequest(body), getShownRange(query));
    if (isRefusal(found)) return found;
    return ok(presentReport(request, found, isApplied), { recorded: isApplied && found.reasons.length > 0 });
  },
});

const toAutomaticRequest = (body: z.output<typeof Body>): AutomaticRequest => ({
  maxItems: body.max_items ?? MOST_COMBINED,
  ...pickGiven('account_id', body.account_id),
  ...pickGiven('third_party_id', body.third_party_id),
  ...pickGiven('as_of', body.as_of),
});

type PageQuery = z.output<typeof Query>;

const getShownRange = ({ page, per_page: perPage }: PageQuery): Shown => [(page - 1) * perPage, page * perPage];

function presentReport(
  { query, pathUrl, language }: Pick<RouteRequest<unknown, PageQuery>, 'query' | 'pathUrl' | 'language'>,
  { rows, items, matched, isComplete, reasons }: Found,
  isApplied: boolean,
) {
  const { page, per_page: perPage } = query;
  return {
    ...paginate({ rows, total: reasons.length, page, perPage, pathUrl, language }),
    applied: isApplied,
    items,
    matched_items: matched,
    is_complete: isComplete,
    by_reason: countReasons(reasons),
  };
}

type Request = Pick<RouteRequest, 'services' | 'company' | 'language' | 'write'>;
type Presented = z.output<typeof Proposal>;

/** Index of the first row shown and of the one after the last. */
type Shown = readonly [from: number, to: number];

interface Found {
  readonly items: number;
  readonly matched: number;
  readonly isComplete: boolean;
  /** Reasons of all matches, shown or not. */
  readonly reasons: readonly MatchReason[];
  readonly rows: readonly Presented[];
}

async function applyMatches(request: Request, requested: AutomaticRequest, shown: Shown): Promise<Found | Refusal> {
  const { services, company, language, write } = request;
  const outcome = await letterAutomatically(services, company.id, requested, write);
  if (isRefusal(outcome)) return outcome;
  const { letterings } = outcome;
  const ids = letterings.slice(...shown).map((lettering) => lettering.id);
  const rows = await readLetteringsByIds(services.pool, company.id, ids);
  return {
    ...outcome,
    reasons: letterings.map(({ reason }) => reason),
    rows: rows.map((row) => presentApplied(row, language)),
  };
}

async function proposeMatches(request: Request, requested: AutomaticRequest, shown: Shown): Promise<Found | Refusal> {
  const { services, company } = request;
  const outcome = await proposeLetterings(services, company.id, requested, shown);
  if (isRefusal(outcome)) return outcome;
  return { ...outcome, rows: await presentProposals(outcome.matches, request) };
}

const pickGiven = <Name extends string, Value>(name: Name, value: Value | null | undefined) =>
  (value === null || value === undefined ? {} : { [name]: value }) as { readonly [key in Name]?: Value };

function countReasons(reasons: readonly MatchReason[]): Record<MatchReason, number> {
  const counts = Object.fromEntries(MATCH_REASONS.map((reason) => [reason, 0])) as Record<MatchReason, number>;
  for (const reason of reasons) counts[reason] += 1;
  return counts;
}

function presentApplied(row: LetteringRow, language: Language): Presented {
  const reason = row.reason as MatchReason;
  return {
    lettering_id: row.id,
    code: row.code,
    reason,
    explanation: explainLettering(reason, row.lines, language)!,
    confidence: CONFIDENCE[reason],
    ...presentSettlement(row, language),
  };
}

async function presentProposals(
  matches: readonly Match[],
  { services: { pool }, company, language }: Pick<RouteRequest, 'services' | 'company' | 'language'>,
): Promise<Presented[]> {
  const lines = matches.flatMap((match) => match.lines);
  const thirdPartyIds = lines.map(({ third_party_id }) => third_party_id).filter((one) => one !== null);
  const accountIds = lines.map(({ account_id }) => account_id);
  const [details, names] = await Promise.all([
    readLineDetails(
      pool,
      company.id,
      lines.map(({ line_id }) => line_id),
    ),
    readOwnerNames(pool, company.id, [...new Set(accountIds)], [...new Set(thirdPartyIds)]),
  ]);
  return matches.map((match) => {
    const { account_id, third_party_id } = match.lines[0]!;
    const account = names.accounts.get(account_id)!;
    const row = {
      account_id,
      account_number: account.number,
      account_label: account.label,
      account_labels: account.labels,
      third_party_id,
      third_party_name: third_party_id === null ? null : (names.thirdParties.get(third_party_id) ?? null),
      settled_on: getLatestDate(match.lines),
      total: computeTotal(match),
      difference_entry_id: null,
      exchange_entry_id: null,
      currency: match.lines[0]!.currency ?? null,
      lines: match.lines.map(({ line_id, open, currency_open = null }) => ({
        ...details.get(line_id)!,
        amount: open,
        currency_amount: currency_open,
      })),
    };
    return {
      lettering_id: null,
      code: null,
      reason: match.reason,
      explanation: explainLettering(match.reason, row.lines, language)!,
      confidence: CONFIDENCE[match.reason],
      ...presentSettlement(row, language),
      difference: computeDifference(match),
    };
  });
}

/** Total including the line that takes the difference: the sum of the larger side. */
function computeTotal(match: Match): string {
  const debits = sum(match.lines.map(({ open }) => open).filter((open) => !open.startsWith('-')));
  return max(debits, subtract(debits, computeDifference(match)));
}

/** Written off, or gained or lost by the exchange rate. */
const computeDifference = ({ lines, difference }: Match): string =>
  lines[0]!.currency ? sum(lines.map(({ open }) => open)) : fromCents(difference);
