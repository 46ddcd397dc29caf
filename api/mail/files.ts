import type pg from 'pg';
import type { ClaimedMail } from '../../stores/mail/attempts.ts';
import { readInSnapshot } from '../../database/snapshot.ts';
import { toBookDate } from '../../domain/dates.ts';
import { isLanguage, type Language } from '../../domain/language.ts';
import type { MailAttachment, ReminderFacts } from '../../domain/mail/mail-events.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { FileStore } from '../../outside/files/index.ts';
import type { OutgoingMail } from '../../outside/mail/message.ts';
import { loadAttachmentsByIds } from '../../projections/attachments/queries.ts';
import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import type { MailRow } from '../../projections/mail/queries.ts';
import { findRecord } from '../../projections/records/queries.ts';
import { findBankAccount, findCorrespondence } from '../documents/parties.ts';
import { buildPrintedCorrespondence } from '../documents/printed-correspondence.ts';
import type { TableDocument } from '../exports/document.ts';
import { writeInThread } from '../exports/writer-thread.ts';
import { toCompanyParty, readLogo, toThirdPartyParty } from '../third-parties/statement-parties.ts';
import { buildStatementDocument } from '../third-parties/statement-document.ts';
import { readStatement } from '../third-parties/statement.ts';
import { buildReminderDocument } from './reminder-document.ts';

/** Attachments of mails. */

export interface Sources {
  readonly pool: pg.Pool;
  readonly files: FileStore;
}

export interface MadeFile {
  readonly name: string;
  readonly mime: string;
  readonly content: Uint8Array;
}

const PDF = 'application/pdf';

const printToPdf = async (document: TableDocument, title = document.fileName): Promise<MadeFile> => ({
  name: `${title}.pdf`.replace(/[/\\:*?"<>|\p{Cc}]+/gu, '-'),
  mime: PDF,
  content: await writeInThread('PDF', document),
});

/** Null if the document does not exist. */
export async function buildDocumentFile(
  { pool, files }: Sources,
  companyId: number,
  id: number,
  language: Language | null,
): Promise<MadeFile | null> {
  const found = await findCorrespondence(pool, companyId, id);
  return found ? printToPdf(await buildPrintedCorrespondence(found, language ?? found.language, files)) : null;
}

export async function buildStatementFile(
  { pool, files }: Sources,
  companyId: number,
  thirdPartyId: number,
  asOf: string,
  language: Language,
): Promise<MadeFile | null> {
  const given = { services: { pool, files }, company: { id: companyId }, params: { id: thirdPartyId } };
  const span = { from: null, to: asOf, asOf };
  const read = await readInSnapshot(pool, (snapshot) =>
    readStatement(snapshot, { ...given, query: { lang: language }, language }, span, 'PDF'),
  );
  return isRefusal(read) ? null : printToPdf(buildStatementDocument(read.statement));
}

export async function readStoredFile(
  { pool, files }: Sources,
  companyId: number,
  id: number,
): Promise<MadeFile | null> {
  const [row] = await loadAttachmentsByIds(pool, companyId, [id]);
  const content = row?.deleted_at === null ? await files.read('documents', row.sha256) : null;
  return content ? { name: row!.name, mime: row!.mime, content } : null;
}

async function buildReminderFile(
  { pool, files }: Sources,
  companyId: number,
  thirdPartyId: number,
  { reminder, letter }: { readonly reminder: ReminderFacts; readonly letter: string },
  language: Language,
): Promise<MadeFile | null> {
  const [[company], thirdParty, bank] = await Promise.all([
    loadCompaniesByIds(pool, [companyId]),
    findRecord(pool, thirdParties, companyId, thirdPartyId),
    findBankAccount(pool, companyId),
  ]);
  if (!company || !thirdParty) return null;
  const own = toCompanyParty(company, language).party;
  const { party, details } = toThirdPartyParty(thirdParty, company, language);
  const is_business = (thirdParty['vat_number'] ?? thirdParty['enterprise_number'] ?? null) !== null;
  return printToPdf(
    buildReminderDocument({
      reminder,
      letter,
      language,
      bank,
      currency: company.currency,
      recipient: party,
      country: company.country_pack as 'BE' | 'FR' | 'LU',
      sender: { ...own, logo: await readLogo(company, files) },
      customer: { code: details.code, is_business },
    }),
  );
}

/** The reminder as recorded, with the text of its mail. Null if the mail is not a reminder. */
export async function buildReminderFileOfMail(
  sources: Sources,
  companyId: number,
  mail: Pick<MailRow, 'reminder' | 'third_party_id' | 'body' | 'language'>,
): Promise<MadeFile | null> {
  const { reminder, third_party_id: thirdPartyId, body: letter, language } = mail;
  if (!reminder || thirdPartyId === null) return null;
  return buildReminderFile(sources, companyId, thirdPartyId, { reminder, letter }, language);
}

/** Attachments of a mail about to be sent; null if one of them no longer exists. */
export const createAttachmentLoader =
  (sources: Sources) =>
  async (mail: ClaimedMail): Promise<OutgoingMail['attachments'] | null> => {
    const made: MadeFile[] = [];
    for (const attachment of mail.attachments) {
      const file = await loadAttachment(sources, mail, attachment);
      if (!file) return null;
      made.push({ ...file, name: attachment.name });
    }
    return made;
  };

async function loadAttachment(
  sources: Sources,
  mail: ClaimedMail,
  attachment: MailAttachment,
): Promise<MadeFile | null> {
  const { company_id: companyId, created_at } = mail;
  const language = isLanguage(mail.language) ? mail.language : 'fr';
  const { type, id, name, sha256, mime = PDF } = attachment;
  if (sha256 !== undefined) {
    const content = await sources.files.read('documents', sha256);
    return content && { name, mime, content };
  }
  if (type === 'reminder') return buildReminderFileOfMail(sources, companyId, { ...mail, language });
  if (id === null) return null;
  if (type === 'document') return buildDocumentFile(sources, companyId, id, language);
  if (type === 'file') return readStoredFile(sources, companyId, id);
  return type === 'statement'
    ? buildStatementFile(sources, companyId, id, toBookDate(new Date(created_at)), language)
    : null;
}
