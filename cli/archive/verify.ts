import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readOrCreateAppKey } from '../../service/app-key.ts';
import { openHistory } from '../../commands/history/index.ts';
import { readConfig } from '../../configuration/config.ts';
import type { Core } from '../../service/core.ts';
import { verifyReadTables } from '../../projections/engine/verify.ts';
import type { Loaded } from './load.ts';

/** A check that a restored data folder must pass before use; returns null, or what is wrong. */
type Proof = (restored: Restored) => Promise<string | null>;

interface Restored {
  readonly core: Core;
  readonly dataDir: string;
  readonly loaded: Loaded;
}

const proofs: readonly Proof[] = [checkLogEnd, checkChains, checkTables, checkFileHashes];

/** @returns all problems found */
export async function verifyRestored(
  restored: Restored,
  onProgress: (text: string) => void,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const proof of proofs) {
    onProgress(`checking: ${proof.name}`);
    const found = await proof(restored);
    if (found !== null) wrong.push(found);
  }
  return wrong;
}

async function checkLogEnd({ core, loaded }: Restored): Promise<string | null> {
  const end = await core.log.readHead();
  return end === loaded.header.position ? null : `the log ends at ${end} instead of ${loaded.header.position}`;
}

/** Verifies the hash chain of every stream, and the heads signed before. */
async function checkChains({ core, dataDir }: Restored): Promise<string | null> {
  const key = readConfig(process.env).appKey ?? (await readOrCreateAppKey(dataDir));
  const chain = await openHistory(core, dataDir, key).verifyLog();
  if (chain.intact) return null;
  const [first] = chain.problems;
  return first
    ? `the chain of ${first.stream} breaks at revision ${first.revision}: ${first.reason}`
    : 'a chain breaks';
}

export async function checkTables({ core }: Pick<Restored, 'core'>): Promise<string | null> {
  const result = await verifyReadTables(core.relaxedPool, core.log);
  if (!result.equal) return `the table ${result.table} differs from the log at ${result.difference.key}`;
  const [held] = result.halted;
  return held ? `${held.stream} is halted at position ${held.position}: ${held.error}` : null;
}

async function checkFileHashes({ dataDir }: Restored): Promise<string | null> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const hash = createHash('sha256');
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
    if (hash.digest('hex') !== basename(path)) return `the content of the file ${entry.name} does not match its name`;
  }
  return null;
}
