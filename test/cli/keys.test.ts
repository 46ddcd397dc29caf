import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadKeys, writeErasures, writeKeys } from '../../cli/keys/copy-keys.ts';
import { readKeysBackupState } from '../../stores/vault/key-archive.ts';
import { createLocalKeyWrap } from '../../stores/vault/key-wrap.ts';
import { openVault, type Vault } from '../../stores/vault/vault.ts';
import { rejection } from '../eventlog/contract/support.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const APP_KEY = 'the key of this service, long enough';
const ANNE = 'company-1/third-party-1/books';
const LUC = 'company-1/third-party-2/books';
const MIA = 'user-3';

describe('Keys that are backed up and restored', () => {
  const wrap = createLocalKeyWrap(APP_KEY);
  let folder: string;
  let from: TestDatabase;
  let to: TestDatabase;
  let vault: Vault;
  const at = (name: string): string => join(folder, name);
  const source = (position = 7) => ({ pool: from.pool, position });

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'grandlivre-keys-'));
    [from, to] = [await createTestDatabase(), await createTestDatabase()];
    vault = openVault({ pool: from.pool, wrap });
    await vault.createKeys([ANNE, LUC, MIA]);
  });
  after(async () => {
    vault.close();
    await Promise.all([from.drop(), to.drop()]);
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => to.pool.query('TRUNCATE vault.keys, vault.erasures, vault.backups'));

  const load = (keys: string | null, erasures: readonly string[] = []) =>
    loadKeys(to.pool, wrap, { keys: keys === null ? null : at(keys), erasures: erasures.map(at) });
  /** What each key of the restored vault opens of what the first one has sealed. */
  async function open(ids: readonly string[], sealed: ReadonlyMap<string, string>): Promise<(string | null)[]> {
    const restored = openVault({ pool: to.pool, wrap });
    try {
      const keys = await restored.loadKeys(ids);
      return ids.map((id) => keys.get(id)?.open(sealed.get(id)!, 'here') ?? null);
    } finally {
      restored.close();
    }
  }

  it('are missing in a backup until there is one, and then again with the next key', async () => {
    expect(await readKeysBackupState(from.pool)).to.deep.equal({ keys: 3, missing: 3, lastBackupAt: null });
    expect(await writeKeys(source(), at('first.keys'))).to.deep.include({ keys: 3, erasures: 0 });
    expect(await readKeysBackupState(from.pool)).to.deep.include({ keys: 3, missing: 0 });
    await vault.createKeys(['company-1/third-party-4/books']);
    expect(await readKeysBackupState(from.pool)).to.deep.include({ keys: 4, missing: 1 });
  });

  it('open what they have sealed, but never come back once they were destroyed', async () => {
    const sealed = new Map<string, string>();
    for (const [id, key] of await vault.loadKeys([ANNE, LUC, MIA])) sealed.set(id, key!.seal(`text of ${id}`, 'here'));
    expect(await load('first.keys')).to.deep.include({ keys: 3, left_out: 0, erasures: 0, position: 7 });
    expect(await open([ANNE, LUC, MIA], sealed)).to.deep.equal([ANNE, LUC, MIA].map((id) => `text of ${id}`));
    expect(await readKeysBackupState(to.pool), 'the file is a backup of the new vault').to.deep.include({ missing: 0 });

    await vault.destroyKeys([ANNE], 9);
    await writeKeys(source(9), at('second.keys'));
    expect(await writeErasures(source(9), at('list'))).to.deep.include({ keys: 0, erasures: 1 });
    await vault.destroyKeys([MIA], 12);
    await writeErasures(source(12), at('later-list'));

    // An older backup of the keys with a later list, into the vault that still has the keys.
    expect(await load('first.keys', ['list', 'later-list'])).to.deep.include({ keys: 0, erasures: 2, position: 12 });
    expect(await open([ANNE, LUC, MIA], sealed)).to.deep.equal([null, `text of ${LUC}`, null]);
    // Loading it again, without the lists, brings nothing back.
    expect(await load('first.keys')).to.deep.include({ keys: 0, left_out: 3 });
    expect(await open([ANNE, LUC, MIA], sealed)).to.deep.equal([null, `text of ${LUC}`, null]);
  });

  it('of a file with erasures are left out in an empty vault too', async () => {
    expect(await load('first.keys', ['later-list'])).to.deep.include({ keys: 1, left_out: 2, erasures: 2 });
    const { rows } = await to.pool.query('SELECT key_id, company_id, position FROM vault.erasures ORDER BY number');
    expect(rows).to.deep.equal([
      { key_id: ANNE, company_id: 1, position: 9 },
      { key_id: MIA, company_id: null, position: 12 },
    ]);
  });

  it('are refused as a whole if they were wrapped with another key of the service, or are not keys', async () => {
    const other = createLocalKeyWrap('another key of the service, long enough');
    const refused = await rejection(loadKeys(to.pool, other, { keys: at('first.keys'), erasures: [at('list')] }));
    expect(String(refused)).to.match(/wrapped with another APP_KEY/);
    expect(String(await rejection(load('list')))).to.match(/list of erasures and has no keys/);
    const { rows } = await to.pool.query('SELECT (SELECT count(*) FROM vault.keys)::int AS n FROM vault.erasures');
    expect(rows).to.deep.equal([]);
  });

  it('may be missing: a list of erasures alone destroys keys that the vault has', async () => {
    await load('first.keys');
    expect(await load(null, ['list'])).to.deep.include({ keys: 0, erasures: 1 });
    const { rows } = await to.pool.query('SELECT id FROM vault.keys WHERE wrapped IS NULL');
    expect(rows).to.deep.equal([{ id: ANNE }]);
  });
});
