import type pg from 'pg';
import type { EventLog } from '../../eventlog/port.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { AlreadyUnderWay } from '../../projections/engine/exclusive-work.ts';
import { rebuildCompanyFile } from '../../projections/engine/rebuild-file.ts';
import { listPersonFiles } from '../../projections/persons/files.ts';
import { listOtherHolders } from '../../projections/persons/shared-files.ts';
import { markFilesErased } from '../../stores/persons/erased-files.ts';
import {
  forgetStreamState,
  listPendingErasures,
  markErasuresComplete,
  type PendingErasure,
} from '../../stores/persons/pending.ts';
import { purgeTexts } from '../../stores/persons/purge.ts';
import { collectPersonTexts } from '../../stores/persons/texts.ts';
import type { Vault } from '../../stores/vault/vault.ts';
import { listErasedKeyIds } from './erased-key-ids.ts';
import type { Toolbox } from '../support/toolbox.ts';

/**
 * Completes recorded erasures: destroys the keys, removes the texts from operational data and files, and rebuilds the
 * tables of the company file, in which everything that was encrypted with these keys is then missing. Every step can be
 * repeated, so that it can be interrupted at any moment.
 */

export interface ErasureToolbox extends Toolbox {
  readonly vault: Vault;
  readonly log: EventLog;
  readonly files: FileStore;
  readonly relaxedPool: pg.Pool;
}

/** Of one company file, or of all. Returns 'unfinished' if other work has to end first. */
export async function completeErasures(
  toolbox: ErasureToolbox,
  companyId: number | null = null,
): Promise<'finished' | 'unfinished'> {
  const pending = await listPendingErasures(toolbox.pool, companyId);
  for (const id of new Set(pending.map(({ company_id }) => company_id))) {
    const isDone = await completeFile(
      toolbox,
      id,
      pending.filter(({ company_id }) => company_id === id),
    );
    if (!isDone) return 'unfinished';
  }
  return 'finished';
}

async function completeFile(
  toolbox: ErasureToolbox,
  companyId: number,
  erasures: readonly PendingErasure[],
): Promise<boolean> {
  const { pool, relaxedPool, log, vault } = toolbox;
  const stream = `company-${companyId}`;
  const texts: string[] = [];
  for (const { third_party_id, part } of erasures)
    texts.push(...(await collectPersonTexts(pool, companyId, third_party_id, part)));
  // Before the keys: afterwards the texts can no longer be read, should this be interrupted.
  await purgeTexts(relaxedPool, companyId, texts);
  await eraseFiles(toolbox, companyId, erasures);
  for (const { third_party_id, part, keys, position } of erasures)
    await vault.destroyKeys([...keys, ...listErasedKeyIds(companyId, third_party_id, part)], position);
  await forgetStreamState(pool, stream);
  try {
    await rebuildCompanyFile(relaxedPool, log, companyId);
  } catch (error) {
    if (error instanceof AlreadyUnderWay) return false;
    throw error;
  }
  // What was written meanwhile.
  await purgeTexts(relaxedPool, companyId, texts);
  await forgetStreamState(pool, stream);
  await markErasuresComplete(pool, erasures);
  return true;
}

/** Files stay while they also belong to someone whose data are kept. */
async function eraseFiles(
  { pool, files }: ErasureToolbox,
  companyId: number,
  erasures: readonly PendingErasure[],
): Promise<void> {
  const ids = erasures.filter(({ part }) => part === 'all').map(({ third_party_id }) => third_party_id);
  if (ids.length === 0) return;
  const hashes = (await listPersonFiles(pool, companyId, ids)).map(({ sha256 }) => sha256);
  const held = await listOtherHolders(pool, companyId, ids, hashes);
  const erased = hashes.filter((hash) => !held.has(hash));
  await markFilesErased(pool, erased);
  for (const hash of erased) await files.remove('documents', hash);
}
