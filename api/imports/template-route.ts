import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { LANGUAGES } from '../../domain/language.ts';
import { buildContentDisposition } from '../exports/file-name.ts';
import { FILE_TYPES } from '../exports/reply.ts';
import { choice } from '../http/input/fields.ts';
import { getBookToday } from '../http/reply/time.ts';
import { route, type Route } from '../http/routing/route.ts';
import { listValues } from '../records/import/value-lists.ts';
import { createImportWorkbookStream } from '../records/import/workbook.ts';
import { SHEET_TITLES } from '../records/import/words.ts';
import type { Api } from '../subject.ts';

export const createTemplateRoute = ({ imports }: Api): Route =>
  route({
    method: 'get',
    path: '/v1/companies/{company}/import-templates/{resource}',
    operationId: 'getImportTemplate',
    area: 'imports',
    summary: 'Get a workbook to fill in and import: columns, explanations and lists of values of the company file',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    showsNow: 'it is for data that are still to come',
    params: z.object({ resource: z.enum([...imports.keys()]).meta({ description: 'What is imported.' }) }),
    query: z.object({
      lang: choice(LANGUAGES)
        .optional()
        .meta({
          type: 'string',
          enum: [...LANGUAGES],
          description: 'Language of the headings; files are recognised in all languages.',
        }),
    }),
    example: { params: { resource: 'accounts' } },
    replies: { 200: z.string() },
    fileTypes: [FILE_TYPES.XLSX],
    async handle({ params, query, services, company, language: usual }) {
      const sheet = imports.get(params.resource)!;
      const language = query.lang ?? usual;
      const file = await services.commands.loadState('company', company.id);
      const stream = createImportWorkbookStream({
        sheet,
        language,
        creator: file.identity.name,
        date: getBookToday(),
        lists: listValues(sheet, file, language),
      });
      return {
        status: 200,
        raw: await buffer(stream),
        headers: {
          'Content-Type': FILE_TYPES.XLSX,
          'Content-Language': language,
          'Content-Disposition': buildContentDisposition(SHEET_TITLES[sheet.title][language], 'xlsx'),
        },
      };
    },
  });
