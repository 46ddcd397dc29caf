import { z } from 'zod';
import { createRecord, refusalOfFields } from '../../commands/records/change-record.ts';
import { journalRules } from '../../domain/journals/rule.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { invalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findRecord, listRecords } from '../../projections/records/queries.ts';
import { journals } from '../../domain/journals/journal.ts';
import { ofStanding, type Scene } from '../http/routing/example.ts';
import { id } from '../http/input/fields.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { answerWith, change, given, moveToBin } from '../records/change.ts';
import { createBody, patchBody } from '../records/schemas.ts';
import { journalRuleApi } from './journal.ts';

const PATH = '/v1/companies/{company}/journals/{id}/rules';
const { answer: JournalRule, present, example } = journalRuleApi;
const ofJournal = z.object({ id: id() });
const ofRule = z.object({ id: id(), rule: id() });
const common = { area: 'journals', demo: 'allowed' } as const;
const write = { ...common, ability: 'write', role: journalRules.writtenBy! } as const;

/** The journal comes from the path and stays; a body may name it, but no other one. */
const NewRule = createBody(journalRules).extend({ journal_id: id().nullish() });
const RulePatch = patchBody(journalRules);

export const journalRuleRoutes = [
  route({
    ...common,
    method: 'get',
    path: PATH,
    summary: 'Routing rules of a journal, in the order in which they are tried',
    ability: 'read',
    role: 'any',
    params: ofJournal,
    example: ofStanding(journals.name),
    replies: { 200: z.array(JournalRule) },
    async handle(request) {
      const { services, company, language, params } = request;
      if (!(await hasJournal(request, params.id))) return refuse('not_found');
      const filter = { equal: { journal_id: params.id }, search: null };
      const rows = await listRecords(services.pool, journalRules, company.id, filter);
      return ok(inOrder(rows).map((row) => present(row, language)));
    },
  }),
  route({
    ...write,
    method: 'post',
    path: PATH,
    summary: 'Add a routing rule: which documents go to this journal, with which account and VAT code',
    params: ofJournal,
    body: NewRule,
    alsoWrong: {
      standIns: {},
      schema: RulePatch,
      judge: (request, body) => {
        const data = { ...given(body), journal_id: request.params.id };
        return withJournal(
          request,
          body,
          refusalOfFields(request.services, request.company.id, journalRules.name, null, data),
        );
      },
    },
    example: (scene) => ({ params: { id: scene.company.journal('ACH') }, body: example.create(scene) }),
    replies: { 201: JournalRule },
    async handle(request) {
      const { services, company, params } = request;
      if (!(await hasJournal(request, params.id))) return refuse('not_found');
      if ((request.body.journal_id ?? params.id) !== params.id)
        return invalid([{ code: 'not_editable', field: 'journal_id' }]);
      const data = { ...(request.body as JsonRecord), journal_id: params.id };
      const outcome = await createRecord(services, company.id, journalRules.name, data, request.write);
      return isRefusal(outcome) ? outcome : answerWith(request, journalRuleApi, outcome, created);
    },
  }),
  route({
    ...write,
    method: 'patch',
    path: `${PATH}/{rule}`,
    summary: 'Change a routing rule; another position moves it, and the others make room',
    params: ofRule,
    body: RulePatch,
    alsoWrong: {
      standIns: {},
      judge: ({ services, company, params }, body) =>
        refusalOfFields(services, company.id, journalRules.name, params.rule, given(body)),
    },
    example: async (scene) => ({ ...(await freshRule(scene)), body: example.create(scene) }),
    replies: { 200: JournalRule },
    errorCodes: ['conflict'],
    handle: (request) =>
      withRule(request, () =>
        change(request, journalRuleApi, {
          type: 'UpdateRecord',
          resource: journalRules.name,
          id: request.params.rule,
          changes: given(request.body),
          baseVersion: request.write.baseVersion,
        }),
      ),
  }),
  route({
    ...write,
    method: 'delete',
    path: `${PATH}/{rule}`,
    summary: 'Move a routing rule to the recycle bin',
    params: ofRule,
    example: freshRule,
    replies: { 204: null },
    errorCodes: ['conflict'],
    handle: (request) => withRule(request, () => moveToBin(request, journalRuleApi, request.params.rule)),
  }),
];

/** A body that names another journal than the path is wrong there too. */
async function withJournal(
  { params }: { readonly params: z.output<typeof ofJournal> },
  { journal_id }: { readonly journal_id?: unknown },
  judged: Promise<Refusal | null>,
): Promise<Refusal | null> {
  const refused = await judged;
  if (journal_id === undefined || journal_id === null || journal_id === params.id) return refused;
  return invalid([{ code: 'not_editable', field: 'journal_id' }, ...(refused?.problems ?? [])]);
}

async function freshRule({ company, fresh }: Scene) {
  return { params: { id: company.journal('ACH'), rule: await fresh(journalRules.name) } };
}

type Request = Pick<RouteRequest, 'services' | 'company'>;

export const inOrder = <Row extends { readonly id: number }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((left, right) => positionOf(left) - positionOf(right) || left.id - right.id);

const positionOf = (row: object): number => (row as { position: number }).position;

async function hasJournal({ services, company }: Request, journalId: number): Promise<boolean> {
  const journal = await findRecord(services.pool, journals, company.id, journalId);
  return journal?.deleted_at === null;
}

/** A rule is found only below its own journal. */
async function withRule<Outcome>(
  request: Request & { readonly params: z.output<typeof ofRule> },
  work: () => Promise<Outcome>,
): Promise<Outcome | Refusal> {
  const { services, company, params } = request;
  const rule = await findRecord(services.pool, journalRules, company.id, params.rule);
  return rule?.['journal_id'] === params.id ? work() : refuse('not_found');
}
