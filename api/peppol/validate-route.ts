import { z } from 'zod';
import { parseFile } from '../../commands/file-parsing/parse-file.ts';
import { INVOICE_LIMITS, NO_INVOICE, type InvoiceArchive } from '../../commands/peppol/check-invoice-file.ts';
import { FACTUR_X_PROFILES, INVOICE_PROFILES, INVOICE_SYNTAXES } from '../../domain/e-invoicing/index.ts';
import { refuseInvalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { createSalesDocument } from '../documents/examples.ts';
import { buildCii } from '../documents/outgoing-cii.ts';
import { buildOutgoingUbl } from '../documents/outgoing-ubl.ts';
import { findCorrespondence } from '../documents/parties.ts';
import { choice, id } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { ShownRule, presentBrokenRule } from './broken-rules.ts';
import { readUploadedInvoice } from './uploaded-invoice.ts';

/** Limit for the JSON text of such a document, which may contain escapes. */
const MAX_BODY_BYTES = 2 * INVOICE_LIMITS.maxBytes;

const Body = z.object({
  xml: z
    .string()
    .min(1)
    .max(INVOICE_LIMITS.maxBytes)
    .optional()
    .meta({ description: 'The invoice or credit note in UBL 2.1 or CII, instead of the id of a document.' }),
  document_id: id().optional(),
  profile: choice(INVOICE_PROFILES)
    .nullish()
    .meta({ description: 'Network whose rules apply: `peppol` (default), or `fr` for the platforms of France.' }),
  syntax: choice(INVOICE_SYNTAXES)
    .nullish()
    .meta({ description: 'Syntax that the document must have; by default the one it has.' }),
});

type Asked = Pick<RouteRequest<unknown, unknown, z.infer<typeof Body>>, 'body' | 'files' | 'services' | 'company'>;

export const validateRoute = route({
  method: 'post',
  path: '/v1/companies/{company}/peppol/validate',
  area: 'peppol',
  summary:
    'Validate a UBL, CII or Factur-X invoice against its schema and the rules of EN 16931 and of Peppol or France: every broken rule, its location and a hint',
  ability: 'write',
  role: 'encoder',
  demo: 'allowed',
  heavy: 'always',
  maxBodyBytes: MAX_BODY_BYTES,
  upload: {
    field: 'file',
    types: ['application/xml', 'text/xml', 'application/pdf'],
    maxFiles: 1,
    maxBytes: INVOICE_LIMITS.maxBytes,
    orJson: true,
  },
  body: Body,
  example: async (scene) => ({
    body: { document_id: (await createSalesDocument(scene)).params.id },
    form: { name: 'invoice.xml', type: 'application/xml', content: '<Invoice xmlns="urn:example"/>' },
  }),
  replies: {
    200: z
      .object({
        is_valid: z.boolean().meta({ description: 'Whether the network accepts it.' }),
        syntax: z.enum(INVOICE_SYNTAXES).nullable().meta({ description: 'Syntax of the document; null if unknown.' }),
        profile: z.enum(INVOICE_PROFILES).meta({ description: 'Network whose rules were applied.' }),
        factur_x_profile: z.enum(FACTUR_X_PROFILES).nullable().meta({
          description: 'Profile of a CII, from its guideline; what the profile does not state is not asked for.',
        }),
        errors: z.array(ShownRule).meta({ description: 'Broken rules for which the network refuses it.' }),
        warnings: z.array(ShownRule).meta({ description: 'Broken rules that do not prevent acceptance.' }),
      })
      .meta({ id: 'InvoiceValidation' }),
  },
  errorCodes: [
    'ubl_of_sales_only',
    'ubl_of_offer',
    'ubl_tax_differs',
    'pdf_encrypted',
    'pdf_unreadable',
    'pdf_too_complex',
  ],
  async handle(request) {
    const document = await readDocument(request);
    if (isRefusal(document)) return document;
    const { field, bytes, archive } = document;
    const profile = request.body.profile ?? 'peppol';
    const options = { profile, syntax: request.body.syntax ?? null, archive };
    const verdict = bytes ? await parseFile('invoiceRules', { bytes, ...options }, TOO_COMPLEX) : NO_INVOICE;
    if (isRefusal(verdict)) return { ...verdict, problems: verdict.problems.map((problem) => ({ ...problem, field })) };
    const { syntax, facturXProfile, broken } = verdict;
    const listRules = (severity: 'fatal' | 'warning') =>
      broken.filter((rule) => rule.severity === severity).map((rule) => presentBrokenRule(rule, request.language));
    const errors = listRules('fatal');
    return ok(
      {
        is_valid: errors.length === 0,
        syntax,
        profile,
        factur_x_profile: facturXProfile,
        errors,
        warnings: listRules('warning'),
      },
      { recorded: false },
    );
  },
});

/** For an invoice that takes too much time or memory. */
const TOO_COMPLEX = refuse('xml_too_large', { params: { line: 0 } });

interface AskedDocument {
  readonly field: 'file' | 'xml' | 'document_id';
  /** Null if a PDF contains no invoice. */
  readonly bytes: Uint8Array | null;
  readonly archive: InvoiceArchive | null;
}

async function readDocument({ body, files, services, company }: Asked): Promise<AskedDocument | Refusal> {
  const [file] = files;
  if (file) {
    const read = await readUploadedInvoice(file, services.documentReader, company.firmId);
    return isRefusal(read) ? read : { field: 'file', ...read };
  }
  if (body.xml !== undefined && body.document_id !== undefined)
    return refuseInvalid([{ field: 'document_id', code: 'peppol_validate_one' }]);
  // In JSON it is already decoded text: its encoding declaration applied to the original file.
  if (body.xml !== undefined)
    return { field: 'xml', bytes: Buffer.from(body.xml.replace(/^\s*<\?xml[^>]{0,200}\?>/, '')), archive: null };
  if (body.document_id === undefined) return refuseInvalid([{ field: 'xml', code: 'peppol_validate_one' }]);
  const written = await writeDocument({ body, services, company }, body.document_id);
  if (!isRefusal(written)) return { field: 'document_id', bytes: written, archive: null };
  return written.code === 'not_found' ? refuseInvalid([{ field: 'document_id', code: 'document_unknown' }]) : written;
}

/** A document of the company file, in the syntax asked for. */
async function writeDocument(
  { body, services, company }: Omit<Asked, 'files'>,
  documentId: number,
): Promise<Uint8Array | Refusal> {
  if (body.syntax !== 'cii') {
    const ubl = await buildOutgoingUbl(services.pool, company.id, documentId, body.profile ?? 'peppol');
    return isRefusal(ubl) ? ubl : ubl.content;
  }
  const found = await findCorrespondence(services.pool, company.id, documentId);
  const xml = found ? buildCii(found) : refuse('not_found');
  return isRefusal(xml) ? xml : Buffer.from(xml);
}
