import { z } from 'zod';
import { checkPeppol } from '../../commands/third-parties/check-peppol.ts';
import { checkVatNumber } from '../../commands/third-parties/check-vat.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { DocumentType } from '../../outside/peppol/service-group.ts';
import { ofFresh } from '../http/routing/example.ts';
import { id } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { answerWith } from '../records/change.ts';
import { recordConflict } from '../records/conflict.ts';
import { thirdPartyApi } from './third-party.ts';

const ThirdParty = thirdPartyApi.answer;

export const PeppolDocumentType = z
  .object({
    scheme: z.string().meta({ examples: ['busdox-docid-qns'] }),
    id: z.string(),
    /** The element that the document begins with. */
    document: z
      .string()
      .nullable()
      .meta({ examples: ['Invoice'] }),
  })
  .meta({ id: 'PeppolDocumentType' });

const CheckedThirdParty = ThirdParty.extend({
  peppol_lookup: z.object({
    /** Looked up in this order until one was found. */
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
    summary: 'Ask VIES whether the VAT number of a third party is in use, and keep what it says',
    example: ofFresh(thirdParties.name, { vat_number: 'BE0477472701' }),
    replies: { 200: ThirdParty },
    errorCodes: ['conflict', 'vat_number_missing', 'vat_number_not_in_vies', 'vies_not_configured', 'vies_unavailable'],
    async handle(request) {
      const { services, company, write } = request;
      const toolbox = { ...services, vies: services.directories.vies };
      const refused = await checkVatNumber(toolbox, company.id, requestedBy(request), write);
      if (refused) return recordConflict(request, thirdPartyApi, request.params.id, refused);
      return answerWith(request, thirdPartyApi, { id: request.params.id, isRecorded: true }, recorded);
    },
  }),
  route({
    ...common,
    path: '/v1/companies/{company}/third-parties/{id}/check-peppol',
    summary: 'Look a third party up in the Peppol network, and keep whether it is there',
    example: ofFresh(thirdParties.name, { peppol_identifier: '0208:0477472701' }),
    replies: { 200: CheckedThirdParty },
    errorCodes: ['conflict', 'peppol_identifier_missing', 'peppol_not_configured', 'peppol_unavailable'],
    async handle(request) {
      const { services, company, write } = request;
      const toolbox = { ...services, peppol: services.directories.peppol };
      const outcome = await checkPeppol(toolbox, company.id, requestedBy(request), write);
      if (isRefusal(outcome)) return recordConflict(request, thirdPartyApi, request.params.id, outcome);
      const lookup = {
        identifiers: outcome.identifiers,
        document_types: outcome.documentTypes.map(presentDocumentType),
      };
      return answerWith(request, thirdPartyApi, { id: request.params.id, isRecorded: true }, (body, extras) =>
        recorded({ ...(body as object), peppol_lookup: lookup }, extras),
      );
    },
  }),
];

const recorded: typeof ok = (body, extras) => ok(body, { ...extras, recorded: true });

function requestedBy({ params, write }: Pick<RouteRequest<{ id: number }>, 'params' | 'write'>) {
  return { id: params.id, baseVersion: write.baseVersion };
}

export const presentDocumentType = (type: DocumentType): z.infer<typeof PeppolDocumentType> => ({
  ...type,
  document: documentOf(type.id),
});

/** `urn:…:xsd:Invoice-2::Invoice##urn:…` → `Invoice` */
const documentOf = (id: string): string | null => /::([A-Za-z0-9_.-]+)##/.exec(id)?.[1] ?? null;
