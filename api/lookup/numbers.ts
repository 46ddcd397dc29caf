import { z } from 'zod';
import { countLookup } from '../../stores/lookup/quota.ts';
import { lookUpVatNumber } from '../../commands/lookup/vat-number.ts';
import { normalisePeppolIdentifier } from '../../domain/numbers/peppol-identifier.ts';
import { findVatNumberCountry } from '../../domain/numbers/vat-number.ts';
import { refuseInvalid, isRefusal, refuse } from '../../domain/refusal.ts';
import { text } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { withRetryAfter } from '../identity/retry-after.ts';
import { PeppolDocumentType, presentDocumentType } from '../third-parties/checks.ts';

const common = { method: 'get', area: 'lookup', ability: 'read', role: 'any', demo: 'blocked' } as const;

const VatNumber = z
  .object({
    vat_number: z.string(),
    country: z.string().nullable(),
    is_valid: z.boolean().meta({ description: 'Whether the number is valid for intra-Community trade.' }),
    name: z.string().nullable(),
    address: z.string().nullable(),
    consultation_number: z
      .string()
      .nullable()
      .meta({ description: 'Proof of the consultation, if `requester` is itself a valid number.' }),
    checked_at: z
      .string()
      .meta({ format: 'date-time', description: 'When VIES was consulted; an answer is reused for a day.' }),
  })
  .meta({ id: 'VatNumberLookup' });

const Participant = z
  .object({
    participant_id: z.string().meta({ examples: ['0208:0477472701'] }),
    is_registered: z.boolean().meta({ description: 'Whether the participant is registered on the Peppol network.' }),
    document_types: z.array(PeppolDocumentType),
  })
  .meta({ id: 'PeppolLookup' });

export const numberRoutes = [
  route({
    ...common,
    path: '/v1/lookup/vat/{number}',
    summary: 'Check a VAT number with VIES',
    params: z.object({ number: text(40).meta({ description: 'VAT number with its prefix.' }) }),
    query: z.object({
      requester: text(40)
        .optional()
        .meta({ description: 'VAT number of the requester, to obtain a consultation number as proof.' }),
    }),
    example: { params: { number: 'BE0477472701' }, query: { requester: 'BE0403170701' } },
    replies: { 200: VatNumber },
    errorCodes: ['lookup_quota_reached', 'vat_number_not_in_vies', 'vies_not_configured', 'vies_unavailable'],
    async handle({ params, query, services, caller }) {
      const asked = { number: params.number, requester: query.requester ?? null };
      const by = { userId: caller.userId, mostADay: services.lookupsPerDay };
      const toolbox = { pool: services.pool, vies: services.directories.vies };
      const found = await lookUpVatNumber(toolbox, { ...asked, ...by });
      if (isRefusal(found)) return withRetryAfter(found);
      return ok({
        vat_number: found.vatNumber,
        country: findVatNumberCountry(found.vatNumber),
        is_valid: found.isValid,
        name: found.name,
        address: found.address,
        consultation_number: found.consultationNumber,
        checked_at: found.askedAt,
      });
    },
  }),
  route({
    ...common,
    path: '/v1/lookup/peppol/{participant}',
    summary: 'Check whether a participant is registered on the Peppol network, and which documents it receives',
    params: z.object({
      participant: text(90).meta({ description: 'Scheme and number, such as `0208:0477472701`.' }),
    }),
    example: { params: { participant: '0208:0477472701' } },
    replies: { 200: Participant },
    errorCodes: ['lookup_quota_reached', 'peppol_not_configured', 'peppol_unavailable'],
    async handle({ params, services, caller }) {
      const identifier = normalisePeppolIdentifier(params.participant);
      if (identifier === null) return refuseInvalid([{ field: 'participant', code: 'peppol_identifier_invalid' }]);
      const { peppol } = services.directories;
      if (peppol === null) return refuse('peppol_not_configured');
      const refused = await countLookup(services.pool, caller.userId, services.lookupsPerDay);
      if (refused) return withRetryAfter(refused);
      const found = await peppol.findParticipant(identifier);
      return ok({
        participant_id: identifier,
        is_registered: found !== null,
        document_types: (found?.documentTypes ?? []).map(presentDocumentType),
      });
    },
  }),
];
