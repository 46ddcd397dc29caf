import { z } from 'zod';
import { eInvoiceChecks } from '../../domain/e-invoicing/index.ts';
import { invalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { readXml, UnreadableXml, XML_LIMITS, type ReadElement } from '../../outside/xml/read-xml.ts';
import { inTurns } from '../../support/yielding.ts';
import { soldDocument } from '../documents/examples.ts';
import { outgoingUbl } from '../documents/outgoing-ubl.ts';
import { id } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { ShownRule, shownRule } from './broken-rules.ts';

/** An invoice with what is attached to it; the rules look at each of its elements. */
const LIMITS = { ...XML_LIMITS, maxBytes: 10 * 1024 * 1024, maxElements: 200_000 };
/** Of the text of such a document, which may be written with escapes. */
const MAX_BODY_BYTES = 2 * LIMITS.maxBytes;

const Body = z.object({
  xml: z
    .string()
    .min(1)
    .max(LIMITS.maxBytes)
    .optional()
    .meta({ description: 'The invoice or credit note in UBL 2.1, instead of one of the documents.' }),
  document_id: id().optional(),
});

type Asked = Pick<RouteRequest<unknown, unknown, z.infer<typeof Body>>, 'body' | 'files' | 'services' | 'company'>;

export const validateRoute = route({
  method: 'post',
  path: '/v1/companies/{company}/peppol/validate',
  area: 'peppol',
  summary:
    'Hold an invoice in UBL against the rules of EN 16931 and Peppol: every rule that it breaks, where, and what to do',
  ability: 'write',
  role: 'encoder',
  demo: 'allowed',
  heavy: 'always',
  maxBodyBytes: MAX_BODY_BYTES,
  upload: {
    field: 'file',
    types: ['application/xml', 'text/xml'],
    maxFiles: 1,
    maxBytes: LIMITS.maxBytes,
    orJson: true,
  },
  body: Body,
  example: async (scene) => ({
    body: { document_id: (await soldDocument(scene)).params.id },
    form: { name: 'invoice.xml', type: 'application/xml', content: '<Invoice xmlns="urn:example"/>' },
  }),
  replies: {
    200: z
      .object({
        is_valid: z.boolean().meta({ description: 'Whether the network takes it.' }),
        errors: z.array(ShownRule).meta({ description: 'Rules for which the network refuses it.' }),
        warnings: z.array(ShownRule).meta({ description: 'Rules that it breaks and is taken all the same.' }),
      })
      .meta({ id: 'InvoiceValidation' }),
  },
  errorCodes: ['ubl_of_sales_only', 'ubl_tax_differs'],
  async handle(request) {
    const root = await documentOf(request);
    if (isRefusal(root)) return root;
    const broken = await inTurns(eInvoiceChecks(root));
    const of = (severity: 'fatal' | 'warning') =>
      broken.filter((rule) => rule.severity === severity).map((rule) => shownRule(rule, request.language));
    const errors = of('fatal');
    return ok({ is_valid: errors.length === 0, errors, warnings: of('warning') }, { recorded: false });
  },
});

async function documentOf({ body, files, services, company }: Asked): Promise<ReadElement | Refusal> {
  const [file] = files;
  if (file) return parsed('file', await file.read());
  if (body.xml !== undefined && body.document_id !== undefined)
    return invalid([{ field: 'document_id', code: 'peppol_validate_one' }]);
  // In JSON it is text already: what it says of its encoding was true of the file that it was in.
  if (body.xml !== undefined) return parsed('xml', Buffer.from(body.xml.replace(/^\s*<\?xml[^>]{0,200}\?>/, '')));
  if (body.document_id === undefined) return invalid([{ field: 'xml', code: 'peppol_validate_one' }]);
  const ubl = await outgoingUbl(services.pool, company.id, body.document_id);
  if (!isRefusal(ubl)) return readXml(ubl.content);
  return ubl.code === 'not_found' ? invalid([{ field: 'document_id', code: 'document_unknown' }]) : ubl;
}

async function parsed(field: 'file' | 'xml', bytes: Uint8Array): Promise<ReadElement | Refusal> {
  try {
    return await readXml(bytes, LIMITS);
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    return refuse(`xml_${error.problem}`, { field, params: { line: error.line ?? 0 } });
  }
}
