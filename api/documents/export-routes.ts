import { z } from 'zod';
import { INVOICE_PROFILES } from '../../domain/e-invoicing/index.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { computeFingerprint } from '../exports/document.ts';
import { buildContentDisposition } from '../exports/file-name.ts';
import { writeInThread } from '../exports/writer-thread.ts';
import { withSharedRecord } from '../http/routing/example.ts';
import { choice, id } from '../http/input/fields.ts';
import { route } from '../http/routing/route.ts';
import { createIssuedDocument, createSalesDocument } from './examples.ts';
import { buildFacturX, buildOutgoingCii } from './outgoing-cii.ts';
import { buildOutgoingUbl, findRuleRefusal } from './outgoing-ubl.ts';
import { findCorrespondence } from './parties.ts';
import { buildPrintedCorrespondence } from './printed-correspondence.ts';

const common = { method: 'get', area: 'documents', ability: 'read', role: 'any', demo: 'allowed' } as const;
const ofDocument = z.object({ id: id() });

export const documentExportRoutes = [
  route({
    ...common,
    path: '/v1/companies/{company}/documents/{id}/ubl',
    summary:
      'Export a sale or self-billed purchase as UBL 2.1, validated against the rules of Peppol BIS Billing 3 or of France',
    params: ofDocument,
    query: z.object({
      profile: choice(INVOICE_PROFILES)
        .optional()
        .meta({
          type: 'string',
          enum: [...INVOICE_PROFILES],
          description: 'Network it is meant for: `peppol` (default), or `fr` for the platforms of France.',
        }),
    }),
    example: createSalesDocument,
    replies: { 200: z.string() },
    fileTypes: ['application/xml'],
    errorCodes: ['ubl_of_sales_only', 'ubl_of_offer', 'ubl_tax_differs', 'ubl_rules_broken'],
    async handle({ params, query, services, company, language }) {
      const ubl = await buildOutgoingUbl(services.pool, company.id, params.id, query.profile);
      if (isRefusal(ubl)) return ubl;
      const broken = await findRuleRefusal(ubl.content, language, { profile: query.profile });
      if (broken) return broken;
      return {
        status: 200,
        raw: ubl.content,
        headers: { 'Content-Type': 'application/xml', 'Content-Disposition': buildContentDisposition(ubl.name, 'xml') },
      };
    },
  }),
  route({
    ...common,
    path: '/v1/companies/{company}/documents/{id}/cii',
    summary:
      'Export a sale or self-billed purchase as Cross Industry Invoice (CII) by EN 16931, validated against its rules',
    params: ofDocument,
    example: createSalesDocument,
    replies: { 200: z.string() },
    fileTypes: ['application/xml'],
    errorCodes: ['ubl_of_sales_only', 'ubl_of_offer', 'ubl_tax_differs', 'ubl_rules_broken'],
    async handle({ params, services, company, language }) {
      const found = await findCorrespondence(services.pool, company.id, params.id);
      if (!found) return refuse('not_found');
      const xml = await buildOutgoingCii(found, language);
      if (isRefusal(xml)) return xml;
      const name = found.document.number ?? String(found.document.id);
      return {
        status: 200,
        raw: Buffer.from(xml),
        headers: { 'Content-Type': 'application/xml', 'Content-Disposition': buildContentDisposition(name, 'xml') },
      };
    },
  }),
  route({
    ...common,
    path: '/v1/companies/{company}/documents/{id}/facturx',
    summary:
      'Export an issued sale or self-billed purchase as Factur-X: the printed page (PDF/A-3) with the CII attached',
    heavy: 'always',
    params: ofDocument,
    example: createIssuedDocument,
    replies: { 200: z.string() },
    fileTypes: ['application/pdf'],
    errorCodes: ['document_not_issued', 'ubl_of_sales_only', 'ubl_of_offer', 'ubl_tax_differs', 'ubl_rules_broken'],
    async handle({ params, services, company, language }) {
      const found = await findCorrespondence(services.pool, company.id, params.id);
      if (!found) return refuse('not_found');
      const printed = await buildFacturX(found, services.files, language);
      if (isRefusal(printed)) return printed;
      return {
        status: 200,
        raw: await writeInThread('PDF', printed),
        headers: {
          'X-Export-Fingerprint': await computeFingerprint(printed),
          'Content-Language': printed.language,
          'Content-Type': 'application/pdf',
          'Content-Disposition': buildContentDisposition(printed.fileName, 'pdf'),
        },
      };
    },
  }),
  route({
    ...common,
    path: '/v1/companies/{company}/documents/{id}/pdf',
    summary: 'Print a document in the language of its third party, with a payment QR code',
    heavy: 'always',
    params: ofDocument,
    query: z.object({
      lang: choice(LANGUAGES)
        .optional()
        .meta({ type: 'string', enum: [...LANGUAGES], description: 'Language of the document.' }),
    }),
    example: withSharedRecord('documents'),
    replies: { 200: z.string() },
    fileTypes: ['application/pdf'],
    async handle({ params, query, services, company }) {
      const found = await findCorrespondence(services.pool, company.id, params.id);
      if (!found) return refuse('not_found');
      const language = query.lang ?? found.language;
      const printed = await buildPrintedCorrespondence(found, language, services.files);
      return {
        status: 200,
        raw: await writeInThread('PDF', printed),
        headers: {
          'X-Export-Fingerprint': await computeFingerprint(printed),
          'Content-Language': language,
          'Content-Type': 'application/pdf',
          'Content-Disposition': buildContentDisposition(printed.fileName, 'pdf'),
        },
      };
    },
  }),
];
