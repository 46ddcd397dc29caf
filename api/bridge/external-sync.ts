import { z } from 'zod';
import { mirrorCompany } from '../../commands/bridge/mirror-company.ts';
import { readDocumentCursor, saveDocumentCursor } from '../../stores/bridge/syncs.ts';
import { takeExternalDocument } from '../../commands/bridge/take-document.ts';
import type { CommandContext } from '../../commands/support/context.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import type { BridgePlatform } from '../../outside/bridge/platform.ts';
import { findCompanyExternalId } from '../../projections/bridge/queries.ts';
import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import { Company, presentCompany } from '../companies/company.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';
import type { Services } from '../services.ts';
import { parsePlatformDocument } from './bodies.ts';
import { requirePlatform } from './platform.ts';
import { BridgeProblem, presentProblems } from './mirror-answer.ts';

/** Pages of documents per request; the rest comes with the next request. */
const MOST_PAGES = 10;
const MOST_TOLD = 100;

export const externalSyncRoute = route({
  method: 'post',
  path: '/v1/companies/{company}/sync/external',
  area: 'sync',
  summary: 'Rerun the import from the external platform: the identity of the company file and its documents',
  ability: 'write',
  role: 'manager',
  demo: 'blocked',
  heavy: 'always',
  replies: {
    200: z.object({
      company: Company,
      documents: z
        .object({
          taken: z.int().meta({ description: 'Newly imported documents.' }),
          known: z.int().meta({ description: 'Documents that were already here.' }),
          refused: z
            .array(z.object({ external_id: z.string().nullable(), code: z.string(), message: z.string() }))
            .meta({ description: 'Rejected documents, with the reason.' }),
          has_more: z
            .boolean()
            .meta({ description: 'True: the platform has more documents; the next request imports them.' }),
        })
        .meta({ description: 'Result of the document import.' }),
      problems: z.array(BridgeProblem),
    }),
  },
  errorCodes: ['company_not_linked', 'bridge_unavailable'],
  async handle({ services, company, write, language }) {
    const { pool } = services;
    const externalId = await findCompanyExternalId(pool, company.id);
    if (externalId === null) return refuse('company_not_linked');
    const platform = requirePlatform(services);
    const received = await platform.fetchCompany(externalId);
    if (!received) return refuse('company_not_linked');
    const [row] = await loadCompaniesByIds(pool, [company.id]);
    const owner = { firmId: row!.firm_id!, language: row!.locale, today: getBookToday() };
    const context = { ...write, clientMutationId: null };
    const mirrored = await mirrorCompany(services, owner, received, context);
    const documents = await importDocuments(services, platform, company.id, externalId, context);
    const [now] = await loadCompaniesByIds(pool, [company.id]);
    return ok(
      {
        company: presentCompany(now!, services.signedUrls),
        documents: {
          ...documents,
          refused: documents.refused.map(({ external_id, code }) => ({
            external_id,
            code,
            message: translate(code, language),
          })),
        },
        problems: presentProblems(mirrored.refused, language),
      },
      { recorded: mirrored.isRecorded || documents.taken > 0 },
    );
  },
});

interface TakenDocuments {
  readonly taken: number;
  readonly known: number;
  readonly refused: readonly { readonly external_id: string | null; readonly code: string }[];
  readonly has_more: boolean;
}

/** A rejected document does not block the others. */
async function importDocuments(
  services: Services,
  platform: BridgePlatform,
  companyId: number,
  externalId: string,
  context: CommandContext,
): Promise<TakenDocuments> {
  const { pool } = services;
  let [taken, known] = [0, 0];
  const refused: { external_id: string | null; code: string }[] = [];
  let cursor = await readDocumentCursor(pool, companyId);
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await platform.fetchDocuments(externalId, cursor);
    for (const answered of answer.documents) {
      const outcome = await importDocument(services, companyId, answered, context);
      if (!isRefusal(outcome)) {
        taken += outcome.isNew ? 1 : 0;
        known += outcome.isNew ? 0 : 1;
      } else if (refused.length < MOST_TOLD)
        refused.push({ external_id: findExternalId(answered), code: outcome.code ?? outcome.problems[0]!.code });
    }
    // Saved after the page is imported: after an interruption the same page comes again and its documents are
    // recognised.
    cursor = answer.cursor ?? cursor;
    await saveDocumentCursor(pool, companyId, cursor);
    if (!answer.has_more) return { taken, known, refused, has_more: false };
  }
  return { taken, known, refused, has_more: true };
}

async function importDocument(services: Services, companyId: number, answered: unknown, context: CommandContext) {
  const arriving = parsePlatformDocument(answered);
  return isRefusal(arriving) ? arriving : takeExternalDocument(services, companyId, arriving, context);
}

function findExternalId(answered: unknown): string | null {
  const { data } = z.object({ external_id: z.string().max(64) }).safeParse(answered);
  return data?.external_id ?? null;
}
