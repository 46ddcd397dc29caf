import { z } from 'zod';
import { LANGUAGES } from '../../domain/language.ts';
import { invalid, isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import { ecdfReturn } from '../../domain/vat-filing/ecdf.ts';
import { ediReturn } from '../../domain/vat-filing/edi-tva.ts';
import { returnConsignment } from '../../domain/vat-filing/intervat-return.ts';
import { periodCode } from '../../domain/vat-filing/intervat.ts';
import { writeXml, xmlLines } from '../../domain/xml.ts';
import { companiesByIds, type CompanyRow } from '../../projections/companies/queries.ts';
import { isTaxedOnPayment } from '../../projections/vat-filing/companies.ts';
import { findDeclaration, type DeclarationRow } from '../../projections/vat-declarations/queries.ts';
import { fingerprintOf } from '../exports/document.ts';
import { contentDisposition } from '../exports/file-name.ts';
import { writeInThread } from '../exports/writer-thread.ts';
import { choice, id } from '../http/input/fields.ts';
import type { Reply } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { companyParty, logoOf } from '../third-parties/statement-parties.ts';
import { ofNewDeclaration, ofValidated, ONE } from '../vat-declarations/examples.ts';
import { languageOfReturn, returnDocument } from './return-document.ts';

const common = { area: 'vat', demo: 'allowed', method: 'get', ability: 'read', role: 'any' } as const;
const ofOne = z.object({ id: id() });

export const XML_TYPE = 'application/xml';

export function xmlReply(raw: NonNullable<Reply['raw']>, fileName: string): Reply {
  return {
    status: 200,
    raw,
    headers: { 'Content-Type': XML_TYPE, 'Content-Disposition': contentDisposition(fileName, 'xml') },
  };
}

export const returnFileRoutes = [
  route({
    ...common,
    path: `${ONE}/xml`,
    summary:
      'A validated return as the file that the administration takes: Intervat in Belgium, eCDF in Luxembourg, the zones of EDI-TVA in France',
    params: ofOne,
    example: ofValidated,
    replies: { 200: z.string() },
    fileTypes: [XML_TYPE],
    errorCodes: ['declaration_not_validated'],
    async handle({ params, services, company }) {
      const [row, [owner]] = await Promise.all([
        findDeclaration(services.pool, company.id, params.id),
        companiesByIds(services.pool, [company.id]),
      ]);
      if (!row || !owner) return refuse('not_found');
      if (row.status === 'draft') return refuse('declaration_not_validated', { field: 'id' });
      const file = await fileOf(services, row, owner);
      return isRefusal(file) ? file : xmlReply(file.content, file.name);
    },
  }),
  route({
    ...common,
    path: `${ONE}/pdf`,
    summary: 'A return on paper: the French one as its form, those of the other countries frame by frame',
    heavy: 'always',
    params: ofOne,
    query: z.object({
      lang: choice(LANGUAGES)
        .optional()
        .meta({ type: 'string', enum: [...LANGUAGES], description: 'Language of the document.' }),
    }),
    example: ofNewDeclaration,
    replies: { 200: z.string() },
    fileTypes: ['application/pdf'],
    async handle({ params, query, services, company }) {
      const [row, [owner]] = await Promise.all([
        findDeclaration(services.pool, company.id, params.id),
        companiesByIds(services.pool, [company.id]),
      ]);
      if (!row || !owner) return refuse('not_found');
      const language = query.lang ?? languageOfReturn(owner);
      const sender = { ...companyParty(owner, language).party, logo: await logoOf(owner, services.files) };
      const printed = returnDocument({ declaration: row, company: owner, sender, language });
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

interface WrittenFile {
  readonly name: string;
  readonly content: string;
}

/** What the administration would refuse is refused here, with every field that stands in the way. */
async function fileOf(
  { pool }: Pick<RouteRequest['services'], 'pool'>,
  filed: DeclarationRow,
  company: CompanyRow,
): Promise<WrittenFile | Refusal> {
  const problems: Problem[] = [];
  const content = await contentOf(pool, filed, company, problems);
  return problems.length > 0 ? invalid(problems) : content;
}

async function contentOf(
  pool: RouteRequest['services']['pool'],
  filed: DeclarationRow,
  company: CompanyRow,
  problems: Problem[],
): Promise<WrittenFile> {
  if (company.country_pack === 'LU') {
    const isOnPayment = await isTaxedOnPayment(pool, company.id);
    const file = ecdfReturn(company, { ...filed, isOnPayment }, formatTimestamp(new Date()), problems);
    // The platform wants the file to be called by its reference.
    return { name: file.reference, content: [...xmlLines(file.xml)].join('') };
  }
  const name = `${filed.form}-${company.vat_number ?? company.enterprise_number ?? company.id}-${periodCode(filed)}`;
  if (company.country_pack === 'FR') return { name, content: writeXml(ediReturn(company, filed, problems)) };
  return { name, content: writeXml(returnConsignment([{ company, filed }], problems)) };
}
