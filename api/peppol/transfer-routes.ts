import { z } from 'zod';
import { askForTransfer, confirmTransfer, type Transferred } from '../../commands/peppol/transfer.ts';
import { getPeppolNumber, toFullPeppolId } from '../../domain/peppol/participant.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { id, text } from '../http/input/fields.ts';
import { recordId } from '../http/reply/output.ts';
import { accepted, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { askForNumber, useTakenNumber } from './examples.ts';
import { withCurrentRegistration } from './registration-routes.ts';

const common = { area: 'peppol', method: 'post', ability: 'write', role: 'admin', demo: 'blocked' } as const;

const PeppolTransfer = z
  .object({
    id: recordId,
    participant_id: z.string().meta({ description: 'Number of the company in its scheme.' }),
    full_id: z.string().meta({ description: 'Full identifier as used by the network.' }),
    status: z.enum(['asked', 'confirmed']),
  })
  .meta({ id: 'PeppolTransfer' });

const presentTransfer = ({ id: transferId, identifier }: Transferred, status: 'asked' | 'confirmed') => ({
  id: transferId,
  participant_id: getPeppolNumber(identifier),
  full_id: toFullPeppolId(identifier),
  status,
});

/** Handing a number over from one company file to another, which may belong to different firms. */
export const transferRoutes = [
  route({
    ...common,
    path: '/v1/companies/{company}/peppol/transfer',
    operationId: 'askForPeppolNumber',
    summary: 'Ask the company file that holds the number of this company in the Peppol network to hand it over',
    body: z.object({
      participant_id: text(90).nullish().meta({
        description: 'Scheme and number, such as `0208:0477472701`; by default the usual identifier of the company.',
      }),
    }),
    example: useTakenNumber,
    replies: { 202: PeppolTransfer },
    errorCodes: [
      ...['peppol_company_number_missing', 'peppol_identifier_not_own', 'peppol_registered_already'],
      ...['participant_not_taken', 'participant_asked_often'],
    ],
    async handle({ body, services, company }) {
      const asked = await askForTransfer(services, company.id, body.participant_id ?? null);
      return isRefusal(asked) ? asked : accepted(presentTransfer(asked, 'asked'));
    },
  }),
  route({
    ...common,
    path: '/v1/companies/{company}/peppol/transfer/{id}/confirm',
    operationId: 'confirmPeppolTransfer',
    summary: 'Hand the number of the company in the Peppol network over to the company file that asked for it',
    concerns: 'companies',
    params: z.object({ id: id() }),
    example: askForNumber,
    replies: { 200: PeppolTransfer },
    errorCodes: ['conflict', 'access_point_not_configured', 'peppol_unavailable'],
    async handle(request) {
      const { params, services, company, write } = request;
      const confirmation = { transferId: params.id, baseVersion: write.baseVersion };
      const confirmed = await confirmTransfer(services, company.id, confirmation, write);
      return isRefusal(confirmed)
        ? withCurrentRegistration(request, confirmed)
        : ok(presentTransfer(confirmed, 'confirmed'), { recorded: true });
    },
  }),
];
