import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createArchive, readArchive, readWholeBody, type BackupRecord } from '../../cli/archive/format.ts';
import { requireEmptyFolder } from '../../cli/archive/load.ts';
import { rejection } from '../eventlog/contract/support.ts';

const HEADER = {
  kind: 'grandlivre-backup',
  format: 1,
  made_at: '2026-03-15T10:00:00.000Z',
  migrations: ['0001-log'],
  position: 7,
  event_id: null,
} as const;

describe('The file of a backup', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'grandlivre-archive-'));
    path = join(folder, 'backup');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function write(bodies: readonly Buffer[]): Promise<void> {
    const archive = await createArchive(path);
    await archive.write(HEADER);
    for (const body of bodies) await archive.write({ kind: 'file', path: 'files/x', bytes: body.length }, body);
    await archive.write({ kind: 'end', events: 0, files: bodies.length });
    await archive.finish();
  }
  async function read(): Promise<[BackupRecord['kind'], string][]> {
    const found: [BackupRecord['kind'], string][] = [];
    for await (const { record, readBody } of readArchive(path))
      found.push([record.kind, (await readWholeBody(readBody())).toString('latin1')]);
    return found;
  }

  it('gives back what was put in, whatever it contains', async () => {
    const bodies = [Buffer.from('a\nb\0é'), Buffer.alloc(0), Buffer.from('\n'.repeat(200_000))];
    await write(bodies);
    expect(await read()).to.deep.equal([
      ['grandlivre-backup', ''],
      ...bodies.map((body) => ['file', body.toString('latin1')]),
      ['end', ''],
    ]);
  });

  it('goes on with the next record when a body was not read', async () => {
    await write([Buffer.from('skipped'), Buffer.from('skipped too')]);
    const kinds: string[] = [];
    for await (const { record } of readArchive(path)) kinds.push(record.kind);
    expect(kinds).to.deep.equal(['grandlivre-backup', 'file', 'file', 'end']);
  });

  it('is refused when it breaks off, is something else, or ends without its end', async () => {
    await write([Buffer.from('content')]);
    const whole = readFileSync(path);
    truncateSync(path, whole.length - 12);
    expect(String(await rejection(read()))).to.match(/backup/);
    writeFileSync(path, 'no backup');
    expect(String(await rejection(read()))).to.match(/cannot be read as a backup/);
    writeFileSync(path, gzipSync('{"kind":"other"}\n'));
    expect(String(await rejection(read()))).to.match(/not a Grandlivre backup/);
    writeFileSync(path, gzipSync(`${JSON.stringify(HEADER)}\n`));
    expect(String(await rejection(read()))).to.match(/breaks off/);
  });

  it('is not written over another one, nor restored into a folder that holds something', async () => {
    writeFileSync(`${path}.part`, '');
    expect(String(await rejection(createArchive(path)))).to.match(/Cannot write/);
    expect(String(await rejection(requireEmptyFolder(folder)))).to.match(/is not empty/);
    await requireEmptyFolder(join(folder, 'new'));
  });
});
