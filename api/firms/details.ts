import { z } from 'zod';
import { mirrorFirm } from '../../commands/bridge/mirror-firm.ts';
import { changeFirm } from '../../commands/firms/change-firm.ts';
import { createFirm } from '../../commands/firms/create-firm.ts';
import { findNewFirmRefusal } from '../../commands/firms/team-refusals.ts';
import { findRefusal } from '../../commands/support/find-refusal.ts';
import type { FirmDetails } from '../../domain/firms/details-events.ts';
import type { DetailsCommand, NewFirmDetails } from '../../domain/firms/details.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findFirmExternalId } from '../../projections/bridge/queries.ts';
import { listFirms } from '../../projections/firms/queries.ts';
import { requirePlatform } from '../bridge/platform.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { LOGO_ERRORS, LOGO_EXAMPLE, LOGO_UPLOAD, storeLogo } from '../files/logos.ts';
import { created, ok, type Reply } from '../http/reply/reply.ts';
import { route, type RouteRequest, type WrongFields } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { getLinkMeans, sendInvitation } from '../identity/invitation.ts';
import { FirmChanges, NewFirm, ReadableFirm } from './bodies.ts';
import { resolveSignOnChanges, SIGN_ON_ERRORS } from './sign-on.ts';
import { compareByName, Firm, readFirm, FirmSummary, presentFirm } from './firm.ts';

const common = { area: 'firms', demo: 'allowed' } as const;
const read = { ...common, method: 'get', ability: 'read', role: 'any' } as const;
const manage = { ...common, ability: 'write', role: 'manager', demo: 'blocked' } as const;

/** The caller waits this long; the rest is left to a background job. */
const SYNC_MS = 20_000;

/** Firm details: list, create, read and change. */
export const detailsRoutes = [
  route({
    ...read,
    path: '/v1/firms',
    summary: 'List firms that the caller can see',
    replies: { 200: z.array(FirmSummary) },
    async handle({ caller, services, language }) {
      const memberships = services.access.getMemberships(caller);
      const ids = caller.isPlatformAdmin ? 'all' : memberships.map(({ firm_id }) => firm_id);
      const rows = await listFirms(services.pool, ids);
      const roles = new Map(memberships.map(({ firm_id, role }) => [firm_id, role]));
      return ok(
        rows
          .sort(compareByName(language))
          .map((row) => presentFirm(row, caller.isPlatformAdmin ? 'admin' : roles.get(row.id)!, services.signedUrls)),
      );
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/firms',
    summary: 'Create a firm with its first administrator; a user who already has an account is invited and keeps it',
    ability: 'write',
    role: 'platform',
    demo: 'blocked',
    body: NewFirm,
    alsoWrong: {
      standIns: {},
      schema: ReadableFirm,
      findRefusal({ language }, { admin: _admin, ...firm }, wrong) {
        const details = toNewFirmDetails({ ...firm, name: firm.name ?? '' }, language);
        return Promise.resolve(findNewFirmRefusal(withoutNumbers(details, wrong)));
      },
    },
    example: ({ next, signIn: { password } }) => ({
      body: {
        name: `Firm ${next()}`,
        admin: { email: `account${next()}@example.org`, name: 'New Account', password },
      },
    }),
    replies: { 201: Firm },
    secrets: ['members.0.invitation.url'],
    errorCodes: ['account_not_managed', 'session_token_required'],
    async handle(request) {
      // A firm is created with an administrator, which an integration token may not create.
      if (request.caller.token.kind === 'integration') return refuse('session_token_required');
      const { admin, ...firmDetails } = request.body;
      const { services, caller, write, language } = request;
      const outcome = await createFirm(
        services,
        {
          firm: toNewFirmDetails(firmDetails, language),
          admin: {
            email: admin.email,
            name: admin.name ?? null,
            password: admin.password ?? null,
            locale: admin.locale ?? null,
          },
        },
        write,
        { existingAccount: 'is_invited', means: getLinkMeans(services) },
      );
      if (isRefusal(outcome)) return outcome;
      await services.access.waitUntilApplied(outcome.rightsChangedAt);
      const firm = await services.access.findFirmAccess(caller, outcome.firm.public_token);
      if (!firm) return refuse('not_found');
      const answer = await readFirm(request, firm);
      const { invitation: link } = outcome;
      if (!link) return created(answer, { version: 1 });
      const recipient = { email: admin.email, firmName: firm.name, language: firm.locale };
      const invitation = await sendInvitation(services, request.baseUrl, link, recipient);
      return created(
        { ...answer, members: answer.members.map((member) => ({ ...member, invitation })) },
        { version: 1 },
      );
    },
  }),
  route({
    ...read,
    path: '/v1/firms/{firm}',
    summary: 'Get a firm with its team and the company files that the caller can see',
    replies: { 200: Firm },
    async handle(request) {
      const body = await readFirm(request, request.firm);
      return ok(body, { version: body.version, showsMore: true });
    },
  }),
  route({
    ...manage,
    method: 'patch',
    path: '/v1/firms/{firm}',
    summary: 'Change the details of a firm',
    body: FirmChanges,
    alsoWrong: {
      standIns: {},
      findRefusal: (
        { services, firm },
        { sso: _sso, requires_second_factor: _factor, members: _members, ...body },
        wrong,
      ) =>
        findRefusal(services, 'firm', firm.id, {
          type: 'UpdateFirm',
          changes: withoutNumbers(omitUndefined(body), wrong),
          baseVersion: null,
        }),
    },
    example: ({ next }) => ({ body: { city: `City ${next()}` } }),
    replies: { 200: Firm },
    errorCodes: ['conflict', 'session_token_required', 'second_factor_missing', ...SIGN_ON_ERRORS],
    async handle(request) {
      const { requires_second_factor: requiresSecondFactor, members, sso: asked, ...details } = request.body;
      const requiresAcceptance = members?.require_acceptance;
      const { caller, services, write } = request;
      const changesAccess = requiresSecondFactor !== undefined || requiresAcceptance !== undefined;
      if (changesAccess && caller.token.kind === 'integration') return refuse('session_token_required');
      if (requiresAcceptance !== undefined && request.firm.role !== 'admin') return refuse('role_too_low');
      if (
        requiresSecondFactor === true &&
        !caller.isPlatformAdmin &&
        !services.access.getAccount(caller).has_second_factor
      )
        return refuse('second_factor_missing', { field: 'requires_second_factor' });
      const sso = asked === undefined ? undefined : await resolveSignOnChanges(request, asked);
      if (isRefusal(sso)) return sso;
      return applyFirmChange(request, {
        type: 'UpdateFirm',
        changes: omitUndefined(details),
        ...(requiresSecondFactor !== undefined && { requiresSecondFactor }),
        ...(requiresAcceptance !== undefined && { requiresAcceptance }),
        ...(sso !== undefined && { sso }),
        baseVersion: write.baseVersion,
      });
    },
  }),
  route({
    ...manage,
    method: 'put',
    path: '/v1/firms/{firm}/logo',
    summary: 'Set the logo of the firm: PNG, JPEG, WebP or SVG, at most 2 MB',
    heavy: 'always',
    upload: LOGO_UPLOAD,
    example: LOGO_EXAMPLE,
    replies: { 200: Firm },
    errorCodes: [...LOGO_ERRORS, 'conflict'],
    async handle(request) {
      const stored = await storeLogo(request.files[0]!, request.services.files);
      if (isRefusal(stored)) return stored;
      return applyFirmChange(request, {
        type: 'SetFirmLogo',
        file: stored.logo,
        baseVersion: request.write.baseVersion,
      });
    },
  }),
  route({
    ...manage,
    method: 'post',
    path: '/v1/firms/{firm}/sync',
    operationId: 'syncFirm',
    summary: 'Mirror the firm from the linked external platform',
    perMinute: 6,
    replies: { 200: Firm },
    errorCodes: ['firm_not_linked', 'bridge_unavailable'],
    async handle(request) {
      const { services, firm, write } = request;
      const externalId = await findFirmExternalId(services.pool, firm.id);
      if (externalId === null) return refuse('firm_not_linked');
      const received = await requirePlatform(services).fetchFirm(externalId);
      if (!received) return refuse('firm_not_linked');
      const options = { language: firm.locale, withinMs: SYNC_MS, today: getBookToday() };
      const mirrored = await mirrorFirm(services, received, options, { ...write, clientMutationId: null });
      if (isRefusal(mirrored)) return mirrored;
      await services.access.waitUntilApplied(mirrored.rightsChangedAt);
      const body = await readFirm(request, firm);
      return ok(body, { version: body.version, recorded: mirrored.isRecorded });
    },
  }),
];

async function applyFirmChange(
  request: Pick<RouteRequest, 'services' | 'caller' | 'language' | 'firm' | 'write'>,
  command: DetailsCommand,
): Promise<Reply | Refusal> {
  const { services, firm, write } = request;
  const outcome = await changeFirm(services, firm.id, command, write);
  if (isRefusal(outcome)) return withServerData(outcome, () => readFirm(request, firm));
  await services.access.waitUntilApplied(outcome.rightsChangedAt);
  const body = await readFirm(request, firm);
  return ok(body, { version: body.version, recorded: outcome.rightsChangedAt !== null });
}

/** Details of a new firm, without its administrator. */
type Details = Omit<z.output<typeof NewFirm>, 'admin'>;

const toNewFirmDetails = ({ country_code, locale, email, ...others }: Details, language: Language): NewFirmDetails => ({
  ...omitUndefined(others),
  name: others.name,
  country_code: country_code ?? 'BE',
  locale: locale ?? language,
  email: email ?? null,
});

/** Without the country, the rules for the numbers are unknown. */
function withoutNumbers<D extends Partial<FirmDetails>>(details: D, wrong: WrongFields): D {
  return wrong.hasField('country_code') ? { ...details, enterprise_number: null, vat_number: null } : details;
}

function omitUndefined<T extends object>(body: T): Partial<T> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Partial<T>;
}
