import { z } from 'zod';
import {
  letterAutomatically,
  proposeLetterings,
  type AutomaticRequest,
} from '../../commands/lettering/letter-automatically.ts';
import type { Language } from '../../domain/language.ts';
import { latestDate } from '../../domain/lettering/lettering.ts';
import { MOST_COMBINED } from '../../domain/lettering/combinations.ts';
import { MATCH_REASONS, type Match, type MatchReason } from '../../domain/lettering/matching.ts';
import { max, ofCents, subtract, sum } from '../../domain/money.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { letteringsByIds, lineDetails, namesOf, type LetteringRow } from '../../projections/lettering/queries.ts';
import { bool, date, id, integer, pageQuery } from '../http/input/fields.ts';
import { recordId } from '../http/reply/output.ts';
import { pageOf, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { CONFIDENCE, explanationOf, presentSettlement, settlement } from './lettering.ts';

/** Lines that settle one another, and why; with the lettering that was made of them, when it was. */
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

export const automaticRoute = route({
  method: 'post',
  path: '/v1/companies/{company}/lettering/auto',
  area: 'lettering',
  summary: 'Propose or make matches by structured communication, reference, amount and combinations of amounts',
  ability: 'write',
  role: 'encoder',
  demo: 'allowed',
  heavy: 'always',
  query: z.object(pageQuery()),
  body: z.object({
    /** Absent: proposes, and records nothing. */
    apply: bool().nullish(),
    account_id: id().nullish(),
    third_party_id: id().nullish(),
    /** Lines of later days are left alone. */
    as_of: date().nullish(),
    /** The most items of a combination. */
    max_items: integer({ min: 2, max: MOST_COMBINED }).nullish(),
  }),
  example: { body: { apply: false } },
  replies: {
    200: pageOf(Proposal, {
      applied: z.boolean(),
      /** Open items that were looked at. */
      items: z.int(),
      /** Those of them that found a partner. */
      matched_items: z.int(),
      /** False when there are more open items than one request looks at: ask for one account or third party. */
      is_complete: z.boolean(),
      by_reason: z.object(reasonCounts),
    }),
  },
  async handle(request) {
    const { body, query, language, pathUrl } = request;
    const { page, per_page: perPage } = query;
    const requested = {
      maxItems: body.max_items ?? MOST_COMBINED,
      ...given('account_id', body.account_id),
      ...given('third_party_id', body.third_party_id),
      ...given('as_of', body.as_of),
    };
    const found = await (body.apply ? applied : proposed)(request, requested, [(page - 1) * perPage, page * perPage]);
    if (isRefusal(found)) return found;
    const { rows, items, matched, isComplete, reasons } = found;
    const total = reasons.length;
    return ok(
      {
        ...paginate({ rows, total, page, perPage, pathUrl, language }),
        applied: body.apply ?? false,
        items,
        matched_items: matched,
        is_complete: isComplete,
        by_reason: counted(reasons),
      },
      { recorded: body.apply === true && total > 0 },
    );
  },
});

type Request = Pick<RouteRequest, 'services' | 'company' | 'language' | 'write'>;
type Presented = z.output<typeof Proposal>;

/** Places of the first row that is shown and of the one behind the last. */
type Shown = readonly [from: number, to: number];

interface Found {
  readonly items: number;
  readonly matched: number;
  readonly isComplete: boolean;
  /** Of all, shown or not. */
  readonly reasons: readonly MatchReason[];
  readonly rows: readonly Presented[];
}

async function applied(request: Request, requested: AutomaticRequest, shown: Shown): Promise<Found | Refusal> {
  const { services, company, language, write } = request;
  const outcome = await letterAutomatically(services, company.id, requested, write);
  if (isRefusal(outcome)) return outcome;
  const { letterings } = outcome;
  const ids = letterings.slice(...shown).map((lettering) => lettering.id);
  const rows = await letteringsByIds(services.pool, company.id, ids);
  return {
    ...outcome,
    reasons: letterings.map(({ reason }) => reason),
    rows: rows.map((row) => presentApplied(row, language)),
  };
}

async function proposed(request: Request, requested: AutomaticRequest, shown: Shown): Promise<Found | Refusal> {
  const { services, company } = request;
  const outcome = await proposeLetterings(services, company.id, requested, shown);
  if (isRefusal(outcome)) return outcome;
  return { ...outcome, rows: await presentProposals(outcome.matches, request) };
}

const given = <Name extends string, Value>(name: Name, value: Value | null | undefined) =>
  (value === null || value === undefined ? {} : { [name]: value }) as { readonly [key in Name]?: Value };

function counted(reasons: readonly MatchReason[]): Record<MatchReason, number> {
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
    explanation: explanationOf(reason, row.lines, language)!,
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
    lineDetails(
      pool,
      company.id,
      lines.map(({ line_id }) => line_id),
    ),
    namesOf(pool, company.id, [...new Set(accountIds)], [...new Set(thirdPartyIds)]),
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
      settled_on: latestDate(match.lines),
      total: totalOf(match),
      difference_entry_id: null,
      lines: match.lines.map(({ line_id, open }) => ({ ...details.get(line_id)!, amount: open })),
    };
    return {
      lettering_id: null,
      code: null,
      reason: match.reason,
      explanation: explanationOf(match.reason, row.lines, language)!,
      confidence: CONFIDENCE[match.reason],
      ...presentSettlement(row, language),
      difference: ofCents(match.difference),
    };
  });
}

/** As it will be with the line that takes the difference: what the larger side comes to. */
function totalOf({ lines, difference }: Match): string {
  const debits = sum(lines.map(({ open }) => open).filter((open) => !open.startsWith('-')));
  return max(debits, subtract(debits, ofCents(difference)));
}
