import { z } from 'zod';
import {
  changePeppolOptions,
  leavePeppol,
  refreshRegistration,
  registerInPeppol,
} from '../../commands/peppol/registration.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findRegistration } from '../../projections/peppol/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { bool, text } from '../http/input/fields.ts';
import { created, noContent, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { useRegisteredCompany, registerOtherCompany } from './examples.ts';
import { PeppolRegistration, presentRegistration } from './registration.ts';
const common = { area: 'peppol', path: '/v1/companies/{company}/peppol' } as const;
const writing = { ...common, ability: 'write', demo: 'blocked' } as const;
const OUTSIDE = ['access_point_not_configured', 'peppol_unavailable'] as const;

type Request = Pick<RouteRequest, 'services' | 'company'>;

export const registrationRoutes = [
  route({
    ...common,
    method: 'get',
    operationId: 'getPeppolRegistration',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    summary: 'Show the registration of the company in the Peppol network; 404 if there is none',
    example: useRegisteredCompany,
    replies: { 200: PeppolRegistration },
    async handle({ services, company }) {
      const row = await findRegistration(services.pool, company.id);
      return row ? ok(presentRegistration(row), { version: row.version }) : refuse('not_found');
    },
  }),
  route({
    ...writing,
    method: 'post',
    operationId: 'registerInPeppol',
    role: 'manager',
    summary: 'Register the company in the Peppol network under its own number; repeating this changes nothing',
    body: z.object({
      participant_id: text(90).nullish().meta({
        description: 'Scheme and number, such as `0208:0477472701`; by default the usual identifier of the company.',
      }),
      incoming_enabled: bool()
        .nullish()
        .meta({ description: 'Whether others can send to the company; true by default.' }),
      outgoing_enabled: bool().nullish().meta({ description: 'Whether the company sends; true by default.' }),
    }),
    example: { body: { incoming_enabled: true } },
    replies: { 201: PeppolRegistration },
    errorCodes: [
      'peppol_company_number_missing',
      'peppol_identifier_not_own',
      'participant_taken',
      'peppol_registered_already',
      'peppol_address_missing',
      ...OUTSIDE,
    ],
    async handle({ body, services, company, write }) {
      const requested = {
        participant_id: body.participant_id ?? null,
        incoming: body.incoming_enabled ?? true,
        outgoing: body.outgoing_enabled ?? true,
      };
      const outcome = await registerInPeppol(services, company.id, requested, write);
      if (isRefusal(outcome)) return outcome;
      const row = await findRegistration(services.pool, company.id);
      return row
        ? created(presentRegistration(row), { version: row.version, recorded: outcome.isRecorded })
        : refuse('not_found');
    },
  }),
  route({
    ...writing,
    method: 'patch',
    operationId: 'updatePeppolRegistration',
    role: 'manager',
    summary: 'Enable or disable receiving and sending',
    body: z.object({
      incoming_enabled: bool().optional().meta({ description: 'Whether others can send to the company.' }),
      outgoing_enabled: bool().optional().meta({ description: 'Whether the company can send.' }),
    }),
    example: async (scene) => ({ ...(await useRegisteredCompany(scene)), body: { incoming_enabled: true } }),
    replies: { 200: PeppolRegistration },
    errorCodes: ['conflict', ...OUTSIDE],
    async handle(request) {
      const { body, services, company, write } = request;
      const changes = {
        ...(body.incoming_enabled !== undefined && { incoming_enabled: body.incoming_enabled }),
        ...(body.outgoing_enabled !== undefined && { outgoing_enabled: body.outgoing_enabled }),
      };
      const requested = { changes, baseVersion: write.baseVersion };
      const outcome = await changePeppolOptions(services, company.id, requested, write);
      if (isRefusal(outcome)) return withCurrentRegistration(request, outcome);
      const row = await findRegistration(services.pool, company.id);
      return row
        ? ok(presentRegistration(row), { version: row.version, recorded: outcome.isRecorded })
        : refuse('not_found');
    },
  }),
  route({
    ...writing,
    method: 'delete',
    operationId: 'leavePeppol',
    role: 'manager',
    summary: 'Leave the Peppol network; messages stay',
    example: registerOtherCompany,
    replies: { 204: null },
    errorCodes: ['conflict', ...OUTSIDE],
    async handle(request) {
      const { services, company, write } = request;
      const refused = await leavePeppol(services, company.id, write.baseVersion, write);
      return refused ? withCurrentRegistration(request, refused) : noContent({ recorded: true });
    },
  }),
  route({
    ...writing,
    method: 'post',
    path: '/v1/companies/{company}/peppol/refresh',
    operationId: 'refreshPeppolRegistration',
    role: 'encoder',
    summary: 'Refresh the status of the registration from the access point',
    perMinute: 30,
    example: useRegisteredCompany,
    replies: { 200: PeppolRegistration },
    errorCodes: [...OUTSIDE],
    async handle({ services, company, write }) {
      const refused = await refreshRegistration(services, company.id, { isAsked: true }, write);
      if (refused) return refused;
      const row = await findRegistration(services.pool, company.id);
      return row ? ok(presentRegistration(row), { version: row.version, recorded: true }) : refuse('not_found');
    },
  }),
];

/** On a conflict, adds the registration as stored on the server. */
export function withCurrentRegistration({ services, company }: Request, refusal: Refusal): Promise<Refusal> {
  return withServerData(refusal, async () => {
    const row = await findRegistration(services.pool, company.id);
    return row ? presentRegistration(row) : null;
  });
}
