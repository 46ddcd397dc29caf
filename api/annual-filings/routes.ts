import { z } from 'zod';
import { changeAnnualFiling } from '../../commands/annual-filings/change-filing.ts';
import { fileAnnualAccounts } from '../../commands/annual-filings/file-accounts.ts';
import { FILING_FORMATS } from '../../domain/annual-filings/filing-events.ts';
import { ALREADY_FILED } from '../../domain/annual-filings/filings.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { listFiledFiles } from '../../projections/annual-filings/queries.ts';
import { buildContentDisposition } from '../exports/file-name.ts';
import { FILE_TYPES } from '../exports/reply.ts';
import { amount, choice, date, id, text } from '../http/input/fields.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import { getBookToday } from '../http/reply/time.ts';
import { route } from '../http/routing/route.ts';
import { AnnualFiling, computeFilingFingerprint, listFilledBoxes, presentFiling } from './answer.ts';
import { readFilingDifferences } from './differences.ts';
import { prepareFiling, useYear, useYearToPrint } from './examples.ts';
import { findBlockingChecks, storeFilingFiles, writeFilingFile, type FilingFile } from './files.ts';
import { findCurrentVersion, readFiling, type FilingRequest } from './read-inputs.ts';

const common = {
  area: 'filing',
  demo: 'allowed',
  concerns: 'annual-filings',
  params: z.object({ fiscalYear: id().meta({ description: 'Id of the fiscal year.' }) }),
} as const;

/** More than the number of boxes of any form. */
const MOST_BOXES = 2_000;
const MANUAL_TOO_LONG = { params: { key: 'list_too_long', params: { max: MOST_BOXES } } };

const Changes = z.object({
  form: text(20).nullish().meta({ description: 'One of `forms_offered`; null: as it follows from the company.' }),
  manual: z
    .record(
      z.string().min(1).max(40),
      z
        .object({
          amount: amount({ signed: true }).optional(),
          text: text(5_000).optional(),
          reason: text(500),
        })
        .nullable(),
    )
    .refine((boxes) => Object.keys(boxes).length <= MOST_BOXES, MANUAL_TOO_LONG)
    .optional()
    .meta({
      description:
        'Amounts or texts by box, which replace what the books say; null removes one. Totals are computed and take none.',
    }),
});

async function respondWithFiling(request: FilingRequest, yearId: number, recorded?: boolean): Promise<Reply | Refusal> {
  const read = await readFiling(request, yearId);
  if (isRefusal(read)) return read;
  const shown = presentFiling(read, request.language, await readFilingDifferences(request, read));
  return ok(shown, { version: shown.version, showsMore: true, ...(recorded !== undefined && { recorded }) });
}

const withServerFiling = (request: FilingRequest, yearId: number, refusal: Refusal): Promise<Refusal> =>
  withServerData(refusal, async () => {
    const reply = await respondWithFiling(request, yearId);
    return isRefusal(reply) ? null : reply.body;
  });

function replyWithFile({ content, mime, name, format }: FilingFile): Reply {
  return {
    status: 200,
    raw: content,
    headers: { 'Content-Type': mime, 'Content-Disposition': buildContentDisposition(name, format) },
  };
}

export const annualFilingRoutes = [
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/annual-filings/{fiscalYear}',
    operationId: 'getAnnualFiling',
    summary:
      'Get the annual accounts of a fiscal year in the form of the administration: boxes, checks, what is missing',
    ability: 'read',
    role: 'any',
    example: useYear,
    replies: { 200: AnnualFiling },
    handle: (request) => respondWithFiling(request, request.params.fiscalYear),
  }),
  route({
    ...common,
    method: 'patch',
    path: '/v1/companies/{company}/annual-filings/{fiscalYear}',
    operationId: 'updateAnnualFiling',
    summary: 'Choose the form of the annual accounts, and enter amounts and texts that the books do not know',
    ability: 'write',
    role: 'encoder',
    body: Changes,
    // Which forms there are depends on the legal form.
    example: (scene) => ({
      ...useYear(scene),
      body: { manual: { valuation_rules: { text: 'Linear depreciation.', reason: 'Decided by the board.' } } },
    }),
    replies: { 200: AnnualFiling },
    errorCodes: ['conflict', 'filing_filed'],
    async handle(request) {
      const { params, body, services, company, write } = request;
      const read = await readFiling(request, params.fiscalYear);
      if (isRefusal(read)) return read;
      const { form, manual } = body;
      const requested = {
        fiscal_year_id: params.fiscalYear,
        changes: { ...(form !== undefined && { form }), ...(manual !== undefined && { manual }) },
        usualForm: read.usualForm,
        baseVersion: write.baseVersion,
      };
      const outcome = await changeAnnualFiling(services, company.id, requested, write);
      if (isRefusal(outcome)) return withServerFiling(request, params.fiscalYear, outcome);
      return respondWithFiling(request, params.fiscalYear, outcome.isRecorded);
    },
  }),
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/annual-filings/{fiscalYear}/file',
    operationId: 'getAnnualFilingFile',
    summary:
      'Get the annual accounts as a file: that of the administration, PDF or XLSX; once filed, the file as filed',
    heavy: 'always',
    ability: 'read',
    role: 'any',
    query: z.object({
      format: choice(FILING_FORMATS).meta({
        type: 'string',
        enum: [...FILING_FORMATS],
        description: '`xbrl` in Belgium, `xml` in Luxembourg, `json` in France; `pdf` and `xlsx` everywhere.',
      }),
      lang: choice(LANGUAGES)
        .optional()
        .meta({
          type: 'string',
          enum: [...LANGUAGES],
          description: 'Language of a PDF or XLSX that is not filed yet.',
        }),
    }),
    example: useYearToPrint,
    replies: { 200: z.string() },
    fileTypes: ['application/xml', 'application/json', FILE_TYPES.PDF, FILE_TYPES.XLSX],
    errorCodes: ['filing_checks_failed', 'filing_data_missing'],
    async handle(request) {
      const { params, query, services, company } = request;
      const read = await readFiling(request, params.fiscalYear);
      if (isRefusal(read)) return read;
      const filed = findCurrentVersion(read);
      if (filed) {
        const files = await listFiledFiles(services.pool, company.id, filed.fiscal_year_id, filed.version);
        const file = files.find(({ format }) => format === query.format);
        const content = file && (await services.files.read('documents', file.sha256));
        if (content) return replyWithFile({ ...file, content });
      }
      const language = query.lang ?? read.company.locale;
      const file =
        findBlockingChecks(read, request.language) ?? (await writeFilingFile(request, read, query.format, language));
      return isRefusal(file) ? file : replyWithFile(file);
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/annual-filings/{fiscalYear}/filed',
    operationId: 'fileAnnualAccounts',
    summary: 'Record that the annual accounts were filed: their boxes and files are kept as they are now',
    heavy: 'always',
    ability: 'write',
    role: 'manager',
    body: z.object({ filed_on: date(), reference: text(100).nullish() }),
    example: prepareFiling,
    replies: { 200: AnnualFiling },
    errorCodes: ['conflict', 'date_in_future', 'filing_checks_failed', 'filing_data_missing', 'filing_filed'],
    async handle(request) {
      const { params, body, services, company, write } = request;
      const read = await readFiling(request, params.fiscalYear);
      if (isRefusal(read)) return read;
      if (findCurrentVersion(read)) return ALREADY_FILED;
      const files = findBlockingChecks(read, request.language) ?? (await storeFilingFiles(request, read));
      if (isRefusal(files)) return files;
      const filed = {
        form: read.form.code,
        filed_on: body.filed_on,
        reference: body.reference ?? null,
        boxes: listFilledBoxes(read.computed.boxes),
        fingerprint: computeFilingFingerprint(read),
        computed_position: read.position,
        files,
      };
      const requested = {
        fiscal_year_id: params.fiscalYear,
        filed,
        today: getBookToday(),
        baseVersion: write.baseVersion,
      };
      const outcome = await fileAnnualAccounts(services, company.id, requested, write);
      if (isRefusal(outcome)) return withServerFiling(request, params.fiscalYear, outcome);
      return respondWithFiling(request, params.fiscalYear, outcome.isRecorded);
    },
  }),
];
