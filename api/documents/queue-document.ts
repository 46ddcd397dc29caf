import type { QuotaToolbox } from '../../commands/mail/quota.ts';
import type { LookupToolbox } from '../../commands/peppol/toolbox.ts';
import type { QueueDocument } from '../../commands/recurring-entries/deliver.ts';
import { refuse } from '../../domain/refusal.ts';
import { queueDocumentMail } from './send-by-mail.ts';
import { queueOnPeppol, queueOnPlatform } from './send-by-network.ts';

export interface QueueTools extends LookupToolbox, QuotaToolbox {
  /** Whether a mail server is configured. */
  readonly hasMail: boolean;
}

/** Queues documents for jobs: in the name of the company, and never twice. */
export const createDocumentQueue =
  (tools: QueueTools): QueueDocument =>
  (companyId, { documentId, channel, language, messagesIn }, context) => {
    const asked = { documentId, to: null, isForced: false, isOnlyOnce: true };
    if (channel === 'mail') {
      if (!tools.hasMail) return Promise.resolve(refuse('mail_not_configured'));
      const author = { services: tools, company: { id: companyId }, caller: null };
      return queueDocumentMail(author, { ...asked, language }, context);
    }
    const queue = channel === 'peppol' ? queueOnPeppol : queueOnPlatform;
    const printed = { baseVersion: null, language: messagesIn, printedIn: language };
    return queue(tools, companyId, { ...asked, ...printed }, context);
  };
