import type { MailEvent } from '../../domain/mail/mail-events.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectLetters, projectQueued, projectSender, projectSettled, projectTemplate } from './projector.ts';
import { mailAddresses, mailFiles, mails, mailSenders, mailTemplates, remindedLines } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { readMailUndoFacts } from './undo-facts.ts';

const getTemplateKeys = ({ id }: { readonly id: number }) => [{ table: mailTemplates, key: [id] }];
const getSenderKeys = ({ id }: { readonly id: number }) => [{ table: mailSenders, key: [id] }];

export const subject = {
  tables: [mails, mailAddresses, mailFiles, remindedLines, mailTemplates, mailSenders],
  project: {
    MailsQueued: projectQueued,
    ReminderLettersWritten: projectLetters,
    MailsSettled: projectSettled,
    ...handleEach(['MailTemplateSet', 'MailTemplateReset'], projectTemplate),
    ...handleEach(['MailSenderVerified', 'MailSenderRemoved'], projectSender),
  },
  needs: {
    MailsSettled: ({ mails: settled }) => settled.map(({ id }) => ({ table: mails, key: [id] })),
    ...handleEach(['MailTemplateSet', 'MailTemplateReset'], getTemplateKeys),
    ...handleEach(['MailSenderVerified', 'MailSenderRemoved'], getSenderKeys),
  },
  labels: {
    mails: labelByColumns(mails, 'subject'),
    'mail-templates': labelByColumns(mailTemplates, 'kind', 'language'),
    'mail-senders': labelByColumns(mailSenders, 'name'),
  },
  readUndoFactsOfEntries: readMailUndoFacts,
} satisfies Subject<MailEvent>;
