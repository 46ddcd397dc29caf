import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { parsePublicKey, readLicenceKey } from '../../commands/licence/key.ts';
import { readConfig, BadConfiguration } from '../../configuration/config.ts';
import type { Licence } from '../../domain/licence/licence.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { runToEnd, type Environment } from '../support/processes.ts';

describe('The tools for licences', function () {
  this.timeout(60_000);
  let folder: string;
  let file: string;
  let publicKey: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grandlivre-licence-'));
    file = join(folder, 'licence.pem');
    const { code, stdout, stderr } = await runToEnd('licence:keys', ['--out', file], {});
    expect(code, stderr).to.equal(0);
    publicKey = /^LICENCE_PUBLIC_KEY=(\S+)$/m.exec(stdout)![1]!;
  });

  after(() => rm(folder, { recursive: true }));

  const issue = (args: string[], environment: Environment = {}) => runToEnd('licence:issue', args, environment);
  async function issued(...args: string[]): Promise<Licence> {
    const { code, stdout, stderr } = await issue(['--key-file', file, ...args]);
    expect(code, stderr).to.equal(0);
    const licence = readLicenceKey(stdout, [parsePublicKey(publicKey)]);
    if (isRefusal(licence)) throw new Error(JSON.stringify(licence));
    return licence;
  }

  it('make a pair of keys: the private one for its owner alone, the public one for the service', async () => {
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    expect(readConfig({ LICENCE_PUBLIC_KEY: publicKey }).licenceKeys).to.have.length(1);
    expect(readConfig({ LICENCE_PUBLIC_KEY: `${publicKey}, ${publicKey}` }).licenceKeys).to.have.length(2);
    expect(readConfig({}).licenceKeys).to.deep.equal([]);
    expect(() => readConfig({ LICENCE_PUBLIC_KEY: 'abc' })).to.throw(BadConfiguration, /licence:keys/);
  });

  it('never write over a key', async () => {
    const before = await readFile(file, 'utf8');
    const { code, stderr } = await runToEnd('licence:keys', ['--out', file], {});
    expect(code).to.equal(1);
    expect(stderr).to.contain('already exists');
    expect(await readFile(file, 'utf8')).to.equal(before);
    expect((await runToEnd('licence:keys', [], {})).code).to.equal(1);
  });

  it('issue what a plan allows, from today on and without an end', async () => {
    const { id, key_hint, issued_at, ...terms } = await issued('--plan', 'professional');
    expect(id).to.match(/^[0-9a-f-]{36}$/);
    expect(key_hint).to.match(/^GL1\.…/);
    const today = issued_at.slice(0, 10);
    const plan = { plan: 'professional', firm: null, users: 40, companies: 500 };
    expect(terms).to.deep.equal({ ...plan, valid_from: today, valid_until: null });
    expect(await issued('--plan', 'unlimited')).to.include({ users: null, companies: null });
  });

  it('issue for a firm, with other numbers and between two dates', async () => {
    const args = ['--firm', 'AbCdEfGh1234', '--users', '7', '--companies', '9'];
    const dates = ['--valid-from', '2027-01-01', '--valid-until', '2027-12-31'];
    expect(await issued('--plan', 'starter', ...args, ...dates)).to.include({
      firm: 'AbCdEfGh1234',
      users: 7,
      companies: 9,
      valid_from: '2027-01-01',
      valid_until: '2027-12-31',
    });
  });

  it('take the private key from the environment as well', async () => {
    const pem = await readFile(file, 'utf8');
    const environments: Environment[] = [{ LICENCE_PRIVATE_KEY: pem }, { LICENCE_PRIVATE_KEY_FILE: file }];
    for (const environment of environments) {
      const { code, stderr } = await issue(['--plan', 'firm'], environment);
      expect(code, stderr).to.equal(0);
    }
  });

  it('say what is wrong, and print no key then', async () => {
    const notAKey = join(folder, 'not-a-key');
    await writeFile(notAKey, 'nothing');
    const withKey = ['--plan', 'firm', '--key-file', file];
    const wrong: readonly (readonly [string[], RegExp])[] = [
      [[], /A plan is required/],
      [['--plan', 'gold'], /A plan is required/],
      [['--plan', 'free'], /A plan is required/],
      [['--plan', 'firm'], /A private key is required/],
      [['--plan', 'firm', '--key-file', join(folder, 'missing')], /cannot be read/],
      [['--plan', 'firm', '--key-file', notAKey], /not an Ed25519 private key/],
      [[...withKey, '--firm', 'short'], /public token/],
      [[...withKey, '--users', '0'], /--users must be a number/],
      [[...withKey, '--companies', 'many'], /--companies must be a number/],
      [[...withKey, '--valid-until', '2027-02-30'], /--valid-until must be a date/],
      [[...withKey, '--valid-from', '2027-02-02', '--valid-until', '2027-02-01'], /end before it begins/],
      [[...withKey, '--colour', 'red'], /licence:issue/],
    ];
    const outcomes = await Promise.all(wrong.map(async ([args]) => issue(args)));
    for (const [index, [args, message]] of wrong.entries()) {
      const { code, stdout, stderr } = outcomes[index]!;
      expect([code, stdout], args.join(' ')).to.deep.equal([1, '']);
      expect(stderr).to.match(message).and.not.contain('PRIVATE KEY-----');
    }
  });
});
