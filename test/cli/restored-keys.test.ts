import { expect } from 'chai';
import { requireKeys, type KeysValues } from '../../cli/archive/restored-keys.ts';
import { rejection } from '../eventlog/contract/support.ts';

const HEADER = {
  kind: 'grandlivre-backup',
  format: 1,
  made_at: '2026-03-15T10:00:00.000Z',
  migrations: [],
  position: 7,
  event_id: null,
} as const;
const NOTHING: KeysValues = { keys: undefined, 'without-keys': false, erasures: undefined };
const HERE = { vaultDatabaseUrl: null, appKey: null };

describe('A restore', () => {
  const refuse = async (keys: number, values: Partial<KeysValues>): Promise<string> =>
    String(await rejection(requireKeys({ ...HEADER, keys }, { ...NOTHING, ...values }, HERE)));

  it('needs the keys, unless it is told to go without them', async () => {
    expect(await refuse(3, {})).to.match(/--keys FILE.*--without-keys/);
    await requireKeys({ ...HEADER, keys: 3 }, { ...NOTHING, 'without-keys': true }, HERE);
  });

  it('needs none for a vault of its own, nor for a backup of a version without keys', async () => {
    const elsewhere = { vaultDatabaseUrl: 'postgres://127.0.0.1/vault', appKey: null };
    await requireKeys({ ...HEADER, keys: 3 }, NOTHING, elsewhere);
    await requireKeys(HEADER, NOTHING, HERE);
  });

  it('refuses files that are not valid, and contradictory wishes', async () => {
    expect(await refuse(3, { keys: '/nowhere/books.keys' })).to.match(/cannot be read/);
    expect(await refuse(0, { erasures: ['/nowhere/list'] })).to.match(/cannot be read/);
    expect(await refuse(3, { keys: 'x', 'without-keys': true })).to.match(/either --keys or --without-keys/);
  });
});
