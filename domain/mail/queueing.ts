import { splitIntoBatches } from '../batches.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { Language } from '../language.ts';
import { findLiveRecord } from '../records/state.ts';
import { refuse, refuseInvalid, type Decision, type Problem } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import type { MailKind } from './kinds.ts';
import type { MailAttachment, MailEvent, QueuedMail, ReminderFacts, WrittenLetter } from './mail-events.ts';
import { isVerifiedSender } from './senders.ts';

/** Queues mails for sending. */
export interface QueueMails {
  readonly type: 'QueueMails';
  readonly mails: readonly MailDraft[];
  /** Reminders for customers without an e-mail address. They are recorded, not sent. */
  readonly letters: readonly WrittenLetter[];
  /** Earlier recipients of the same subjects, with dates. Failed mails do not count. */
  readonly earlier: readonly EarlierMail[];
  /** The named documents that exist in the file. */
  readonly knownDocuments: ReadonlySet<number>;
}

export interface EarlierMail {
  readonly thing: string;
  readonly address: string;
  readonly on: PlainDate;
}

export interface MailDraft {
  readonly id: number;
  readonly kind: MailKind;
  readonly thing: string;
  readonly language: Language;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly body: string;
  readonly attachments: readonly MailAttachment[];
  readonly third_party_id: number | null;
  readonly document_id: number | null;
  /** Null: the address of the service. Any other sender must be verified. */
  readonly from: string | null;
  readonly reply_to: string | null;
  readonly reminder?: ReminderFacts;
  /** True: send again to people who already received it. */
  readonly isAgain?: boolean;
}

export const MOST_ADDRESSES = 50;

/** One plain address, without characters that could end it or start another address or a name. */
const ADDRESS = /^[^\s@<>(),;:"\\[\]\p{Cc}]{1,64}@[^\s@<>(),;:"\\[\]\p{Cc}]{1,190}$/u;

export const isAddress = (text: string): boolean => ADDRESS.test(text);

export function decideQueueing(command: QueueMails, file: CompanyFile): Decision<MailEvent> {
  const had = new Map<string, PlainDate>();
  for (const { thing, address, on } of command.earlier) had.set(buildRecipientKey(thing, address), on);
  const problems: Problem[] = [];
  const isOne = command.mails.length === 1;
  const mails = command.mails.map((draft, index) => {
    const toFieldPath = (name: string): string => (isOne ? name : `mails.${index}.${name}`);
    const to = dropDuplicates(draft.to, []);
    const cc = dropDuplicates(draft.cc, to);
    problems.push(...checkAddresses(draft, toFieldPath), ...checkReferences(draft, command, file, toFieldPath));
    if (!draft.isAgain)
      for (const [name, addresses] of [['to', draft.to] as const, ['cc', draft.cc] as const])
        for (const [place, address] of addresses.entries()) {
          const date = had.get(buildRecipientKey(draft.thing, address));
          if (date !== undefined)
            problems.push({
              code: 'mail_already_sent',
              field: toFieldPath(`${name}.${place}`),
              params: { address, date },
            });
        }
    for (const address of [...to, ...cc]) had.set(buildRecipientKey(draft.thing, address), '');
    return toQueuedMail(draft, to, cc);
  });
  problems.push(...checkLetters(command.letters, file));
  if (problems.length > 0) return refuseInvalid(problems);
  const unverified = mails.find(({ from }) => from !== undefined && !isVerifiedSender(file.mail.senders, from));
  if (unverified) return refuse('sender_not_verified', { params: { address: unverified.from! } });
  return [
    ...splitIntoBatches(mails).map((some) => ({ type: 'MailsQueued' as const, data: { mails: some } })),
    ...splitIntoBatches(command.letters).map((some) => ({
      type: 'ReminderLettersWritten' as const,
      data: { letters: some },
    })),
  ];
}

const checkLetters = (letters: readonly WrittenLetter[], file: CompanyFile): readonly Problem[] =>
  letters.flatMap(({ third_party_id }, index) =>
    findLiveRecord(file.records, thirdParties, third_party_id)
      ? []
      : [{ code: 'third_party_unknown', field: `letters.${index}.third_party_id` }],
  );

/** Ignores case, so that no one is written to twice. */
export const buildRecipientKey = (thing: string, address: string): string => `${thing}\n${address.toLowerCase()}`;

function dropDuplicates(addresses: readonly string[], others: readonly string[]): readonly string[] {
  const seen = new Set(others.map((address) => address.toLowerCase()));
  return addresses.filter((address) => {
    const key = address.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function checkAddresses({ to, cc }: MailDraft, at: (name: string) => string): readonly Problem[] {
  const checkList = (name: string, addresses: readonly string[]): readonly Problem[] =>
    addresses.flatMap((address, place) =>
      isAddress(address) ? [] : [{ code: 'not_an_email', field: at(`${name}.${place}`) }],
    );
  return [
    ...(to.length === 0 ? [{ code: 'mail_address_missing', field: at('to') }] : []),
    ...(to.length + cc.length > MOST_ADDRESSES
      ? [{ code: 'list_too_long', field: at('to'), params: { max: MOST_ADDRESSES } }]
      : []),
    ...checkList('to', to),
    ...checkList('cc', cc),
  ];
}

function checkReferences(
  { third_party_id, document_id }: MailDraft,
  { knownDocuments }: QueueMails,
  file: CompanyFile,
  at: (name: string) => string,
): readonly Problem[] {
  const isUnknown = third_party_id !== null && !findLiveRecord(file.records, thirdParties, third_party_id);
  return [
    ...(isUnknown ? [{ code: 'third_party_unknown', field: at('third_party_id') }] : []),
    ...(document_id !== null && !knownDocuments.has(document_id)
      ? [{ code: 'document_unknown', field: at('document_id') }]
      : []),
  ];
}

function toQueuedMail(draft: MailDraft, to: readonly string[], cc: readonly string[]): QueuedMail {
  const { id, kind, thing, language, subject, body, attachments } = draft;
  const { third_party_id, document_id, from, reply_to, reminder } = draft;
  return {
    id,
    kind,
    thing,
    language,
    to,
    cc,
    subject,
    body,
    attachments,
    ...(third_party_id !== null && { third_party_id }),
    ...(document_id !== null && { document_id }),
    ...(from !== null && { from }),
    ...(reply_to !== null && { reply_to }),
    ...(reminder && { reminder }),
  };
}
