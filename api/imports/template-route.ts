import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { LANGUAGES } from '../../domain/language.ts';
import { accountSheet } from '../accounts/sheet.ts';
import { analyticCodeSheet } from '../analytics/sheet.ts';
import { budgetSheet } from '../budgets/import-columns.ts';
import { buildContentDisposition } from '../exports/file-name.ts';
import { FILE_TYPES } from '../exports/reply.ts';
import { openingSheet } from '../fiscal-years/opening-file.ts';
import { fixedAssetSheet } from '../fixed-assets/import-columns.ts';
import { choice } from '../http/input/fields.ts';
import { getBookToday } from '../http/reply/time.ts';
import { route } from '../http/routing/route.ts';
import { entrySheet } from '../ledger/import-columns.ts';
import { listValues } from '../records/import/value-lists.ts';
import { createImportWorkbookStream } from '../records/import/workbook.ts';
import { SHEET_TITLES } from '../records/import/words.ts';
import { thirdPartySheet } from '../third-parties/sheet.ts';

/** Everything that can be imported from a file. */
export const importSheets = [
  ...[thirdPartySheet, accountSheet, openingSheet, entrySheet, budgetSheet, fixedAssetSheet, analyticCodeSheet],
];

const NAMES = importSheets.map(({ name }) => name) as [string, ...string[]];

export const importTemplateRoute = route({
  method: 'get',
  path: '/v1/companies/{company}/import-templates/{resource}',
  operationId: 'getImportTemplate',
  area: 'imports',
  summary: 'Get a workbook to fill in and import: columns, explanations and lists of values of the company file',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  showsNow: 'it is for data that are still to come',
  params: z.object({ resource: z.enum(NAMES).meta({ description: 'What is imported.' }) }),
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
    const sheet = importSheets.find(({ name }) => name === params.resource)!;
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
