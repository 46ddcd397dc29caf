import { z } from 'zod';
import { checkEInvoice, writeUbl } from '../../domain/e-invoicing/index.ts';
import { ublOf } from '../../domain/documents/ubl.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { readXml } from '../../outside/xml/read-xml.ts';
import { fingerprintOf } from '../exports/document.ts';
import { contentDisposition } from '../exports/file-name.ts';
import { writeInThread } from '../exports/writer-thread.ts';
import { ofStanding, type Scene } from '../http/example.ts';
import { choice, id } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { companyParty, logoOf, thirdPartyParty } from '../third-parties/statement-parties.ts';
import { correspondenceOf, documentParty } from './parties.ts';
import { printedDocument } from './printed.ts';
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
    async handle({ params, services, company, language: callers }) {
      const found = await correspondenceOf(services.pool, company.id, params.id);
      if (!found) return refuse('not_found');
      const { document, vatCodes, bank, language, thirdParty } = found;
      const seller = documentParty({ ...found.company, peppol_identifier: null });
      const buyer = documentParty(thirdParty);
      const currency = found.company.currency;
      const ubl = ublOf({ document, seller, buyer, vatCodes, bank, language, currency });
      if (isRefusal(ubl)) return ubl;
      const text = writeUbl(ubl);
      const bytes = Buffer.from(text);
      const broken = checkEInvoice(await readXml(bytes)).filter(({ severity }) => severity === 'fatal');
      if (broken.length > 0) {
        const rules = broken.map((rule) => ({
          ...{ rule: rule.id, location: rule.where },
          ...{ message: rule.message[callers], hint: rule.hint[callers] },
        }));
        return refuse('ubl_rules_broken', { params: { rules: broken.map((rule) => rule.id).join(', ') } }, { rules });
      }
      return {
        status: 200,
        raw: bytes,
        headers: {
          'Content-Type': 'application/xml',
          'Content-Disposition': contentDisposition(document.number ?? String(document.id), 'xml'),
        },
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
      const { document, vatCodes, bank, thirdParty } = found;
      const language = query.lang ?? found.language;
      const own = companyParty(found.company, language).party;
      const other = thirdPartyParty(thirdParty, found.company, language).party;
      const isSale = document.direction === 'sale';
      const printed = printedDocument({
        ...{ document, vatCodes, language, country: found.company.country_pack },
        sender: isSale ? { ...own, logo: await logoOf(found.company, services.files) } : { ...other, logo: null },
        recipient: isSale ? other : own,
        bank: isSale ? bank : null,
      });
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

/** Of a customer that is known in the network. */
async function soldDocument({ fresh }: Scene) {
  const customer = await fresh('third-parties', {
    ...{ type: 'customer', vat_number: 'BE0477472701', street: 'Rue Haute', house_number: '1' },
    ...{ postal_code: '1000', city: 'Bruxelles', country: 'BE' },
  });
  const lines = [{ description: 'Advice', amount_net: '100.00', account: '700000', vat_code: 'S-NA' }];
  const document = await fresh('documents', { direction: 'sale', third_party_id: customer, lines, vat_amounts: null });
  return { params: { id: document } };
}
