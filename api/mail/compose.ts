import { Readable } from 'node:stream';
import { z } from 'zod';
import type { RequestedMail } from '../../commands/mail/queue-mail.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { ATTACHMENT_TYPES, REPORT_TYPES, templateKindOf, type ReportType } from '../../domain/mail/kinds.ts';
import { MOST_ADDRESSES } from '../../domain/mail/queueing.ts';
import { filledText, LONGEST_BODY, LONGEST_SUBJECT, templateOf, textProblems } from '../../domain/mail/templates.ts';
import { invalid, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { companiesByIds, type CompanyRow } from '../../projections/companies/queries.ts';
import { findUser } from '../../projections/identity/queries.ts';
import { findRecord, type ShownRow } from '../../projections/records/queries.ts';
import { statementTotals } from '../../projections/third-parties/statement.ts';
import { correspondenceOf, type Correspondence } from '../documents/parties.ts';
import { bool, choice, date, email, id, list, text } from '../http/input/fields.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { todayOfTheBooks } from '../http/reply/time.ts';
import { documentFile, keptFile, statementFile, type MadeFile } from './files.ts';
import { reportName } from './report-names.ts';
import { commonValues, documentValues, statementValues, type Values } from './values.ts';

/** What a person asks for becomes a mail: its words from the template of its kind, and its files. */

const WRITTEN_KINDS = ['document', 'statement', 'report', 'free'] as const;
const ASKED_TYPES = ATTACHMENT_TYPES.filter((type) => type !== 'reminder');
const MOST_FILES = 20;
/** Above it most mail servers refuse a mail. */
const MOST_BYTES = 20 * 1024 * 1024;

export const MailBody = z.object({
  /** Absent: `document` with a document, else `free`. */
  kind: choice(WRITTEN_KINDS).nullish(),
  /** Absent: the address of the third party. */
  to: list(email(), { max: MOST_ADDRESSES }).nullish(),
  cc: list(email(), { max: MOST_ADDRESSES }).nullish(),
  /** Absent: that of the template. */
  subject: text(LONGEST_SUBJECT).nullish(),
  body: text(LONGEST_BODY).nullish(),
  /** Absent: the one of the third party, else of the company file. */
  language: choice(LANGUAGES).nullish(),
  third_party_id: id().nullish(),
  document_id: id().nullish(),
  /** The day of a statement of account; absent: today. */
  as_of: date().nullish(),
  /** Absent: the document or the statement itself. */
  attachments: list(
    z.object({
      /** Absent: a document. */
      type: choice(ASKED_TYPES).nullish(),
      /** A document, a third party, a file of an entry; of a report the fiscal year, absent: that of today. */
      id: id().nullish(),
      /** Absent: what the file is called. */
      name: text(200).nullish(),
    }),
    { max: MOST_FILES },
  ).nullish(),
  /** Also to those who have had the same already. */
  again: bool().nullish(),
});

type Body = z.output<typeof MailBody>;
type Request = Pick<RouteRequest, 'services' | 'company' | 'caller' | 'language' | 'inner'>;

export interface WrittenMail {
  readonly mail: Omit<RequestedMail, 'attachments'>;
  readonly files: readonly WrittenFile[];
}

export interface WrittenFile extends MadeFile {
  readonly type: (typeof ASKED_TYPES)[number];
  readonly id: number | null;
}

export async function written(request: Request, body: Body): Promise<WrittenMail | Refusal> {
  const { services, company, caller } = request;
  const kind = body.kind ?? (body.document_id ? 'document' : 'free');
  const missing = missingProblems(kind, body);
  if (missing.length > 0) return invalid(missing);
  const [[row], user, file, correspondence] = await Promise.all([
    companiesByIds(services.pool, [company.id]),
    findUser(services.pool, caller.userId),
    services.commands.look('company', company.id),
    body.document_id ? correspondenceOf(services.pool, company.id, body.document_id) : undefined,
  ]);
  if (body.document_id && !correspondence) return invalid([{ code: 'document_unknown', field: 'document_id' }]);
  const thirdPartyId = body.third_party_id ?? correspondence?.document.third_party_id ?? null;
  const thirdParty = thirdPartyId === null ? undefined : await found(request, thirdPartyId);
  if (thirdPartyId !== null && !thirdParty) return invalid([{ code: 'third_party_unknown', field: 'third_party_id' }]);
  const language = body.language ?? thirdParty?.language ?? row!.locale;
  const scene: Scene = { request, body, kind, row: row!, file, correspondence, thirdParty, language };
  const to = body.to ?? (thirdParty?.email ? [thirdParty.email] : []);
  if (to.length === 0) return invalid([{ code: 'mail_address_missing', field: 'to' }]);
  const files = await filesOf(scene);
  if (isRefusal(files)) return files;
  const values = {
    ...commonValues({
      ...{ language, currency: row!.currency, company: row!.name, today: todayOfTheBooks() },
      recipient: thirdParty?.name ?? null,
      sender: user?.name ?? row!.name,
    }),
    ...(await valuesOf(scene, files)),
  };
  const words = wordsOf(scene, values);
  if (isRefusal(words)) return words;
  return {
    mail: {
      ...{ kind, to, cc: body.cc ?? [], language, ...words },
      third_party_id: thirdPartyId,
      document_id: body.document_id ?? null,
      reply_to: user?.email ?? null,
      ...thingOf(scene),
      again: body.again === true,
    },
    files,
  };
}

interface Scene {
  readonly request: Request;
  readonly body: Body;
  readonly kind: (typeof WRITTEN_KINDS)[number];
  readonly row: CompanyRow;
  readonly file: CompanyFile;
  readonly correspondence: Correspondence | undefined;
  readonly thirdParty: ShownRow<typeof thirdParties> | undefined;
  readonly language: Language;
}

function missingProblems(kind: Scene['kind'], body: Body): readonly Problem[] {
  const needed: Readonly<Record<Scene['kind'], readonly (keyof Body)[]>> = {
    document: ['document_id'],
    statement: ['third_party_id'],
    report: ['attachments'],
    free: ['subject', 'body'],
  };
  const isMissing = (name: keyof Body): boolean => {
    const value = body[name];
    return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  };
  return needed[kind].filter(isMissing).map((field) => ({ code: 'required', field }));
}

async function found({ services, company }: Request, thirdPartyId: number) {
  const row = await findRecord(services.pool, thirdParties, company.id, thirdPartyId);
  return row?.deleted_at === null ? row : undefined;
}

const asOfDay = ({ body }: Scene): string => body.as_of ?? todayOfTheBooks();

/** A statement of another day is another thing; a report, and free words, are told apart by what they say and the day. */
function thingOf({ kind, body }: Scene): { thing?: string } {
  return kind === 'statement' ? { thing: `statement:${body.third_party_id}:${body.as_of ?? todayOfTheBooks()}` } : {};
}

async function filesOf(scene: Scene): Promise<readonly WrittenFile[] | Refusal> {
  const { kind, body } = scene;
  const usual = {
    document: [{ type: 'document', id: body.document_id, name: null } as const],
    statement: [{ type: 'statement', id: body.third_party_id, name: null } as const],
    report: [],
    free: [],
  }[kind];
  const made: WrittenFile[] = [];
  let bytes = 0;
  for (const [index, { type: wanted, id: asked, name }] of (body.attachments ?? usual).entries()) {
    const type = wanted ?? 'document';
    const of = asked ?? null;
    const file = await fileOf(scene, type, of);
    if (!file) return invalid([{ code: 'mail_attachment_unknown', field: `attachments.${index}.id` }]);
    bytes += file.content.byteLength;
    if (bytes > MOST_BYTES)
      return invalid([{ code: 'mail_attachments_too_large', field: 'attachments', params: { max: 20 } }]);
    made.push({ ...file, ...(name && { name }), type, id: of });
  }
  return made;
}

async function fileOf(scene: Scene, type: WrittenFile['type'], of: number | null): Promise<MadeFile | null> {
  const { request, language } = scene;
  const { services, company } = request;
  if (isReport(type)) return reportFile(scene, type, of);
  if (of === null) return null;
  if (type === 'document') return documentFile(services, company.id, of, language);
  if (type === 'statement') return statementFile(services, company.id, of, asOfDay(scene), language);
  return keptFile(services, company.id, of);
}

const isReport = (type: string): type is ReportType => (REPORT_TYPES as readonly string[]).includes(type);

/** As the route of the report answers it to whoever sends it. */
async function reportFile(
  { request, language }: Scene,
  type: ReportType,
  fiscalYearId: number | null,
): Promise<MadeFile | null> {
  // The age of what is open is that of today, whatever the year.
  const year =
    type === 'aged_balance' ? '&type=customer' : fiscalYearId === null ? '' : `&fiscal_year_id=${fiscalYearId}`;
  const path = `/v1/companies/${request.company.publicToken}/reports/${type.replaceAll('_', '-')}?format=PDF&lang=${language}${year}`;
  const answer = await request.inner.run({ method: 'GET', path, headers: {}, body: undefined });
  if (answer.status !== 200 || answer.body === null) {
    if (answer.body instanceof Readable) answer.body.destroy();
    return null;
  }
  const content = answer.body instanceof Readable ? await all(answer.body) : Buffer.from(answer.body);
  return { name: `${reportName(type, language)}.pdf`, mime: 'application/pdf', content };
}

async function all(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function valuesOf(scene: Scene, files: readonly WrittenFile[]): Promise<Values> {
  const { kind, body, row, language, correspondence, request } = scene;
  const setting = { language, currency: row.currency };
  if (kind === 'document') return documentValues(correspondence!.document, correspondence!.bank, setting);
  if (kind === 'report') return { report: files.map(({ name }) => name.replace(/\.pdf$/, '')).join(', ') };
  if (kind === 'free') return {};
  const asOf = asOfDay(scene);
  const span = { from: null, to: asOf, asOf };
  const totals = await statementTotals(request.services.pool, request.company.id, body.third_party_id!, span);
  return statementValues(totals, asOf, setting);
}

function wordsOf({ kind, body, file, language }: Scene, values: Values) {
  const templateKind = templateKindOf(kind);
  const template = templateKind ? templateOf(file.mail, templateKind, language) : { subject: '', body: '' };
  const own = { subject: body.subject ?? template.subject, body: body.body ?? template.body };
  const problems = textProblems(templateKind ?? 'free', {
    ...(body.subject && { subject: body.subject }),
    ...(body.body && { body: body.body }),
  });
  return problems.length > 0 ? invalid(problems) : filledText(own, values);
}
