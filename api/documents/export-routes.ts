import { z } from 'zod';
import { LANGUAGES } from '../../domain/language.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { fingerprintOf } from '../exports/document.ts';
import { contentDisposition } from '../exports/file-name.ts';
import { writeInThread } from '../exports/writer-thread.ts';
import { ofStanding } from '../http/routing/example.ts';
import { choice, id } from '../http/input/fields.ts';
import { route } from '../http/routing/route.ts';
import { soldDocument } from './examples.ts';
import { outgoingUbl, refusalOfRules } from './outgoing-ubl.ts';
import { correspondenceOf } from './parties.ts';
import { printedCorrespondence } from './printed-correspondence.ts';
import { ONE_DOCUMENT } from './routes.ts';

const common = { method: 'get', area: 'documents', ability: 'read', role: 'any', demo: 'allowed' } as const;
const ofDocument = z.object({ id: id() });

export const documentExportRoutes = [
  route({
    ...common,
    path: `${ONE_DOCUMENT}/ubl`,
    summary: 'A document that was sold as Peppol BIS Billing 3 (UBL 2.1), which passes the rules of the network',
    params: ofDocument,
    example: soldDocument,
    replies: { 200: z.string() },
    fileTypes: ['application/xml'],
    errorCodes: ['ubl_of_sales_only', 'ubl_tax_differs', 'ubl_rules_broken'],
    async handle({ params, services, company, language }) {
      const ubl = await outgoingUbl(services.pool, company.id, params.id);
      if (isRefusal(ubl)) return ubl;
      const broken = await refusalOfRules(ubl.content, language);
      if (broken) return broken;
      return {
        status: 200,
        raw: ubl.content,
        headers: { 'Content-Type': 'application/xml', 'Content-Disposition': contentDisposition(ubl.name, 'xml') },
      };
    },
  }),
  route({
    ...common,
    path: `${ONE_DOCUMENT}/pdf`,
    summary: 'A document printed in the language of its third party, with a code by which it is paid',
    heavy: 'always',
    params: ofDocument,
    query: z.object({
      lang: choice(LANGUAGES)
        .optional()
        .meta({ type: 'string', enum: [...LANGUAGES], description: 'Language of the document.' }),
    }),
    example: ofStanding('documents'),
    replies: { 200: z.string() },
    fileTypes: ['application/pdf'],
    async handle({ params, query, services, company }) {
      const found = await correspondenceOf(services.pool, company.id, params.id);
      if (!found) return refuse('not_found');
      const language = query.lang ?? found.language;
      const printed = await printedCorrespondence(found, language, services.files);
      return {
        status: 200,
        raw: await writeInThread('PDF', printed),
        headers: {
          'X-Export-Fingerprint': await fingerprintOf(printed),
          'Content-Language': language,
          'Content-Type': 'application/pdf',
          'Content-Disposition': contentDisposition(printed.fileName, 'pdf'),
        },
      };
    },
  }),
];
