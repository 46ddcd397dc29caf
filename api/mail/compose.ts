import { Readable } from 'node:stream';
import { z } from 'zod';
import type { RequestedMail } from '../../commands/mail/queue-mail.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { ATTACHMENT_TYPES, REPORT_TYPES, getTemplateKind, type ReportType } from '../../domain/mail/kinds.ts';
import { MOST_ADDRESSES } from '../../domain/mail/queueing.ts';
import {
  fillMailText,
  LONGEST_BODY,
  LONGEST_SUBJECT,
  getMailTemplate,
  checkPlaceholders,
} from '../../domain/mail/templates.ts';
import { refuseInvalid, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { loadCompaniesByIds, type CompanyRow } from '../../projections/companies/queries.ts';
import { findUser } from '../../projections/identity/queries.ts';
import { findRecord, type ShownRow } from '../../projections/records/queries.ts';
import { readStatementTotals } from '../../projections/third-parties/statement.ts';
import { findCorrespondence, type Correspondence } from '../documents/parties.ts';
import { bool, choice, date, email, id, list, text } from '../http/input/fields.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import type { Services } from '../services.ts';
import { getBookToday } from '../http/reply/time.ts';
import { buildDocumentFile, readStoredFile, buildStatementFile, type MadeFile } from './files.ts';
import { getReportName } from './report-names.ts';
import { buildCommonValues, buildDocumentValues, buildStatementValues, type Values } from './values.ts';

/** Composes a requested mail: its text from the template of its kind, and its files. */

const WRITTEN_KINDS = ['document', 'statement', 'report', 'free'] as const;
const ASKED_TYPES = ATTACHMENT_TYPES.filter((type) => type !== 'reminder');
const MOST_FILES = 20;
/** Most mail servers refuse larger mails. */
const MOST_BYTES = 20 * 1024 * 1024;

export const MailBody = z.object({
  /** Defaults to `document` if a document is given, else `free`. */
  kind: choice(WRITTEN_KINDS).nullish(),
  /** Defaults to the address of the third party. */
  to: list(email(), { max: MOST_ADDRESSES }).nullish(),
  cc: list(email(), { max: MOST_ADDRESSES }).nullish(),
  /** Defaults to the subject of the template. */
  subject: text(LONGEST_SUBJECT).nullish(),
  body: text(LONGEST_BODY).nullish(),
  /** Defaults to the language of the third party, else of the company file. */
  language: choice(LANGUAGES).nullish(),
  third_party_id: id().nullish(),
  document_id: id().nullish(),
  /** Date of a statement of account; defaults to today. */
  as_of: date().nullish(),
  /** Defaults to the document or the statement itself. */
  attachments: list(
    z.object({
      /** Defaults to `document`. */
      type: choice(ASKED_TYPES).nullish(),
      /** Id of a document, a third party or a file of an entry; for a report the fiscal year, by default the current one. */
      id: id().nullish(),
      /** Defaults to the name of the file. */
      name: text(200).nullish(),
    }),
    { max: MOST_FILES },
  ).nullish(),
  /** Also send to recipients who already received the same mail. */
  again: bool().nullish(),
});

type Body = z.output<typeof MailBody>;

/** On whose behalf a mail is written: a request, or a job. */
export interface MailAuthor {
  readonly services: Pick<Services, 'pool' | 'files' | 'commands'>;
  readonly company: { readonly id: number };
  /** A job has no user: it writes in the name of the company. */
  readonly caller: { readonly userId: number } | null;
  /** Prints a report as its own route returns it to the caller. Null: reports cannot be attached. */
  readonly printReport: ((name: string, query: string) => Promise<Uint8Array | null>) | null;
}

type Request = Pick<RouteRequest, 'services' | 'company' | 'caller' | 'inner'>;

/** Composes a mail of a request, with its caller as the sender. */
export const composeMail = (request: Request, body: Body): Promise<WrittenMail | Refusal> =>
  composeMailOf({ ...pickAuthor(request), printReport: createReportPrinter(request) }, body);

const pickAuthor = ({ services, company, caller }: Request) => ({ services, company, caller });

export interface WrittenMail {
  readonly mail: Omit<RequestedMail, 'attachments'>;
  readonly files: readonly WrittenFile[];
}

export interface WrittenFile extends MadeFile {
  readonly type: (typeof ASKED_TYPES)[number];
  readonly id: number | null;
}

export async function composeMailOf(author: MailAuthor, body: Body): Promise<WrittenMail | Refusal> {
  const { services, company, caller } = author;
  const kind = body.kind ?? (body.document_id ? 'document' : 'free');
  const missing = listMissingFields(kind, body);
  if (missing.length > 0) return refuseInvalid(missing);
  const [[row], user, file, correspondence] = await Promise.all([
    loadCompaniesByIds(services.pool, [company.id]),
    caller === null ? undefined : findUser(services.pool, caller.userId),
    services.commands.loadState('company', company.id),
    body.document_id ? findCorrespondence(services.pool, company.id, body.document_id) : undefined,
  ]);
  if (body.document_id && !correspondence) return refuseInvalid([{ code: 'document_unknown', field: 'document_id' }]);
  const thirdPartyId = body.third_party_id ?? correspondence?.document.third_party_id ?? null;
  const thirdParty = thirdPartyId === null ? undefined : await findActiveThirdParty(author, thirdPartyId);
  if (thirdPartyId !== null && !thirdParty)
    return refuseInvalid([{ code: 'third_party_unknown', field: 'third_party_id' }]);
  const language = body.language ?? thirdParty?.language ?? row!.locale;
  const scene: Scene = { author, body, kind, row: row!, file, correspondence, thirdParty, language };
  const to = body.to ?? (thirdParty?.email ? [thirdParty.email] : []);
  if (to.length === 0) return refuseInvalid([{ code: 'mail_address_missing', field: 'to' }]);
  const files = await collectFiles(scene);
  if (isRefusal(files)) return files;
  const values = {
    ...buildCommonValues({
      language,
      currency: row!.currency,
      company: row!.name,
      today: getBookToday(),
      recipient: thirdParty?.name ?? null,
      sender: user?.name ?? row!.name,
    }),
    ...(await buildValues(scene, files)),
  };
  const words = composeText(scene, values);
  if (isRefusal(words)) return words;
  return {
    mail: {
      kind,
      to,
      cc: body.cc ?? [],
      language,
      ...words,
      third_party_id: thirdPartyId,
      document_id: body.document_id ?? null,
      reply_to: user?.email ?? null,
      ...buildMailIdentity(scene),
      again: body.again === true,
    },
    files,
  };
}

interface Scene {
  readonly author: MailAuthor;
  readonly body: Body;
  readonly kind: (typeof WRITTEN_KINDS)[number];
  readonly row: CompanyRow;
  readonly file: CompanyFile;
  readonly correspondence: Correspondence | undefined;
  readonly thirdParty: ShownRow<typeof thirdParties> | undefined;
  readonly language: Language;
}

function listMissingFields(kind: Scene['kind'], body: Body): readonly Problem[] {
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

async function findActiveThirdParty({ services, company }: MailAuthor, thirdPartyId: number) {
  const row = await findRecord(services.pool, thirdParties, company.id, thirdPartyId);
  return row?.deleted_at === null ? row : undefined;
}

const getStatementDate = ({ body }: Scene): string => body.as_of ?? getBookToday();

/** A statement as of another date counts as another mail; reports and free mails are distinguished by content and date. */
function buildMailIdentity({ kind, body }: Scene): { thing?: string } {
  return kind === 'statement' ? { thing: `statement:${body.third_party_id}:${body.as_of ?? getBookToday()}` } : {};
}

async function collectFiles(scene: Scene): Promise<readonly WrittenFile[] | Refusal> {
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
    const file = await buildFile(scene, type, of);
    if (!file) return refuseInvalid([{ code: 'mail_attachment_unknown', field: `attachments.${index}.id` }]);
    bytes += file.content.byteLength;
    if (bytes > MOST_BYTES)
      return refuseInvalid([{ code: 'mail_attachments_too_large', field: 'attachments', params: { max: 20 } }]);
    made.push({ ...file, ...(name && { name }), type, id: of });
  }
  return made;
}

async function buildFile(scene: Scene, type: WrittenFile['type'], of: number | null): Promise<MadeFile | null> {
  const { author, language } = scene;
  const { services, company } = author;
  if (isReport(type)) return buildReportFile(scene, type, of);
  if (of === null) return null;
  if (type === 'document') return buildDocumentFile(services, company.id, of, language);
  if (type === 'statement') return buildStatementFile(services, company.id, of, getStatementDate(scene), language);
  return readStoredFile(services, company.id, of);
}

const isReport = (type: string): type is ReportType => (REPORT_TYPES as readonly string[]).includes(type);

async function buildReportFile(
  { author: { printReport }, language }: Scene,
  type: ReportType,
  fiscalYearId: number | null,
): Promise<MadeFile | null> {
  // The aged balance is always as of today, whatever the year.
  const year =
    type === 'aged_balance' ? '&type=customer' : fiscalYearId === null ? '' : `&fiscal_year_id=${fiscalYearId}`;
  const content = (await printReport?.(type.replaceAll('_', '-'), `format=PDF&lang=${language}${year}`)) ?? null;
  return content && { name: `${getReportName(type, language)}.pdf`, mime: 'application/pdf', content };
}

function createReportPrinter({ company, inner }: Request): MailAuthor['printReport'] {
  return async (name, query) => {
    const path = `/v1/companies/${company.publicToken}/reports/${name}?${query}`;
    const answer = await inner.runRequest({ method: 'GET', path, headers: {}, body: undefined });
    if (answer.status !== 200 || answer.body === null) {
      if (answer.body instanceof Readable) answer.body.destroy();
      return null;
    }
    return answer.body instanceof Readable ? readAll(answer.body) : Buffer.from(answer.body);
  };
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function buildValues(scene: Scene, files: readonly WrittenFile[]): Promise<Values> {
  const { kind, body, row, language, correspondence, author } = scene;
  const setting = { language, currency: row.currency };
  if (kind === 'document') return buildDocumentValues(correspondence!.document, correspondence!.bank, setting);
  if (kind === 'report') return { report: files.map(({ name }) => name.replace(/\.pdf$/, '')).join(', ') };
  if (kind === 'free') return {};
  const asOf = getStatementDate(scene);
  const span = { from: null, to: asOf, asOf };
  const totals = await readStatementTotals(author.services.pool, author.company.id, body.third_party_id!, span);
  return buildStatementValues(totals, asOf, setting);
}

function composeText({ kind, body, file, language }: Scene, values: Values) {
  const templateKind = getTemplateKind(kind);
  const template = templateKind ? getMailTemplate(file.mail, templateKind, language) : { subject: '', body: '' };
  const own = { subject: body.subject ?? template.subject, body: body.body ?? template.body };
  const problems = checkPlaceholders(templateKind ?? 'free', {
    ...(body.subject && { subject: body.subject }),
    ...(body.body && { body: body.body }),
  });
  return problems.length > 0 ? refuseInvalid(problems) : fillMailText(own, values);
}
