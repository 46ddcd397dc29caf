import { loadAttachmentsByIds } from '../../projections/attachments/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { Attachment, presentAttachment } from './attachment.ts';
import { messages } from './messages.ts';
import { attachmentRoutes } from './routes.ts';

/** Supporting files of an entry. */
export const attachments = subject({
  routes: attachmentRoutes,
  messages,
  feed: {
    'entry-attachments': {
      answer: Attachment,
      async read({ services, company }, ids) {
        const rows = await loadAttachmentsByIds(services.pool, company.id, ids);
        return rows.map((row) => withDeletion(presentAttachment(row, company.publicToken, services.signedUrls), row));
      },
      isGoneForGood: true,
    },
  },
  feedOrder: { 'entry-attachments': 100 },
});
