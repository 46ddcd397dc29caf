import { z } from 'zod';
import { addMember, inviteMember } from '../../commands/firms/add-member.ts';
import { assignCompanies, changeMember, detachMember, type TeamChanged } from '../../commands/firms/change-team.ts';
import { findMemberChangeRefusal, findNewMemberRefusal } from '../../commands/firms/team-refusals.ts';
import { findRefusal } from '../../commands/support/find-refusal.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { listMembers } from '../../projections/firms/queries.ts';
import type { Caller } from '../http/routing/access.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { id } from '../http/input/fields.ts';
import { created, noContent, ok, type Reply } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { Assignment, MemberChanges, NewMember, ReadableAssignment, ReadableMember } from './bodies.ts';
import { Invitation, getLinkMeans, sendInvitation } from '../identity/invitation.ts';
import { withRetryAfter } from '../identity/retry-after.ts';
import { listSeenCompanies } from './firm.ts';
import { FirmMember, filterVisibleMembers, presentMember } from './member.ts';

const common = {
  area: 'firms',
  params: z.object({ user: id() }),
  errorCodes: ['conflict', 'last_admin', 'session_token_required'],
} as const;
const write = { ...common, ability: 'write', demo: 'blocked' } as const;

/** The team of a firm. */
export const teamRoutes = [
  route({
    method: 'get',
    path: '/v1/firms/{firm}/members',
    area: 'firms',
    summary: 'List the team of a firm; callers who do not manage it see the active members',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    replies: { 200: z.array(FirmMember) },
    async handle(request) {
      const { services, firm } = request;
      const [rows, companies] = await Promise.all([
        listMembers(services.pool, firm.id),
        listSeenCompanies(request, firm),
      ]);
      return ok(filterVisibleMembers(rows, firm).map((row) => presentMember(row, companies, firm.locale)));
    },
  }),
  route({
    method: 'post',
    path: '/v1/firms/{firm}/members',
    area: 'firms',
    summary:
      'Add a person to the team: 201 with a new account; 200 if the verified owner of the address has one, who is invited and gets access after accepting, or at once if the firm requires no acceptance (`is_active` tells which)',
    ability: 'write',
    role: 'admin',
    demo: 'blocked',
    body: NewMember,
    alsoWrong: {
      standIns: {},
      schema: ReadableMember,
      findRefusal: ({ services, firm }, body) => findNewMemberRefusal(services, firm.id, body.company_tokens ?? null),
    },
    example: ({ next, signIn: { password } }) => ({
      body: { email: `account${next()}@example.org`, name: 'New Account', password, role: 'reviewer' as const },
    }),
    replies: { 200: FirmMember, 201: FirmMember },
    secrets: ['invitation.url'],
    errorCodes: ['user_limit_reached', 'member_exists', 'account_not_managed', 'session_token_required'],
    async handle(request) {
      const { services, firm, body, baseUrl } = request;
      if (isIntegration(request) && body.role === 'admin') return SESSION_TOKEN_REQUIRED;
      const member = {
        email: body.email,
        role: body.role,
        companyTokens: body.company_tokens ?? null,
        name: body.name ?? null,
        password: body.password ?? null,
        locale: body.locale ?? null,
        means: getLinkMeans(services),
        maySetPassword: !isIntegration(request),
      };
      const outcome = await addMember(services, firm.id, member, request.write);
      if (isRefusal(outcome)) return withRetryAfter(outcome);
      await services.access.waitUntilApplied(outcome.rightsChangedAt);
      const { invitation: link } = outcome;
      const recipient = { email: body.email, firmName: firm.name, language: firm.locale };
      const sent = link ? { invitation: await sendInvitation(services, baseUrl, link, recipient) } : {};
      return respondWithMember(request, outcome.userId, outcome.hasNewAccount ? created : ok, { recorded: true }, sent);
    },
  }),
  route({
    ...write,
    method: 'patch',
    path: '/v1/firms/{firm}/members/{user}',
    summary: 'Change the role or status of a member, or the name and password of an account managed by the firm',
    role: 'admin',
    body: MemberChanges,
    alsoWrong: {
      standIns: {},
      findRefusal: ({ services, firm, caller, params }, body) =>
        findMemberChangeRefusal(services, firm.id, params.user, toMemberChanges(body), caller.userId),
    },
    example: async ({ member }) => ({ params: { user: await member() }, body: { role: 'encoder' as const } }),
    replies: { 200: FirmMember },
    errorCodes: [...common.errorCodes, 'user_limit_reached', 'account_not_managed'],
    async handle(request) {
      const { services, firm, caller, params, body } = request;
      const isBeyond = body.role === 'admin' || typeof body.password === 'string';
      if (isIntegration(request) && (isBeyond || (await isAdmin(request)))) return SESSION_TOKEN_REQUIRED;
      const changes = toMemberChanges(body);
      const member = { userId: params.user, changedBy: caller.userId, baseVersion: request.write.baseVersion };
      return respondToChange(request, await changeMember(services, firm.id, member, changes, request.write));
    },
  }),
  route({
    ...write,
    method: 'delete',
    path: '/v1/firms/{firm}/members/{user}',
    summary: 'Remove a member from the firm and its company files; the account is kept',
    role: 'admin',
    example: async ({ member }) => ({ params: { user: await member() } }),
    replies: { 204: null },
    async handle(request) {
      const { services, firm, params, write: context } = request;
      if (isIntegration(request) && (await isAdmin(request))) return SESSION_TOKEN_REQUIRED;
      const outcome = await detachMember(services, firm.id, params.user, context.baseVersion, context);
      if (isRefusal(outcome)) return withServerData(outcome, () => findPresentedMember(request, request.params.user));
      await services.access.waitUntilApplied(outcome.rightsChangedAt);
      return noContent({ recorded: true });
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/firms/{firm}/members/{user}/invitation',
    operationId: 'inviteMember',
    summary: 'Create a new link for an invited user, or for a user who takes over an account created by the firm',
    ability: 'session',
    role: 'admin',
    demo: 'blocked',
    perMinute: 6,
    example: async ({ invited }) => ({ params: { user: (await invited()).user } }),
    replies: { 200: z.object({ invitation: Invitation }) },
    secrets: ['invitation.url'],
    errorCodes: ['invitation_not_needed'],
    async handle({ services, firm, params, baseUrl }) {
      const link = await inviteMember(services, firm.id, params.user, getLinkMeans(services));
      if (isRefusal(link)) return link;
      const recipient = { email: link.email, firmName: firm.name, language: firm.locale };
      return ok({ invitation: await sendInvitation(services, baseUrl, link, recipient) });
    },
  }),
  route({
    ...write,
    method: 'put',
    path: '/v1/firms/{firm}/members/{user}/companies',
    operationId: 'replaceMemberCompanies',
    summary: 'Replace the company files of a member and the role in them',
    role: 'manager',
    body: Assignment,
    alsoWrong: {
      standIns: {},
      schema: ReadableAssignment,
      findRefusal: ({ services, firm, caller, params }, body) =>
        findRefusal(services, 'firm', firm.id, {
          type: 'AssignCompanies',
          ...toAssignment(params.user, { ...body, company_tokens: body.company_tokens ?? [] }, caller),
          baseVersion: null,
        }),
    },
    example: async ({ member, company }) => ({
      params: { user: await member() },
      body: { company_tokens: [company.token], role: 'reviewer' as const },
    }),
    replies: { 200: FirmMember },
    errorCodes: ['conflict', 'session_token_required'],
    async handle(request) {
      const { services, firm, caller, params, body, write: context } = request;
      if (isIntegration(request) && (await isAdmin(request))) return SESSION_TOKEN_REQUIRED;
      const assignment = { ...toAssignment(params.user, body, caller), baseVersion: context.baseVersion };
      return respondToChange(request, await assignCompanies(services, firm.id, assignment, context));
    },
  }),
];

const toMemberChanges = ({ role, is_active, name, password }: z.output<typeof MemberChanges>) => ({
  ...(role !== undefined && { role }),
  ...(is_active !== undefined && { is_active }),
  name: name ?? undefined,
  password: password ?? undefined,
});

const toAssignment = (userId: number, body: z.output<typeof Assignment>, caller: Caller) => ({
  userId,
  allCompanies: body.all_companies ?? false,
  companyTokens: body.company_tokens,
  role: body.role ?? null,
  assignedBy: caller.isPlatformAdmin ? null : caller.userId,
});

/** An integration token, stored in another program, may not create or change administrators. */
const isIntegration = ({ caller }: Pick<RouteRequest, 'caller'>): boolean => caller.token.kind === 'integration';

const SESSION_TOKEN_REQUIRED = refuse('session_token_required');

async function isAdmin({ services, firm, params }: MemberRequest): Promise<boolean> {
  const [member] = await listMembers(services.pool, firm.id, params.user);
  return member?.role === 'admin';
}

type MemberRequest = Pick<RouteRequest<{ user: number }>, 'services' | 'caller' | 'language' | 'firm' | 'params'>;

/** Responds when no process acts on the previous rights any more. */
async function respondToChange(request: MemberRequest, outcome: TeamChanged | Refusal): Promise<Reply | Refusal> {
  if (isRefusal(outcome)) return withServerData(outcome, () => findPresentedMember(request, request.params.user));
  await request.services.access.waitUntilApplied(outcome.rightsChangedAt);
  return respondWithMember(request, request.params.user, ok, { recorded: outcome.rightsChangedAt !== null });
}

async function respondWithMember(
  request: Pick<MemberRequest, 'services' | 'caller' | 'language' | 'firm'>,
  userId: number,
  reply: typeof ok,
  extras: { readonly recorded: boolean },
  more: Partial<z.output<typeof FirmMember>> = {},
): Promise<Reply | Refusal> {
  const member = await findPresentedMember(request, userId);
  return member ? reply({ ...member, ...more }, { ...extras, version: member.version }) : refuse('not_found');
}

async function findPresentedMember(
  request: Pick<MemberRequest, 'services' | 'caller' | 'language' | 'firm'>,
  userId: number,
): Promise<z.output<typeof FirmMember> | null> {
  const { services, firm } = request;
  const [[row], companies] = await Promise.all([
    listMembers(services.pool, firm.id, userId),
    listSeenCompanies(request, firm),
  ]);
  return row ? presentMember(row, companies, firm.locale) : null;
}
