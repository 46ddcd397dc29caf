import { z } from 'zod';
import { activateLicence, releaseLicence } from '../../commands/licence/change-licence.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { readLicenceUse } from '../../projections/licence/queries.ts';
import type { FirmAccess } from '../http/routing/access.ts';
import { text } from '../http/input/fields.ts';
import { noContent, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import type { Services } from '../services.ts';
import { Licence, presentLicence } from './licence.ts';
import { PriceList, priceLists } from './pricing.ts';

const MAX_KEY_LENGTH = 4_000;
const ADMIN = {
  path: '/v1/firms/{firm}/licence',
  area: 'licence',
  ability: 'session',
  role: 'admin',
  demo: 'blocked',
} as const;

export const licenceRoutes = [
  route({
    method: 'get',
    path: '/v1/pricing',
    operationId: 'getPricing',
    area: 'meta',
    summary: 'Get the public price list, excluding VAT',
    ability: 'public',
    role: 'any',
    demo: 'allowed',
    replies: { 200: PriceList },
    handle({ language }) {
      const { list, tag } = priceLists[language];
      return ok(list, { headers: { 'Cache-Control': 'public, max-age=3600', ETag: tag } });
    },
  }),
  route({
    method: 'get',
    path: '/v1/firms/{firm}/licence',
    area: 'licence',
    summary: 'Get the plan of the firm, its limits and current usage',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    replies: { 200: Licence },
    handle: async ({ firm, services, language }) => ok(await readLicence(firm, services, language)),
  }),
  route({
    ...ADMIN,
    method: 'post',
    operationId: 'activateLicence',
    summary: 'Activate a licence key, replacing the current one',
    body: z.object({ key: text(MAX_KEY_LENGTH) }),
    example: ({ licenceKey }) => ({ body: { key: licenceKey() } }),
    replies: { 200: Licence },
    errorCodes: [
      'licence_key_malformed',
      'licence_signature_invalid',
      'licence_of_other_firm',
      'licence_in_use',
      'licence_expired',
      'licence_not_yet_valid',
    ],
    async handle({ body, firm, services, language, write }) {
      const outcome = await activateLicence(services, services.licenceKeys, firm, body.key, write);
      if (isRefusal(outcome)) return outcome;
      return ok(await readLicence(firm, services, language), { recorded: outcome.recorded });
    },
  }),
  route({
    ...ADMIN,
    method: 'delete',
    operationId: 'releaseLicence',
    summary: 'Release the licence key: return to the free plan, so that the key can be used elsewhere',
    replies: { 204: null },
    async handle({ firm, services, write }) {
      const outcome = await releaseLicence(services, firm, write);
      return isRefusal(outcome) ? outcome : noContent({ recorded: outcome.recorded });
    },
  }),
];

async function readLicence({ id }: FirmAccess, { pool }: Services, language: Language) {
  return presentLicence(await readLicenceUse(pool, id), new Date().toISOString(), language);
}
