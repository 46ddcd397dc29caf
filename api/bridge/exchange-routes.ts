import { z } from 'zod';
import { confirmLock } from '../../commands/bridge/confirm-lock.ts';
import { takeExternalDocument } from '../../commands/bridge/take-document.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { listChangedEntries, listCompaniesByExternalId } from '../../projections/bridge/queries.ts';
import { readEntriesByIds } from '../../projections/ledger/queries.ts';
import { instant, integer } from '../http/input/fields.ts';
import type { Scene } from '../http/routing/example.ts';
import { recordId, timestamp } from '../http/reply/output.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { Entry, presentEntry } from '../ledger/entry.ts';
import type { Services } from '../services.ts';
import { limitByLines } from '../sync/lines.ts';
import { toArrivingDocument, ExternalDocumentBody, externalIdField, MAX_DOCUMENT_BYTES } from './bodies.ts';

const common = { area: 'bridge', ability: 'bridge', role: 'any', demo: 'allowed' } as const;
const COMPANY = '/v1/bridge/companies/{company_external_id}';

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 1_000;

const Taken = z
  .object({
    external_id: z.string(),
    document_id: recordId,
    is_new: z.boolean().meta({ description: 'False: the same document was already here.' }),
  })
  .meta({ id: 'ExternalDocument' });

/** Data exchange between the external platform and the books of a company file. */
export const exchangeRoutes = [
  route({
    ...common,
    method: 'post',
    path: '/v1/bridge/companies/{company_external_id}/documents',
    summary:
      'Push a document into the company file, where it waits for booking: 201, or 200 if the same one already exists',
    maxBodyBytes: MAX_DOCUMENT_BYTES,
    params: z.object({ company_external_id: externalIdField() }),
    body: ExternalDocumentBody,
    example: async (scene) => ({
      params: { company_external_id: await createLinkedFile(scene) },
      body: {
        external_id: `document-${scene.code()}`,
        direction: 'purchase' as const,
        number: `F-${scene.next()}`,
        document_date: '2026-03-02',
        third_party: { name: 'Meunerie du Lac' },
        lines: [{ description: 'Farine', amount_net: '100.00', account: '604000', vat_code: 'P-M-21' }],
      },
    }),
    replies: { 200: Taken, 201: Taken },
    errorCodes: [
      'external_document_differs',
      'document_already_exists',
      'file_type_unsupported',
      'file_type_mismatch',
      'file_empty',
      'storage_limit_reached',
    ],
    async handle({ params, body, services, write }) {
      const company = await findLinkedFile(services, params.company_external_id);
      if (!company) return refuse('not_found');
      const arriving = toArrivingDocument(body);
      if (isRefusal(arriving)) return arriving;
      const taken = await takeExternalDocument(
        services,
        company.id,
        arriving,
        createSystemContext('bridge', write.operationId),
      );
      if (isRefusal(taken)) return taken;
      const answer = { external_id: body.external_id, document_id: taken.documentId, is_new: taken.isNew };
      return taken.isNew ? created(answer) : ok(answer);
    },
  }),
  route({
    ...common,
    method: 'get',
    path: '/v1/bridge/companies/{company_external_id}/entries',
    summary: 'List entries posted or changed after a cursor, in their current state',
    params: z.object({ company_external_id: externalIdField() }),
    query: z.object({
      since: integer({ min: 0 })
        .optional()
        .meta({ description: 'The last cursor received; if absent, from the start.' }),
      limit: integer({ min: 1 })
        .optional()
        .meta({ description: `${DEFAULT_LIMIT}, at most ${MAX_LIMIT}.` }),
    }),
    example: async (scene) => ({ params: { company_external_id: await createLinkedFile(scene) }, query: { since: 0 } }),
    replies: {
      200: z.object({
        cursor: z.int(),
        has_more: z.boolean(),
        full_resync: z.boolean().meta({ description: 'The cursor does not belong to this log: start again from 0.' }),
        data: z.array(Entry),
        server_time: timestamp,
      }),
    },
    async handle({ params, query, services }) {
      const company = await findLinkedFile(services, params.company_external_id);
      if (!company) return refuse('not_found');
      const head = await services.feedHead(company.id);
      const asked = query.since ?? 0;
      // After a restore the numbers start much higher, so an older cursor is recognised.
      const since = asked === 0 ? 0 : asked - head.base;
      const now = { server_time: formatTimestamp(new Date()) };
      if (since < 0 || since > head.seq) return ok({ cursor: 0, has_more: false, full_resync: true, data: [], ...now });
      const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
      const changed = await listChangedEntries(services.pool, company.id, since, limit);
      const page = limitByLines(changed);
      const isAll = changed.length < limit && page.length === changed.length;
      // After the last entry there is nothing relevant up to the head.
      const last = page.at(-1)?.seq ?? 0;
      const reached = isAll ? Math.max(head.seq, last) : last;
      const ids = [...new Set(page.map(({ id }) => id))];
      const entries = await readEntriesByIds(services.pool, company.id, ids);
      return ok({
        cursor: reached === 0 ? 0 : head.base + reached,
        has_more: !isAll,
        full_resync: false,
        data: entries.map((entry) => presentEntry(entry, company.locale)),
        ...now,
      });
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/bridge/documents/{document_external_id}/lock',
    summary: 'Confirm that the platform has locked a document; repeating this changes nothing',
    params: z.object({ document_external_id: externalIdField() }),
    body: z.object({ locked_at: instant().nullish().meta({ description: 'Default: now.' }) }),
    example: async (scene) => ({
      params: { document_external_id: await createExternalDocument(scene) },
      body: {},
    }),
    replies: {
      200: z.object({
        external_id: z.string(),
        document_id: recordId,
        locked: z.literal(true),
        locked_at: timestamp,
      }),
    },
    async handle({ params, body, services, write }) {
      const externalId = params.document_external_id;
      const now = new Date();
      // A clock that runs fast must not lock in the future.
      const given = body.locked_at ? new Date(body.locked_at) : now;
      const lockedAt = given > now ? now : given;
      const outcome = await confirmLock(
        services,
        externalId,
        lockedAt,
        createSystemContext('bridge', write.operationId),
      );
      if (isRefusal(outcome)) return outcome;
      return ok(
        {
          external_id: externalId,
          document_id: outcome.documentId,
          locked: true,
          locked_at: formatTimestamp(outcome.lockedAt),
        },
        { recorded: outcome.isRecorded },
      );
    },
  }),
];

interface LinkedFile {
  readonly id: number;
  readonly locale: Language;
}

/** Trashed company files count as absent. */
async function findLinkedFile({ pool }: Services, externalId: string): Promise<LinkedFile | null> {
  const [company] = await listCompaniesByExternalId(pool, [externalId]);
  if (!company?.is_open || company.is_trashed) return null;
  return { id: company.id, locale: company.locale ?? 'fr' };
}

/** A company file shared by all examples. */
const createLinkedFile = ({ once, after }: Scene): Promise<string> =>
  once('external company', async () => {
    const { params } = await after('PUT /v1/bridge/firms/{external_id}/companies/{company_external_id}');
    return String(params['company_external_id']);
  });

async function createExternalDocument({ after }: Scene): Promise<string> {
  const { answer } = await after(`POST ${COMPANY}/documents`);
  return String(answer['external_id']);
}
