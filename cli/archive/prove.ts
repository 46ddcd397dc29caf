import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { followChain } from '../../commands/support/verify-chain.ts';
import type { Core } from '../../core.ts';
import { verify } from '../../projections/engine/verify.ts';
import type { Loaded } from './load.ts';

/** What a restored data folder must show before anyone relies on it; null, or what is wrong. */
type Proof = (restored: Restored) => Promise<string | null>;

interface Restored {
  readonly core: Core;
  readonly dataDir: string;
  readonly loaded: Loaded;
}

const proofs: readonly Proof[] = [logIsWhole, chainsHold, tablesFollow, filesAreTheirNames];

/** @returns everything that is wrong */
export async function prove(restored: Restored, onProgress: (text: string) => void): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const proof of proofs) {
    onProgress(`checking: ${proof.name}`);
    const found = await proof(restored);
    if (found !== null) wrong.push(found);
  }
  return wrong;
}

async function logIsWhole({ core, loaded }: Restored): Promise<string | null> {
  const end = await core.log.head();
  return end === loaded.header.position ? null : `the log ends at ${end}, not at ${loaded.header.position}`;
}

async function chainsHold({ core }: Restored): Promise<string | null> {
  const chains = new Map<string, ReturnType<typeof followChain>>();
  for await (const events of core.log.readAll(-1, 200)) {
    for (const event of events) {
      let check = chains.get(event.stream);
      if (!check) chains.set(event.stream, (check = followChain()));
      const reason = check(event);
      if (reason !== null) return `the chain of ${event.stream} breaks at revision ${event.revision}: ${reason}`;
    }
  }
  return null;
}

async function tablesFollow({ core }: Restored): Promise<string | null> {
  const result = await verify(core.relaxedPool, core.log);
  if (!result.equal) return `the table ${result.table} differs from the log at ${result.difference.key}`;
  const [held] = result.halted;
  return held ? `${held.stream} is held at position ${held.position}: ${held.error}` : null;
}

async function filesAreTheirNames({ dataDir }: Restored): Promise<string | null> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const hash = createHash('sha256');
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
    if (hash.digest('hex') !== basename(path)) return `the file ${entry.name} does not contain what its name says`;
  }
  return null;
}
