import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkKeysFile, readKeysFile, writeKeysFile, type KeysRecord } from '../../cli/keys/keys-file.ts';
import { rejection } from '../eventlog/contract/support.ts';

const RECORDS: readonly KeysRecord[] = [
  { kind: 'erasure', erasure: { key_id: 'user-3', company_id: null, position: 4, erased_at: '2026-01-02T00:00:00Z' } },
  { kind: 'key', key: { id: 'user-1', wrapped: 'AAEC', created_at: '2026-01-01T00:00:00Z' } },
  { kind: 'key', key: { id: 'user-2', wrapped: 'AwQF', created_at: '2026-01-01T00:00:00Z' } },
];
const HEADER = { kind: 'grandlivre-keys', made_at: '2026-03-15T10:00:00.000Z', position: 9 } as const;

async function* give(): AsyncGenerator<KeysRecord> {
  yield* RECORDS;
}

describe('The file of a keys backup', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'grandlivre-keys-'));
    path = join(folder, 'books.keys');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('gives back its keys and erasures, and only its owner can read it', async () => {
    expect(await writeKeysFile(path, HEADER, give())).to.deep.equal({ keys: 2, erasures: 1 });
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    expect(await checkKeysFile(path)).to.deep.include({ ...HEADER, keys: 2, erasures: 1 });
    const found: KeysRecord[] = [];
    for await (const record of readKeysFile(path)) found.push(record);
    expect(found).to.deep.equal(RECORDS);
  });

  it('is refused if anything in it was changed, removed or added', async () => {
    await writeKeysFile(path, HEADER, give());
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const damaged = [
      lines.with(1, lines[1]!.replace('user-3', 'user-4')),
      lines.toSpliced(1, 1),
      [...lines, lines[2]!],
      lines.slice(0, -1),
    ];
    for (const each of damaged) {
      writeFileSync(path, `${each.join('\n')}\n`);
      expect(String(await rejection(checkKeysFile(path)))).to.match(/damaged|incomplete/);
    }
    for (const text of ['', 'something else\n', '{"kind":"other"}\n']) {
      writeFileSync(path, text);
      expect(String(await rejection(checkKeysFile(path)))).to.match(/not a backup of keys/);
    }
    expect(String(await rejection(checkKeysFile(join(folder, 'nowhere'))))).to.match(/cannot be read/);
  });
});
