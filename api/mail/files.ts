import type pg from 'pg';
import type { ClaimedMail } from '../../stores/mail/attempts.ts';
import { inSnapshot } from '../../database/snapshot.ts';
import { bookDate } from '../../domain/dates.ts';
import { isLanguage, type Language } from '../../domain/language.ts';
import type { MailAttachment, ReminderFacts } from '../../domain/mail/mail-events.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { FileStore } from '../../outside/files/index.ts';
import type { OutgoingMail } from '../../outside/mail/message.ts';
import { attachmentsByIds } from '../../projections/attachments/queries.ts';
import { companiesByIds } from '../../projections/companies/queries.ts';
import { findRecord } from '../../projections/records/queries.ts';
import { bankOf, correspondenceOf } from '../documents/parties.ts';
import { printedCorrespondence } from '../documents/printed-correspondence.ts';
import type { TableDocument } from '../exports/document.ts';
import { writeInThread } from '../exports/writer-thread.ts';
import { companyParty, logoOf, thirdPartyParty } from '../third-parties/statement-parties.ts';
import { statementDocument } from '../third-parties/statement-document.ts';
import { readStatement } from '../third-parties/statement.ts';
import { reminderDocument } from './reminder-document.ts';

/** The files that mails bring along. */

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

const printed = async (document: TableDocument, title = document.fileName): Promise<MadeFile> => ({
  name: `${title}.pdf`.replace(/[/\\:*?"<>|\p{Cc}]+/gu, '-'),
  mime: PDF,
  content: await writeInThread('PDF', document),
});

/** Null when there is no such document. */
export async function documentFile(
  { pool, files }: Sources,
  companyId: number,
  id: number,
  language: Language | null,
): Promise<MadeFile | null> {
  const found = await correspondenceOf(pool, companyId, id);
  return found ? printed(await printedCorrespondence(found, language ?? found.language, files)) : null;
}

export async function statementFile(
  { pool, files }: Sources,
  companyId: number,
  thirdPartyId: number,
  asOf: string,
  language: Language,
): Promise<MadeFile | null> {
  const given = { services: { pool, files }, company: { id: companyId }, params: { id: thirdPartyId } };
  const span = { from: null, to: asOf, asOf };
  const read = await inSnapshot(pool, (snapshot) =>
    readStatement(snapshot, { ...given, query: { lang: language }, language }, span, 'PDF'),
  );
  return isRefusal(read) ? null : printed(statementDocument(read.statement));
}

export async function keptFile({ pool, files }: Sources, companyId: number, id: number): Promise<MadeFile | null> {
  const [row] = await attachmentsByIds(pool, companyId, [id]);
  const content = row?.deleted_at === null ? await files.read('documents', row.sha256) : null;
  return content ? { name: row!.name, mime: row!.mime, content } : null;
}

export async function reminderFile(
  { pool, files }: Sources,
  companyId: number,
  thirdPartyId: number,
  reminder: ReminderFacts,
  language: Language,
): Promise<MadeFile | null> {
  const [[company], thirdParty, bank] = await Promise.all([
    companiesByIds(pool, [companyId]),
    findRecord(pool, thirdParties, companyId, thirdPartyId),
    bankOf(pool, companyId),
  ]);
  if (!company || !thirdParty) return null;
  const own = companyParty(company, language).party;
  const { party, details } = thirdPartyParty(thirdParty, company, language);
  const is_business = (thirdParty['vat_number'] ?? thirdParty['enterprise_number'] ?? null) !== null;
  return printed(
    reminderDocument({
      ...{ reminder, language, bank, currency: company.currency, recipient: party },
      country: company.country_pack as 'BE' | 'FR' | 'LU',
      sender: { ...own, logo: await logoOf(company, files) },
      customer: { code: details.code, is_business },
    }),
  );
}

/** What a mail that goes out now brings along; null when something of it is no more. */
export const filesOfMail =
  (sources: Sources) =>
  async (mail: ClaimedMail): Promise<OutgoingMail['attachments'] | null> => {
    const made: MadeFile[] = [];
    for (const attachment of mail.attachments) {
      const file = await fileOf(sources, mail, attachment);
      if (!file) return null;
      made.push({ ...file, name: attachment.name });
    }
    return made;
  };

async function fileOf(sources: Sources, mail: ClaimedMail, attachment: MailAttachment): Promise<MadeFile | null> {
  const { company_id: companyId, third_party_id: thirdPartyId, reminder, created_at } = mail;
  const language = isLanguage(mail.language) ? mail.language : 'fr';
  const { type, id, name, sha256, mime = PDF } = attachment;
  if (sha256 !== undefined) {
    const content = await sources.files.read('documents', sha256);
    return content && { name, mime, content };
  }
  if (type === 'reminder')
    return reminder && thirdPartyId !== null
      ? reminderFile(sources, companyId, thirdPartyId, reminder, language)
      : null;
  if (id === null) return null;
  if (type === 'document') return documentFile(sources, companyId, id, language);
  if (type === 'file') return keptFile(sources, companyId, id);
  return type === 'statement' ? statementFile(sources, companyId, id, bookDate(new Date(created_at)), language) : null;
}
