import { z } from 'zod';
import { stateLifecycle } from '../../commands/approved-platform/state-lifecycle.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { findDocument } from '../../projections/documents/queries.ts';
import { listLifecycle, readLifecycleByIds } from '../../projections/lifecycle/queries.ts';
import { listMessages } from '../../projections/peppol/queries.ts';
import { withSharedRecord } from '../http/routing/example.ts';
import { amount, id, nullableText, text } from '../http/input/fields.ts';
import { accepted, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { prepareExchangedDocument } from './examples.ts';
import { LifecycleStep, presentResponses, presentStep } from './step.ts';

const path = '/v1/companies/{company}/documents/{id}/lifecycle';
const params = z.object({ id: id() });
const MAX_MESSAGES = 100;

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export const lifecycleRoutes = [
  route({
    method: 'get',
    path,
    area: 'documents',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    summary: 'List the statuses of a document: of the approved platform, or the responses of its recipient over Peppol',
    params,
    example: withSharedRecord('documents'),
    replies: { 200: z.object({ data: z.array(LifecycleStep) }) },
    async handle({ params: { id: documentId }, services, company, language }) {
      const document = await findDocument(services.pool, company.id, documentId);
      if (!document) return refuse('not_found');
      const [steps, sent] = await Promise.all([
        listLifecycle(services.pool, company.id, documentId),
        listMessages(services.pool, company.id, { document_id: documentId, direction: 'out' }, 1, MAX_MESSAGES),
      ]);
      const known = [
        ...steps.map((row) => ({ recordedAt: row.created_at, step: presentStep(row, language) })),
        ...presentResponses(sent.rows, language).map((step) => ({ recordedAt: step.at, step })),
      ];
      // Clocks of others are not in step with ours: the order is that of the recording.
      const data = known.sort((one, other) => compareTexts(one.recordedAt, other.recordedAt)).map(({ step }) => step);
      return ok({ data });
    },
  }),
  route({
    method: 'post',
    path,
    operationId: 'stateDocumentLifecycle',
    area: 'documents',
    ability: 'write',
    role: 'encoder',
    demo: 'blocked',
    summary: 'State a status of ours, such as refused (210, `RE`) or cashed (212); it is sent in the background',
    params,
    body: z.object({
      status: text(3).meta({ description: 'Code of the status, such as `210` of the platform or `RE` of Peppol.' }),
      reason_code: nullableText(50).meta({
        description: 'Required for 206, 207, 208, 210, `UQ`, `CA` and `RE`: a code of their list.',
      }),
      amount: amount().nullish().meta({ description: 'Required for 212: the amount received, including VAT.' }),
      note: nullableText(500).meta({ description: 'Explanation for the other side.' }),
    }),
    example: prepareExchangedDocument,
    replies: { 202: LifecycleStep },
    errorCodes: [
      ...['document_not_exchanged', 'lifecycle_ended', 'platform_not_configured', 'lifecycle_status_unknown'],
      ...['lifecycle_status_not_ours', 'lifecycle_reason_required', 'lifecycle_reason_unknown'],
      ...['lifecycle_amount_required', 'lifecycle_amount_not_allowed', 'access_point_not_configured'],
      ...['peppol_not_registered', 'peppol_not_active', 'peppol_outgoing_disabled'],
    ],
    async handle({ params: { id: documentId }, body, services, company, language, write }) {
      const outcome = await stateLifecycle(
        services,
        company.id,
        {
          documentId,
          status: body.status,
          reasonCode: body.reason_code ?? null,
          reason: body.note ?? null,
          amount: body.amount ?? null,
        },
        write,
      );
      if (isRefusal(outcome)) return outcome;
      const [row] = await readLifecycleByIds(services.pool, company.id, [outcome.stepId]);
      return accepted(presentStep(row!, language), { recorded: true });
    },
  }),
];
