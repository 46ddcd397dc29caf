import { findRestoreRefusals, restoreDocument } from '../../commands/documents/keep-document.ts';
import { refuse } from '../../domain/refusal.ts';
import type { BinSource } from '../history/bin.ts';
import { ok } from '../http/reply/reply.ts';
import { Document, findPresentedDocument } from './document.ts';
import { withServerDocument } from './routes.ts';

/** Documents are restored from the recycle bin unchanged. */
export const documentBin: BinSource = {
  answer: Document,
  writtenBy: 'encoder',
  async restore(request, id) {
    const { services, company, write } = request;
    const refused = await restoreDocument(services, company.id, { id, baseVersion: write.baseVersion }, write);
    if (refused) return withServerDocument(request, id, refused);
    const shown = await findPresentedDocument(request, id);
    return shown ? ok(shown, { version: shown.version }) : refuse('not_found');
  },
  refusals: ({ services, company }, ids) => findRestoreRefusals(services, company.id, ids),
  shown: async (request, id) => (await findPresentedDocument(request, id)) ?? null,
};
