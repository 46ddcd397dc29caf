import { findRestoreRefusals, trashOrRestore } from '../../commands/history/trash-or-restore.ts';
import { sepaBin } from '../../domain/sepa/bin.ts';
import { findSepaFile } from '../../projections/sepa/queries.ts';
import { createBin } from '../history/bin.ts';
import { presentSepaFile, SepaFile } from './file.ts';

/** A SEPA file can be restored unless its items are in another file by now. */
export const sepaTrash = createBin({
  answer: SepaFile,
  writtenBy: 'manager',
  async find({ services, company }, id) {
    const row = await findSepaFile(services.pool, company.id, id);
    return row && presentSepaFile(row);
  },
  trash: ({ services, company, write }, id) =>
    trashOrRestore(services, company.id, { type: 'TrashSepaFile', id, baseVersion: write.baseVersion }, write),
  restore: ({ services, company, write }, id) =>
    trashOrRestore(services, company.id, { type: 'RestoreSepaFile', id, baseVersion: write.baseVersion }, write),
  refusals: ({ services, company }, ids) => findRestoreRefusals(services, company.id, sepaBin, ids),
});
