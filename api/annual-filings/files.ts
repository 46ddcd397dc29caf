import { createHash } from 'node:crypto';
import { FILING_FORMATS, type FiledFile, type FilingFormat } from '../../domain/annual-filings/filing-events.ts';
import type { FilingForm, FilingStamp } from '../../domain/annual-filings/form.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal, refuse, refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { FILE_TYPES } from '../exports/reply.ts';
import { writeInThread } from '../exports/writer-thread.ts';
import { readReportParties } from '../reports/document.ts';
import { takeCompanyStamp } from '../vat-filing/ecdf-stamp.ts';
import { presentCheck } from './answer.ts';
import { buildFilingDocument } from './document.ts';
import type { FilingRequest, ReadFiling } from './read-inputs.ts';

export interface FilingFile {
  readonly format: FilingFormat;
  /** Without extension. */
  readonly name: string;
  readonly mime: string;
  readonly content: Uint8Array;
}

export const listFormats = ({ file }: FilingForm): readonly FilingFormat[] =>
  FILING_FORMATS.filter((format) => format === 'pdf' || format === 'xlsx' || format === file?.format);

/** Broken checks that the administration would refuse. */
export function findBlockingChecks({ computed }: ReadFiling, language: Language): Refusal | null {
  const broken = computed.checks.filter(({ severity }) => severity === 'blocking');
  if (broken.length === 0) return null;
  const problems = broken.map(({ code, equation, left, right }) => ({
    code: 'filing_check_broken',
    field: `checks.${code}`,
    params: { equation, left, right },
  }));
  const checks = broken.map((check) => presentCheck(check, language));
  return { refused: true, code: 'filing_checks_failed', problems, facts: { checks } };
}

export async function writeFilingFile(
  request: FilingRequest,
  read: ReadFiling,
  format: FilingFormat,
  language: Language,
): Promise<FilingFile | Refusal> {
  const formats = listFormats(read.form);
  if (!formats.includes(format))
    return refuseInvalid([{ code: 'filing_format_unknown', field: 'format', params: { formats: formats.join(', ') } }]);
  if (format !== 'pdf' && format !== 'xlsx') return writeOfficialFile(request, read);
  const { services, company } = request;
  const kind = format === 'pdf' ? 'PDF' : 'XLSX';
  const parties = await readReportParties(services.pool, services, company.id, language, kind);
  const document = buildFilingDocument(read, parties, language);
  const content = await writeInThread(kind, document);
  return { format, name: document.fileName, mime: FILE_TYPES[kind], content };
}

async function writeOfficialFile(
  { services }: FilingRequest,
  { form, company, inputs, computed }: ReadFiling,
): Promise<FilingFile | Refusal> {
  const file = form.file!;
  const stamp: FilingStamp =
    form.country === 'LU'
      ? await takeCompanyStamp(services.pool, company)
      : { at: new Date().toISOString(), sequence: 1 };
  const { value, problems } = file.write(inputs, computed, stamp);
  if (problems.length > 0) return { ...refuse('filing_data_missing'), problems };
  return { format: file.format, name: value.name, mime: file.mime, content: new TextEncoder().encode(value.content) };
}

/** Writes all formats and stores them, before the log refers to them. */
export async function storeFilingFiles(request: FilingRequest, read: ReadFiling): Promise<FiledFile[] | Refusal> {
  const stored: FiledFile[] = [];
  for (const format of listFormats(read.form)) {
    const file = await writeFilingFile(request, read, format, read.company.locale);
    if (isRefusal(file)) return file;
    const { name, mime, content } = file;
    await request.services.files.put('documents', content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    stored.push({ format, name, mime, size: content.byteLength, sha256 });
  }
  return stored;
}
