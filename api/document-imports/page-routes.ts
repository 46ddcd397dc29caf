import { z } from 'zod';
import { joinImports } from '../../commands/document-imports/join.ts';
import { splitImport } from '../../commands/document-imports/split.ts';
import { MAX_JOINED, MAX_PARTS } from '../../domain/document-imports/pages.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { id, integer, list } from '../http/input/fields.ts';
import { created } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { createExamplePages, createExamplesToJoin } from './examples.ts';
import { DocumentImport, findPresentedImport, listPresentedImports } from './import.ts';
import { withServerImport } from './routes.ts';

/** Pages of imports: split into documents of their own, or joined into one. */

const writing = { area: 'document-imports', demo: 'allowed', ability: 'write', role: 'encoder' } as const;

const MAX_PAGE = 2_000;

const SplitBody = z.object({
  pages: list(list(integer({ min: 1, max: MAX_PAGE }), { max: MAX_PAGE }), { max: MAX_PARTS }).meta({
    description: 'Page numbers of each new import, from 1. Every page is named exactly once.',
  }),
});

export const pageRoutes = [
  route({
    ...writing,
    method: 'post',
    path: '/v1/companies/{company}/document-imports/{id}/split',
    summary:
      'Split a PDF that contains several documents: each group of pages becomes an import of its own, and this import becomes `expanded`. Can be repeated with other pages until a part was validated',
    params: z.object({ id: id() }),
    body: SplitBody,
    example: createExamplePages,
    replies: {
      201: z
        .object({
          import: DocumentImport.meta({ description: 'The import that was split.' }),
          imports: z.array(DocumentImport).meta({ description: 'Its parts, in the given order.' }),
        })
        .meta({ id: 'SplitImport' }),
    },
    errorCodes: [
      'conflict',
      'import_validated',
      'import_not_splittable',
      'import_parts_used',
      'split_one_part',
      'split_part_empty',
      'split_page_unknown',
      'split_page_twice',
      'split_page_missing',
      'pages_unreadable',
      'storage_limit_reached',
    ],
    async handle(request) {
      const { params, body, services, company, write } = request;
      const { baseVersion } = write;
      const split = { importId: params.id, pages: body.pages, baseVersion, firmId: company.firmId };
      const outcome = await request.untilDisconnect((signal) =>
        splitImport(services, company.id, { ...split, signal }, write),
      );
      if (isRefusal(outcome)) return withServerImport(request, params.id, outcome);
      const parent = await findPresentedImport(request, params.id);
      if (!parent) return refuse('not_found');
      const imports = [...(await listPresentedImports(request, outcome))];
      return created({ import: parent, imports }, { version: parent.version });
    },
  }),
  route({
    ...writing,
    method: 'post',
    path: '/v1/companies/{company}/document-imports/join',
    summary:
      'Join images and PDF files that are pages of one document, in the given order: they become one import, and each of them becomes `expanded`',
    body: z.object({
      import_ids: list(id(), { max: MAX_JOINED }).meta({ description: 'In the order of the pages.' }),
    }),
    example: createExamplesToJoin,
    replies: { 201: DocumentImport },
    errorCodes: [
      'reference_unknown',
      'import_validated',
      'import_is_archive',
      'import_not_joinable',
      'join_too_few',
      'join_import_twice',
      'join_too_large',
      'join_too_many_pages',
      'pages_unreadable',
      'storage_limit_reached',
    ],
    async handle(request) {
      const { body, services, company, write } = request;
      const join = { importIds: body.import_ids, firmId: company.firmId };
      const outcome = await request.untilDisconnect((signal) =>
        joinImports(services, company.id, { ...join, signal }, write),
      );
      if (isRefusal(outcome)) return outcome;
      const joined = await findPresentedImport(request, outcome);
      return joined ? created(joined, { version: joined.version }) : refuse('not_found');
    },
  }),
];
