import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadScript } from '../../support/compiled-script.ts';

describe('A script whose compiled code is kept', () => {
  let [folder, file] = ['', ''];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grandlivre-script-'));
    file = join(folder, 'script.cjs');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const write = (hash: string, answer: string): Promise<void> =>
    writeFile(file, `/* ${hash} */ exports.tell = () => '${answer}';`);
  const load = async (): Promise<string> => (await loadScript<{ tell(): string }>(file)).tell();
  const listKept = async (): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name.endsWith('.compiled')).sort();

  it('runs from its source first, and from the compiled code afterwards', async () => {
    await write('a1', 'one');
    expect(await load()).to.equal('one');
    const [kept] = await listKept();
    const before = await readFile(join(folder, kept!));
    expect(await load()).to.equal('one');
    expect(await listKept()).to.deep.equal([kept]);
    expect((await readFile(join(folder, kept!))).equals(before)).to.equal(true);
  });

  it('is never run from the code of another content of the same length', async () => {
    await write('a1', 'one');
    await load();
    await write('b2', 'two');
    expect(await load()).to.equal('two');
    expect(await listKept()).to.have.length(2);
  });

  it('is compiled again if what is kept is not what V8 has written', async () => {
    await write('a1', 'one');
    await load();
    const [kept] = await listKept();
    const whole = await readFile(join(folder, kept!));
    const damages = {
      b2: Buffer.from('broken'),
      b3: whole.subarray(0, whole.length / 2),
      // As after a power failure, with the right length.
      b4: Buffer.concat([
        whole.subarray(0, whole.length / 2),
        Buffer.alloc(whole.length - Math.floor(whole.length / 2)),
      ]),
    };
    for (const [hash, damaged] of Object.entries(damages)) {
      const place = join(folder, kept!.replace('a1', hash));
      await writeFile(place, damaged);
      await write(hash, hash);
      expect(await load()).to.equal(hash);
      expect((await readFile(place)).equals(damaged)).to.equal(false);
    }
  });

  it('is refused if its first line does not name its content', async () => {
    await writeFile(file, `exports.tell = () => 'one';`);
    expect(String(await load().catch((error: unknown) => error))).to.contain('names its content');
    expect(await listKept()).to.deep.equal([]);
  });

  it('is kept with what it loads later', async () => {
    const rest = `exports.tell = () => { const answer = later(); return answer; }; function later() { return 'late'; }`;
    await writeFile(
      file,
      `/* d4 */ ${rest} exports.loadRest = async () => { globalThis.restIsLoaded = exports.tell(); };`,
    );
    await load();
    expect(Reflect.get(globalThis, 'restIsLoaded')).to.equal('late');
    Reflect.deleteProperty(globalThis, 'restIsLoaded');
    expect(await load()).to.equal('late');
    expect(Reflect.has(globalThis, 'restIsLoaded')).to.equal(false);
  });

  it('may import packages and require its own', async () => {
    await writeFile(
      file,
      `/* c3 */ exports.tell = async () => (await Import('node:path')).sep + require('node:os').EOL;`,
    );
    expect(await (await loadScript<{ tell(): Promise<string> }>(file)).tell()).to.equal('/\n');
  });
});
