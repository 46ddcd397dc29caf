import type { MailEvent } from '../../domain/mail/mail-events.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectQueued, projectSettled, projectTemplate } from './projector.ts';
import { mailAddresses, mailFiles, mails, mailTemplates, remindedLines } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';

const getTemplateKeys = ({ id }: { readonly id: number }) => [{ table: mailTemplates, key: [id] }];

export const subject = {
  tables: [mails, mailAddresses, mailFiles, remindedLines, mailTemplates],
  project: {
    MailsQueued: projectQueued,
    MailsSettled: projectSettled,
    ...handleEach(['MailTemplateSet', 'MailTemplateReset'], projectTemplate),
  },
  needs: {
    MailsSettled: ({ mails: settled }) => settled.map(({ id }) => ({ table: mails, key: [id] })),
    ...handleEach(['MailTemplateSet', 'MailTemplateReset'], getTemplateKeys),
  },
  labels: {
    mails: labelByColumns(mails, 'subject'),
    'mail-templates': labelByColumns(mailTemplates, 'kind', 'language'),
  },
} satisfies Subject<MailEvent>;
