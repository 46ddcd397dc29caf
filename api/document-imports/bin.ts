import { moveImport } from '../../commands/document-imports/trash.ts';
import { refuse } from '../../domain/refusal.ts';
import type { BinSource } from '../history/bin.ts';
import { ok } from '../http/reply/reply.ts';
import { DocumentImport, shownImport } from './import.ts';
import { importConflict } from './routes.ts';

/** Imports come back from the recycle bin as they were; nothing ever stands in their way. */
export const importBin: BinSource = {
  answer: DocumentImport,
  writtenBy: 'encoder',
  async restore(request, id) {
    const { services, company, write } = request;
    const move = { importId: id, baseVersion: write.baseVersion };
    const refused = await moveImport(services, company.id, 'RestoreImport', move, write);
    if (refused) return importConflict(request, id, refused);
    const shown = await shownImport(request, id);
    return shown ? ok(shown, { version: shown.version }) : refuse('not_found');
  },
  refusals: () => Promise.resolve(new Map()),
  shown: async (request, id) => (await shownImport(request, id)) ?? null,
};
