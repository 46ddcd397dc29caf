import { readMailSendersByIds, readMailsByIds, readMailTemplatesByIds } from '../../projections/mail/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { Mail, presentMail } from './mail.ts';
import { messages } from './messages.ts';
import { reminderRoutes } from './reminder-routes.ts';
import { mailRoutes } from './routes.ts';
import { FedSender, presentFedSender, senderRoutes } from './sender-routes.ts';
import { FedTemplate, templateRoutes, presentFedTemplate } from './template-routes.ts';

/** Mails to third parties, their templates and senders, and payment reminders. */
export const mail = subject({
  areas: { mail: 'Outgoing mail and reminders.' },
  routes: [...mailRoutes, ...templateRoutes, ...reminderRoutes, ...senderRoutes],
  messages,
  feed: {
    mails: {
      answer: Mail,
      async read({ services, company, language }, ids) {
        const rows = await readMailsByIds(services.pool, company.id, ids);
        return rows.map((row) => presentMail(row, language));
      },
    },
    'mail-templates': {
      answer: FedTemplate,
      async read({ services, company }, ids) {
        return (await readMailTemplatesByIds(services.pool, company.id, ids)).map(presentFedTemplate);
      },
    },
    'mail-senders': {
      answer: FedSender,
      async read({ services, company }, ids) {
        const rows = await readMailSendersByIds(services.pool, company.id, ids);
        return rows.map((row) => withDeletion(presentFedSender(row), row));
      },
      isGoneForGood: true,
    },
  },
});
