import { refusalsOfRestoring, restoreDocument } from '../../commands/documents/keep-document.ts';
import { refuse } from '../../domain/refusal.ts';
import type { BinSource } from '../history/bin.ts';
import { ok } from '../http/reply/reply.ts';
import { Document, shownDocument } from './document.ts';
import { documentConflict } from './routes.ts';

/** Documents come back from the recycle bin as they were. */
export const documentBin: BinSource = {
  answer: Document,
  writtenBy: 'encoder',
  async restore(request, id) {
    const { services, company, write } = request;
    const refused = await restoreDocument(services, company.id, { id, baseVersion: write.baseVersion }, write);
    if (refused) return documentConflict(request, id, refused);
    const shown = await shownDocument(request, id);
    return shown ? ok(shown, { version: shown.version }) : refuse('not_found');
  },
  refusals: ({ services, company }, ids) => refusalsOfRestoring(services, company.id, ids),
  shown: async (request, id) => (await shownDocument(request, id)) ?? null,
};
