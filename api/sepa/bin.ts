import { moveSepaFile } from '../../commands/sepa/move-file.ts';
import { refusalOfReturn } from '../../domain/sepa/bin.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { findSepaFile } from '../../projections/sepa/queries.ts';
import type { BinSource } from '../history/bin.ts';
import { ok } from '../http/reply/reply.ts';
import { presentSepaFile, SepaFile } from './file.ts';
import { fileConflict } from './routes.ts';

/** A file of orders comes back unless what it pays is in another one by now. */
export const sepaBin: BinSource = {
  answer: SepaFile,
  writtenBy: 'manager',
  async restore(request, id) {
    const { services, company, write } = request;
    const move = { type: 'RestoreSepaFile', id, baseVersion: write.baseVersion } as const;
    const refused = await moveSepaFile(services, company.id, move, write);
    if (refused) return fileConflict(request, id, refused);
    const row = await findSepaFile(services.pool, company.id, id);
    return row ? ok(presentSepaFile(row), { version: row.version, recorded: true }) : refuse('not_found');
  },
  async refusals({ services, company }, ids) {
    const file = await services.commands.look('company', company.id);
    const refusals = new Map<number, Refusal>();
    for (const id of ids) {
      const refused = refusalOfReturn(id, file);
      if (refused) refusals.set(id, refused);
    }
    return refusals;
  },
  async shown({ services, company }, id) {
    const row = await findSepaFile(services.pool, company.id, id);
    return row ? presentSepaFile(row) : null;
  },
};
