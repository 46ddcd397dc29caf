import { z } from 'zod';
import { createRecord, findFieldsRefusal } from '../../commands/records/change-record.ts';
import { journalRules } from '../../domain/journals/rule.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { refuseInvalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findRecord, listRecords } from '../../projections/records/queries.ts';
import { journals } from '../../domain/journals/journal.ts';
import { withSharedRecord, type Scene } from '../http/routing/example.ts';
import { id } from '../http/input/fields.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { respondWithRecord, changeAndRespond, pickGiven, trashAndRespond } from '../records/change.ts';
import { buildCreateBody, buildPatchBody } from '../records/schemas.ts';
import { journalRuleApi } from './journal.ts';
const { answer: JournalRule, present, example } = journalRuleApi;
const ofJournal = z.object({ id: id() });
const ofRule = z.object({ id: id(), rule: id() });
const common = { area: 'journals', demo: 'allowed' } as const;
const write = { ...common, ability: 'write', role: journalRules.writtenBy! } as const;

/** The path determines the journal, which never changes; a body may repeat it but not name another one. */
const NewRule = buildCreateBody(journalRules).extend({ journal_id: id().nullish() });
const RulePatch = buildPatchBody(journalRules);

export const journalRuleRoutes = [
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/journals/{id}/rules',
    summary: 'List the routing rules of a journal, in the order in which they are tried',
    ability: 'read',
    role: 'any',
    params: ofJournal,
    example: withSharedRecord(journals.name),
    replies: { 200: z.array(JournalRule) },
    async handle(request) {
      const { services, company, language, params } = request;
      if (!(await hasJournal(request, params.id))) return refuse('not_found');
      const filter = { equal: { journal_id: params.id }, search: null };
      const rows = await listRecords(services.pool, journalRules, company.id, filter);
      return ok(sortByPosition(rows).map((row) => present(row, language)));
    },
  }),
  route({
    ...write,
    method: 'post',
    path: '/v1/companies/{company}/journals/{id}/rules',
    summary: 'Add a routing rule: which documents go to this journal, with which account and VAT code',
    params: ofJournal,
    body: NewRule,
    alsoWrong: {
      standIns: {},
      schema: RulePatch,
      findRefusal: (request, body) => {
        const data = { ...pickGiven(body), journal_id: request.params.id };
        return withJournalProblem(
          request,
          body,
          findFieldsRefusal(request.services, request.company.id, journalRules.name, null, data),
        );
      },
    },
    example: (scene) => ({ params: { id: scene.company.journal('ACH') }, body: example.create(scene) }),
    replies: { 201: JournalRule },
    async handle(request) {
      const { services, company, params } = request;
      if (!(await hasJournal(request, params.id))) return refuse('not_found');
      if ((request.body.journal_id ?? params.id) !== params.id)
        return refuseInvalid([{ code: 'not_editable', field: 'journal_id' }]);
      const data = { ...(request.body as JsonRecord), journal_id: params.id };
      const outcome = await createRecord(services, company.id, journalRules.name, data, request.write);
      return isRefusal(outcome) ? outcome : respondWithRecord(request, journalRuleApi, outcome, created);
    },
  }),
  route({
    ...write,
    method: 'patch',
    path: '/v1/companies/{company}/journals/{id}/rules/{rule}',
    summary: 'Change a routing rule; a new position moves it, and the others make room',
    params: ofRule,
    body: RulePatch,
    alsoWrong: {
      standIns: {},
      findRefusal: ({ services, company, params }, body) =>
        findFieldsRefusal(services, company.id, journalRules.name, params.rule, pickGiven(body)),
    },
    example: async (scene) => ({ ...(await useFreshRule(scene)), body: example.create(scene) }),
    replies: { 200: JournalRule },
    errorCodes: ['conflict'],
    handle: (request) =>
      withRule(request, () =>
        changeAndRespond(request, journalRuleApi, {
          type: 'UpdateRecord',
          resource: journalRules.name,
          id: request.params.rule,
          changes: pickGiven(request.body),
          baseVersion: request.write.baseVersion,
        }),
      ),
  }),
  route({
    ...write,
    method: 'delete',
    path: '/v1/companies/{company}/journals/{id}/rules/{rule}',
    summary: 'Move a routing rule to the recycle bin',
    params: ofRule,
    example: useFreshRule,
    replies: { 204: null },
    errorCodes: ['conflict'],
    handle: (request) => withRule(request, () => trashAndRespond(request, journalRuleApi, request.params.rule)),
  }),
];

/** Also rejects a body that names another journal than the path. */
async function withJournalProblem(
  { params }: { readonly params: z.output<typeof ofJournal> },
  { journal_id }: { readonly journal_id?: unknown },
  judged: Promise<Refusal | null>,
): Promise<Refusal | null> {
  const refused = await judged;
  if (journal_id === undefined || journal_id === null || journal_id === params.id) return refused;
  return refuseInvalid([{ code: 'not_editable', field: 'journal_id' }, ...(refused?.problems ?? [])]);
}

async function useFreshRule({ company, fresh }: Scene) {
  return { params: { id: company.journal('ACH'), rule: await fresh(journalRules.name) } };
}

type Request = Pick<RouteRequest, 'services' | 'company'>;

export const sortByPosition = <Row extends { readonly id: number }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((left, right) => getPosition(left) - getPosition(right) || left.id - right.id);

const getPosition = (row: object): number => (row as { position: number }).position;

async function hasJournal({ services, company }: Request, journalId: number): Promise<boolean> {
  const journal = await findRecord(services.pool, journals, company.id, journalId);
  return journal?.deleted_at === null;
}

/** A rule is only found below its own journal. */
async function withRule<Outcome>(
  request: Request & { readonly params: z.output<typeof ofRule> },
  work: () => Promise<Outcome>,
): Promise<Outcome | Refusal> {
  const { services, company, params } = request;
  const rule = await findRecord(services.pool, journalRules, company.id, params.rule);
  return rule?.['journal_id'] === params.id ? work() : refuse('not_found');
}
