import { trashOrRestoreSepaFile } from '../../commands/sepa/move-file.ts';
import { findRestoreRefusal } from '../../domain/sepa/bin.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { findSepaFile } from '../../projections/sepa/queries.ts';
import type { BinSource } from '../history/bin.ts';
import { ok } from '../http/reply/reply.ts';
import { presentSepaFile, SepaFile } from './file.ts';
import { withCurrentSepaFile } from './routes.ts';

/** A SEPA file can be restored unless its items are in another file by now. */
export const sepaBin: BinSource = {
  answer: SepaFile,
  writtenBy: 'manager',
  async restore(request, id) {
    const { services, company, write } = request;
    const move = { type: 'RestoreSepaFile', id, baseVersion: write.baseVersion } as const;
    const refused = await trashOrRestoreSepaFile(services, company.id, move, write);
    if (refused) return withCurrentSepaFile(request, id, refused);
    const row = await findSepaFile(services.pool, company.id, id);
    return row ? ok(presentSepaFile(row), { version: row.version, recorded: true }) : refuse('not_found');
  },
  async refusals({ services, company }, ids) {
    const file = await services.commands.loadState('company', company.id);
    const refusals = new Map<number, Refusal>();
    for (const id of ids) {
      const refused = findRestoreRefusal(id, file);
      if (refused) refusals.set(id, refused);
    }
    return refusals;
  },
  async shown({ services, company }, id) {
    const row = await findSepaFile(services.pool, company.id, id);
    return row ? presentSepaFile(row) : null;
  },
};
