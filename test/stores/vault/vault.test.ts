import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { createLocalKeyWrap } from '../../../stores/vault/key-wrap.ts';
import { createPersonalKey, type PersonalKey } from '../../../stores/vault/personal-key.ts';
import { openVault, VaultKeyMismatch, type Vault } from '../../../stores/vault/vault.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

describe('the key of a person', () => {
  const createKey = (): PersonalKey => createPersonalKey('company-1/third-party-1/books', randomBytes(32));

  it('opens what it has sealed, and gives the same bytes for the same value at the same place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
        const key = createKey();
        const sealed = key.seal(text, place);
        expect(key.open(sealed, place)).to.equal(text);
        expect(key.seal(text, place)).to.equal(sealed);
      }),
      { numRuns: 30 },
    );
  });

  it('opens nothing that is damaged, of another place or of another key', () => {
    const key = createKey();
    const sealed = key.seal('Anne Dupont', 'event 1, name');
    expect(key.open(sealed, 'event 2, name')).to.equal(null);
    expect(createKey().open(sealed, 'event 1, name')).to.equal(null);
    expect(key.open(sealed.slice(0, -8), 'event 1, name')).to.equal(null);
    expect(key.open('', 'event 1, name')).to.equal(null);
  });

  it('never uses a nonce for two values', () => {
    const key = createKey();
    const nonces = ['Anne', 'Luc'].map((name) =>
      Buffer.from(key.seal(name, 'event 1, name'), 'base64').subarray(0, 12),
    );
    expect(nonces[0]!.equals(nonces[1]!)).to.equal(false);
  });
});

describe('the vault', () => {
  const wrap = createLocalKeyWrap('the key of this service, long enough');
  let database: TestDatabase;
  let vault: Vault;
  let other: Vault;

  before(async () => {
    database = await createTestDatabase();
    vault = openVault({ pool: database.pool, wrap });
    other = openVault({ pool: database.pool, wrap });
  });
  after(async () => {
    vault.close();
    other.close();
    await database.drop();
  });

  it('gives two processes that create a key at once the same one', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `company-1/third-party-${index}/books`);
    const [one, two] = await Promise.all([vault.createKeys(ids), other.createKeys([...ids].reverse())]);
    for (const id of ids) expect(two.get(id)!.open(one.get(id)!.seal('Anne', 'here'), 'here')).to.equal('Anne');
  });

  it('unwraps no key that it has just made, and makes none that exists', async () => {
    let unwrapped = 0;
    const counted = openVault({
      pool: database.pool,
      wrap: { ...wrap, unwrap: (keys) => ((unwrapped += keys.length), wrap.unwrap(keys)) },
    });
    const ids = ['company-2/third-party-1/books', 'company-2/third-party-2/books'];
    const made = await counted.createKeys(ids);
    expect(unwrapped).to.equal(0);
    const again = await counted.createKeys(ids);
    counted.close();
    expect(unwrapped).to.equal(2);
    const stored = await other.loadKeys(ids);
    for (const id of ids)
      for (const keys of [again, stored])
        expect(keys.get(id)!.open(made.get(id)!.seal('Anne', 'here'), 'here')).to.equal('Anne');
    expect(made.get(ids[0]!)!.open(made.get(ids[1]!)!.seal('Anne', 'here'), 'here')).to.equal(null);
  });

  it('stores no key in clear, and says which setting is wrong if keys cannot be opened', async () => {
    await vault.createKeys(['user-1']);
    const elsewhere = openVault({ pool: database.pool, wrap: createLocalKeyWrap('another key, that is long enough') });
    const error = await elsewhere.loadKeys(['user-1']).catch((thrown: unknown) => thrown);
    elsewhere.close();
    expect(error).to.be.instanceOf(VaultKeyMismatch);
    expect((error as Error).message).to.include('APP_KEY');
  });

  it('accepts a wrapped key only under its own id', async () => {
    await vault.createKeys(['user-2', 'user-3']);
    await database.pool.query(
      `UPDATE vault.keys SET wrapped = (SELECT wrapped FROM vault.keys WHERE id = 'user-2') WHERE id = 'user-3'`,
    );
    expect(await other.loadKeys(['user-3']).catch((thrown: unknown) => thrown)).to.be.instanceOf(VaultKeyMismatch);
  });

  it('has keys in memory after they were loaded or created', async () => {
    expect(vault.findKey('user-10')).to.equal(undefined);
    await vault.createKeys(['user-10']);
    expect(vault.findKey('user-10')).to.not.equal(undefined);
    expect((await other.loadKeys(['user-10', 'user-11'])).get('user-11')).to.equal(null);
    expect(other.findKey('user-10')).to.not.equal(undefined);
    expect(other.findKey('user-11'), 'a key that may still be created').to.equal(undefined);
  });

  it('destroys keys for good, in every process, and lists the erasures', async () => {
    const ids = ['company-7/third-party-1/books', 'company-7/third-party-1/contact'];
    await vault.createKeys(ids);
    await other.loadKeys(ids);
    await vault.destroyKeys([ids[1]!, 'user-20'], 42);
    expect(vault.findKey(ids[1]!)).to.equal(null);
    // The other process learns of it when it next reads the vault, whatever it reads.
    await other.loadKeys(['user-10']);
    expect(other.findKey(ids[1]!)).to.equal(null);
    expect(other.findKey(ids[0]!)).to.not.equal(null);
    const again = await other.createKeys([ids[1]!, 'user-20']);
    expect([...again.values()]).to.deep.equal([null, null]);
    await other.destroyKeys([ids[1]!], 43);
    const erasures = [];
    for await (const { keyId, companyId, position } of vault.listErasures())
      erasures.push({ keyId, companyId, position });
    expect(erasures).to.deep.equal([
      { keyId: ids[1], companyId: 7, position: 42 },
      { keyId: 'user-20', companyId: null, position: 42 },
    ]);
    const { rows } = await database.pool.query('SELECT FROM vault.keys WHERE id = $1 AND wrapped IS NULL', [ids[1]]);
    expect(rows).to.have.length(1);
  });

  it('trusts keys in memory only for a second without news of the vault', async () => {
    const now = performance.now.bind(performance);
    await vault.createKeys(['user-30']);
    try {
      performance.now = () => now() + 1_000;
      expect(vault.findKey('user-30')).to.equal(undefined);
    } finally {
      performance.now = now;
    }
    await vault.loadKeys(['user-30']);
    expect(vault.findKey('user-30')).to.not.equal(undefined);
    vault.doubtCache();
    expect(vault.findKey('user-30')).to.equal(undefined);
  });

  it('keeps a limited number of keys in memory', async () => {
    const small = openVault({ pool: database.pool, wrap, maxCached: 2 });
    const ids = ['user-40', 'user-41', 'user-42'];
    const made = await small.createKeys(ids);
    small.close();
    expect(made.size).to.equal(3);
    expect(ids.filter((id) => small.findKey(id) !== undefined)).to.have.length(2);
  });
});
