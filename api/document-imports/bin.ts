import { trashOrRestoreImport } from '../../commands/document-imports/trash.ts';
import { refuse } from '../../domain/refusal.ts';
import type { BinSource } from '../history/bin.ts';
import { ok } from '../http/reply/reply.ts';
import { DocumentImport, findPresentedImport } from './import.ts';
import { withServerImport } from './routes.ts';

/** Imports are restored from the recycle bin unchanged; nothing can prevent it. */
export const importBin: BinSource = {
  answer: DocumentImport,
  writtenBy: 'encoder',
  async restore(request, id) {
    const { services, company, write } = request;
    const move = { importId: id, baseVersion: write.baseVersion };
    const refused = await trashOrRestoreImport(services, company.id, 'RestoreImport', move, write);
    if (refused) return withServerImport(request, id, refused);
    const shown = await findPresentedImport(request, id);
    return shown ? ok(shown, { version: shown.version }) : refuse('not_found');
  },
  refusals: () => Promise.resolve(new Map()),
  shown: async (request, id) => (await findPresentedImport(request, id)) ?? null,
};
