import { z } from 'zod';
import { buildLetterCommand, letterLines, type RequestedLettering } from '../../commands/lettering/letter-lines.ts';
import { unletterLines } from '../../commands/lettering/unletter-lines.ts';
import { MAX_LETTERED_LINES } from '../../domain/lettering/open-line.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { readLetteringsByIds, listLetterings } from '../../projections/lettering/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { type Scene } from '../http/routing/example.ts';
import { bool, date, id, list, pageQuery, text } from '../http/input/fields.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { created, noContent, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { entriesDryRun } from '../ledger/preview.ts';
import { automaticRoute } from './automatic.ts';
import { LetteringAnswer, presentLettering } from './lettering.ts';
import { letteringDryRun } from './dry-run.ts';
import { openItemsRoute } from './open-items.ts';
import { findCommandRefusal } from '../../commands/support/preview.ts';

const PATH = '/v1/companies/{company}/lettering';
const common = { area: 'lettering', demo: 'allowed' } as const;
const write = { ...common, ability: 'write', role: 'encoder' } as const;

const Body = z.object({
  line_ids: list(id(), { min: 2, max: MAX_LETTERED_LINES }),
  /** Settles as much as the smaller side allows; the rest stays open. */
  partial: bool().nullish(),
  across_currencies: bool().nullish().meta({
    description:
      'True: lines of different currencies settle one another in full, and the rest is an exchange difference. Without it such lines are refused.',
  }),
  /** Date of the entry that takes a difference; defaults to the latest date of the lines. */
  entry_date: date().nullish(),
  /** Journal of the same entry; defaults to the journal for miscellaneous operations. */
  journal_id: id().nullish(),
  label: text(200).nullish(),
});

const toRequestedLettering = (body: z.output<typeof Body>): RequestedLettering => ({
  line_ids: body.line_ids,
  partial: body.partial ?? false,
  across_currencies: body.across_currencies ?? false,
  entry_date: body.entry_date ?? null,
  journal_id: body.journal_id ?? null,
  label: body.label ?? null,
});

export const letteringRoutes = [
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/lettering',
    operationId: 'listLetterings',
    summary: 'List current matches with their lines, newest first',
    ability: 'read',
    role: 'any',
    query: z.object({ account_id: id().optional(), third_party_id: id().optional(), ...pageQuery() }),
    replies: { 200: pageSchema(LetteringAnswer) },
    async handle({ query, services, company, language, pathUrl }) {
      const { page, per_page: perPage, ...filter } = query;
      const { rows, total } = await listLetterings(services.pool, company.id, filter, page, perPage);
      const shown = rows.map((row) => presentLettering(row, language));
      return ok(paginate({ rows: shown, total, page, perPage, pathUrl, language }));
    },
  }),
  route({
    ...write,
    method: 'post',
    path: '/v1/companies/{company}/lettering',
    operationId: 'letterLines',
    summary: 'Match lines of one account and third party: in full, up to a small difference, or in part',
    body: Body,
    alsoWrong: {
      standIns: {},
      findRefusal: ({ services, company }, body) =>
        findCommandRefusal(services, company.id, buildLetterCommand, toRequestedLettering(body)),
    },
    example: async (scene) => ({ body: { line_ids: await postMatchingLines(scene) } }),
    replies: { 201: LetteringAnswer },
    dryRun: letteringDryRun,
    errorCodes: ['lettering_unbalanced', 'lettering_one_sided', 'lettering_currencies', 'period_locked'],
    async handle({ body, services, company, language, write: context }) {
      const outcome = await letterLines(services, company.id, toRequestedLettering(body), context);
      if (isRefusal(outcome)) return outcome;
      const [row] = await readLetteringsByIds(services.pool, company.id, [outcome.letteringId]);
      return created(presentLettering(row!, language), { version: row!.version });
    },
  }),
  automaticRoute,
  route({
    ...write,
    method: 'delete',
    path: '/v1/companies/{company}/lettering/{id}',
    operationId: 'undoLettering',
    summary: 'Undo a match: its lines are open again, and the entry that took the difference is reversed',
    params: z.object({ id: id() }),
    example: async ({ after }) => ({ params: { id: (await after(`POST ${PATH}`)).answer.id } }),
    replies: { 204: null },
    dryRun: entriesDryRun,
    errorCodes: ['conflict', 'period_locked'],
    async handle({ params, services, company, language, write: context }) {
      const requested = { id: params.id, today: getBookToday(), baseVersion: context.baseVersion };
      const refused = await unletterLines(services, company.id, requested, context);
      if (!refused) return noContent({ recorded: true });
      return withServerData(refused, async () => {
        const [row] = await readLetteringsByIds(services.pool, company.id, [params.id]);
        return row ? presentLettering(row, language) : null;
      });
    },
  }),
  openItemsRoute,
];

/** Ids of two lines of one entry that settle each other. */
async function postMatchingLines({ after }: Scene): Promise<number[]> {
  const lines = [
    { account: '440000', debit: '1.00' },
    { account: '440000', credit: '1.00' },
  ];
  const { answer } = await after('POST /v1/companies/{company}/entries', { body: { lines } });
  return (answer['lines'] as { readonly id: number }[]).map(({ id: lineId }) => lineId);
}
