import { expect } from 'chai';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOrCreateAppKey } from '../../service/app-key.ts';
import { BadConfiguration, readConfig } from '../../configuration/config.ts';

describe('The key of the service', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'grandlivre-key-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is made once, kept for its owner alone, and found again', async () => {
    const dataDir = join(folder, 'a', 'b');
    const key = await readOrCreateAppKey(dataDir);
    expect(Buffer.from(key, 'base64')).to.have.length(32);
    expect((await stat(join(dataDir, 'app.key'))).mode & 0o777).to.equal(0o600);
    expect(await readOrCreateAppKey(dataDir)).to.equal(key);
    expect(await readdir(dataDir)).to.deep.equal(['app.key']);
  });

  it('is the same for all processes that start at once', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => readOrCreateAppKey(folder)));
    expect(new Set(keys).size).to.equal(1);
    expect(await readdir(folder)).to.deep.equal(['app.key']);
    expect((await readFile(join(folder, 'app.key'), 'utf8')).trim()).to.equal(keys[0]);
  });

  it('is not made up when the file holds none, or cannot be written', async () => {
    await writeFile(join(folder, 'app.key'), 'short\n');
    const broken: unknown = await readOrCreateAppKey(folder).catch((error: unknown) => error);
    expect(broken).to.be.instanceOf(BadConfiguration);
    await writeFile(join(folder, 'file'), '');
    const blocked: unknown = await readOrCreateAppKey(join(folder, 'file', 'below')).catch((error: unknown) => error);
    expect(String(blocked)).to.match(/APP_KEY|ENOTDIR/);
    await chmod(folder, 0o700);
  });
});

describe('The configuration of mail and key', () => {
  const problems = (environment: Record<string, string>): string => {
    try {
      readConfig(environment);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('is optional', () => {
    expect(readConfig({})).to.include({ appKey: null, mail: null });
  });

  it('has a sender of its own when none is named', () => {
    expect(readConfig({ SMTP_URL: 'smtp://mail.example:25' }).mail).to.deep.equal({
      url: 'smtp://mail.example:25',
      from: 'Grandlivre <no-reply@localhost>',
    });
    const named = { SMTP_URL: 'smtps://mail.example', BASE_URL: 'https://books.example' };
    expect(readConfig(named).mail!.from).to.equal('Grandlivre <no-reply@books.example>');
    expect(readConfig({ ...named, MAIL_FROM: 'Books <hello@example.be>' }).mail!.from).to.equal(
      'Books <hello@example.be>',
    );
    expect(readConfig({ ...named, MAIL_FROM: 'hello@example.be' }).mail!.from).to.equal('hello@example.be');
  });

  it('is refused when it is wrong, without telling secrets', () => {
    expect(problems({ APP_KEY: 'too-short-secret' })).to.match(/^APP_KEY must have at least 32 characters$/);
    expect(problems({ SMTP_URL: 'http://user:pass-word@mail.example' })).to.match(/^SMTP_URL must be an address/);
    expect(problems({ SMTP_URL: 'http://user:pass-word@mail.example' })).to.not.include('pass-word');
    for (const from of ['nobody', 'a@b\r\nBcc: c@d', 'A <a@b', 'a b@c', '<a@b>'])
      expect(problems({ MAIL_FROM: from }), from).to.match(/^MAIL_FROM must be an e-mail address/);
  });
});
