import { z } from 'zod';
import { checkPeppol } from '../../commands/third-parties/check-peppol.ts';
import { checkVatNumber } from '../../commands/third-parties/check-vat.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { DocumentType } from '../../outside/peppol/service-group.ts';
import { withFreshRecord } from '../http/routing/example.ts';
import { id } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { respondWithRecord } from '../records/change.ts';
import { withCurrentRecord } from '../records/conflict.ts';
import { thirdPartyApi } from './third-party.ts';

const ThirdParty = thirdPartyApi.answer;

export const PeppolDocumentType = z
  .object({
    scheme: z.string().meta({ examples: ['busdox-docid-qns'] }),
    id: z.string(),
    /** Root element of the document. */
    document: z
      .string()
      .nullable()
      .meta({ examples: ['Invoice'] }),
  })
  .meta({ id: 'PeppolDocumentType' });

const CheckedThirdParty = ThirdParty.extend({
  peppol_lookup: z.object({
    /** Identifiers looked up, in this order, until one was found. */
    identifiers: z.array(z.string()),
    document_types: z.array(PeppolDocumentType),
  }),
}).meta({ id: 'ThirdPartyPeppolCheck' });

const common = {
  method: 'post',
  area: thirdParties.name,
  ability: 'write',
  role: 'encoder',
  demo: 'blocked',
  params: z.object({ id: id() }),
} as const;

export const thirdPartyCheckRoutes = [
  route({
    ...common,
    path: '/v1/companies/{company}/third-parties/{id}/check-vat',
    operationId: 'checkThirdPartyVat',
    summary: 'Check the VAT number of a third party with VIES, and record the result',
    example: withFreshRecord(thirdParties.name, { vat_number: 'BE0477472701' }),
    replies: { 200: ThirdParty },
    errorCodes: ['conflict', 'vat_number_missing', 'vat_number_not_in_vies', 'vies_not_configured', 'vies_unavailable'],
    async handle(request) {
      const { services, company, write } = request;
      const toolbox = { ...services, vies: services.directories.vies };
      const refused = await checkVatNumber(toolbox, company.id, toCheckRequest(request), write);
      if (refused) return withCurrentRecord(request, thirdPartyApi, request.params.id, refused);
      return respondWithRecord(request, thirdPartyApi, { id: request.params.id, isRecorded: true }, respondRecorded);
    },
  }),
  route({
    ...common,
    path: '/v1/companies/{company}/third-parties/{id}/check-peppol',
    operationId: 'checkThirdPartyPeppol',
    summary: 'Look up a third party in the Peppol network, and record the result',
    example: withFreshRecord(thirdParties.name, { peppol_identifier: '0208:0477472701' }),
    replies: { 200: CheckedThirdParty },
    errorCodes: ['conflict', 'peppol_identifier_missing', 'peppol_not_configured', 'peppol_unavailable'],
    async handle(request) {
      const { services, company, write } = request;
      const toolbox = { ...services, peppol: services.directories.peppol };
      const outcome = await checkPeppol(toolbox, company.id, toCheckRequest(request), write);
      if (isRefusal(outcome)) return withCurrentRecord(request, thirdPartyApi, request.params.id, outcome);
      const lookup = {
        identifiers: outcome.identifiers,
        document_types: outcome.documentTypes.map(presentDocumentType),
      };
      return respondWithRecord(request, thirdPartyApi, { id: request.params.id, isRecorded: true }, (body, extras) =>
        respondRecorded({ ...(body as object), peppol_lookup: lookup }, extras),
      );
    },
  }),
];

const respondRecorded: typeof ok = (body, extras) => ok(body, { ...extras, recorded: true });

function toCheckRequest({ params, write }: Pick<RouteRequest<{ id: number }>, 'params' | 'write'>) {
  return { id: params.id, baseVersion: write.baseVersion };
}

export const presentDocumentType = (type: DocumentType): z.infer<typeof PeppolDocumentType> => ({
  ...type,
  document: extractDocumentName(type.id),
});

/** `urn:…:xsd:Invoice-2::Invoice##urn:…` → `Invoice` */
const extractDocumentName = (id: string): string | null => /::([A-Za-z0-9_.-]+)##/.exec(id)?.[1] ?? null;
