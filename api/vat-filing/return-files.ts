import { z } from 'zod';
import { LANGUAGES } from '../../domain/language.ts';
import { refuseInvalid, isRefusal, refuse, type Checked, type Refusal } from '../../domain/refusal.ts';
import { buildEcdfReturn } from '../../domain/vat-filing/ecdf.ts';
import { buildEdiReturn } from '../../domain/vat-filing/edi-tva.ts';
import { resolveRepresentative } from '../../domain/vat-filing/filer.ts';
import { buildReturnConsignment } from '../../domain/vat-filing/intervat-return.ts';
import { formatPeriodCode } from '../../domain/vat-filing/intervat.ts';
import { writeXml, writeXmlLines } from '../../domain/xml.ts';
import { loadCompaniesByIds, type CompanyRow } from '../../projections/companies/queries.ts';
import { isTaxedOnPayment } from '../../projections/vat-filing/companies.ts';
import { findDeclaration, type DeclarationRow } from '../../projections/vat-declarations/queries.ts';
import { computeFingerprint } from '../exports/document.ts';
import { buildContentDisposition } from '../exports/file-name.ts';
import { writeInThread } from '../exports/writer-thread.ts';
import { choice, id } from '../http/input/fields.ts';
import type { Reply } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { toCompanyParty, readLogo } from '../third-parties/statement-parties.ts';
import { useNewDeclaration, useValidatedDeclaration } from '../vat-declarations/examples.ts';
import { takeCompanyStamp } from './ecdf-stamp.ts';
import { resolveReturnLanguage, buildReturnDocument } from './return-document.ts';

const common = { area: 'vat', demo: 'allowed', method: 'get', ability: 'read', role: 'any' } as const;
const ofOne = z.object({ id: id() });

export const XML_TYPE = 'application/xml';

export function buildXmlReply(raw: NonNullable<Reply['raw']>, fileName: string): Reply {
  return {
    status: 200,
    raw,
    headers: { 'Content-Type': XML_TYPE, 'Content-Disposition': buildContentDisposition(fileName, 'xml') },
  };
}

export const returnFileRoutes = [
  route({
    ...common,
    path: '/v1/companies/{company}/vat-declarations/{id}/xml',
    summary:
      'Get a validated return as a file: Intervat in Belgium, eCDF in Luxembourg, in France a readable XML for your EDI provider',
    params: ofOne,
    example: useValidatedDeclaration,
    replies: { 200: z.string() },
    fileTypes: [XML_TYPE],
    errorCodes: ['declaration_not_validated'],
    async handle({ params, services, company }) {
      const [row, [owner]] = await Promise.all([
        findDeclaration(services.pool, company.id, params.id),
        loadCompaniesByIds(services.pool, [company.id]),
      ]);
      if (!row || !owner) return refuse('not_found');
      if (row.status === 'draft') return refuse('declaration_not_validated', { field: 'id' });
      const file = await buildReturnFile(services, row, owner);
      return isRefusal(file) ? file : buildXmlReply(file.content, file.name);
    },
  }),
  route({
    ...common,
    path: '/v1/companies/{company}/vat-declarations/{id}/pdf',
    summary: 'Get a return as PDF: the French one as its official form, others frame by frame',
    heavy: 'always',
    params: ofOne,
    query: z.object({
      lang: choice(LANGUAGES)
        .optional()
        .meta({ type: 'string', enum: [...LANGUAGES], description: 'Language of the document.' }),
    }),
    example: useNewDeclaration,
    replies: { 200: z.string() },
    fileTypes: ['application/pdf'],
    async handle({ params, query, services, company }) {
      const [row, [owner]] = await Promise.all([
        findDeclaration(services.pool, company.id, params.id),
        loadCompaniesByIds(services.pool, [company.id]),
      ]);
      if (!row || !owner) return refuse('not_found');
      const language = query.lang ?? resolveReturnLanguage(owner);
      const sender = { ...toCompanyParty(owner, language).party, logo: await readLogo(owner, services.files) };
      const printed = buildReturnDocument({ declaration: row, company: owner, sender, language });
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

interface WrittenFile {
  readonly name: string;
  readonly content: string;
}

/** Refuses what the administration would refuse, with every field concerned. */
async function buildReturnFile(
  { pool }: Pick<RouteRequest['services'], 'pool'>,
  filed: DeclarationRow,
  company: CompanyRow,
): Promise<WrittenFile | Refusal> {
  const { value: file, problems } = await writeReturnContent(pool, filed, company);
  return problems.length > 0 ? refuseInvalid(problems) : file;
}

async function writeReturnContent(
  pool: RouteRequest['services']['pool'],
  filed: DeclarationRow,
  company: CompanyRow,
): Promise<Checked<WrittenFile>> {
  if (company.country_pack === 'LU') {
    const isOnPayment = await isTaxedOnPayment(pool, company.id);
    const stamp = await takeCompanyStamp(pool, company);
    const { value, problems } = buildEcdfReturn(company, { ...filed, isOnPayment }, stamp);
    // The platform requires the file to be named after its reference.
    return { value: { name: value.reference, content: [...writeXmlLines(value.xml)].join('') }, problems };
  }
  const name = `${filed.form}-${company.vat_number ?? company.enterprise_number ?? company.id}-${formatPeriodCode(filed)}`;
  const { value, problems } =
    company.country_pack === 'FR'
      ? buildEdiReturn(company, filed)
      : buildReturnConsignment([{ company, filed }], resolveRepresentative(company));
  return { value: { name, content: writeXml(value) }, problems };
}
