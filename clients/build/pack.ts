import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocument } from './document.ts';
import { packNpmPackages, type Release } from './npm-packages.ts';
import { packWheel } from './wheel.ts';

/** Builds all client packages, and returns the names of the files. */
export async function packClients(into: string): Promise<string[]> {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version, license } = JSON.parse(manifest) as Omit<Release, 'document'>;
  const release = { version, license, document: readDocument() };
  await mkdir(into, { recursive: true });
  const work = await mkdtemp(join(tmpdir(), 'grandlivre-clients-'));
  try {
    return [...(await packNpmPackages(release, work, into)), await packWheel(release, into)];
  } finally {
    await rm(work, { recursive: true });
  }
}
