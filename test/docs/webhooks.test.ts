import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { formatSecret, buildSignatureHeader } from '../../outside/webhooks/signature.ts';
import { waitUntil } from '../support/load.ts';

/** The receivers of docs/webhooks.md are run as they stand. */
const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
const codeOf = (language: string): string => new RegExp(`\`\`\`${language}\\n([\\s\\S]+?)\`\`\``).exec(page)![1]!;
const hasPython = spawnSync('python3', ['--version']).status === 0;

const RECEIVERS = [
  { name: 'Node', language: 'js', file: 'receiver.mjs', command: process.execPath, isThere: true },
  { name: 'Python', language: 'python', file: 'receiver.py', command: 'python3', isThere: hasPython },
];

describe('The page on webhooks', () => {
  it('has the test vector that the signature is made by', () => {
    const body = /^\{"id":"evt_0000000000000001".*\}$/m.exec(page)![0];
    const secret = /`(whsec_[A-Za-z0-9+/=]+)`/.exec(page)![1]!;
    expect(page).to.include(buildSignatureHeader([secret], 1_700_000_000, body).split(',')[1]);
  });

  for (const { name, language, file, command, isThere } of RECEIVERS)
    it(`has a receiver in ${name} that takes what is ours, and nothing else`, async function () {
      if (!isThere) return this.skip();
      this.timeout(30_000);
      const folder = await mkdtemp(join(tmpdir(), 'grandlivre-receiver-'));
      const [secret, other] = [formatSecret(new Uint8Array(32)), formatSecret(new Uint8Array(32).fill(1))];
      const port = await freePort();
      let receiver: ChildProcess | null = null;
      try {
        await writeFile(join(folder, file), codeOf(language));
        receiver = spawn(command, [join(folder, file)], {
          env: { PATH: process.env['PATH'], PORT: String(port), WEBHOOK_SECRET: secret },
          stdio: 'ignore',
        });
        const body = '{"id":"evt_1","event":"webhook.test","firm":{"name":"Fiduciaire Été"}}';
        const post = async (header: string, sent = body): Promise<number> =>
          (
            await fetch(`http://127.0.0.1:${port}/`, {
              method: 'POST', body: sent, headers: { 'X-Service-Signature': header },
            })
          ).status;
        await waitUntil('the receiver', () => post('').then(Boolean, () => false));
        const now = Math.floor(Date.now() / 1_000);
        expect(await post(buildSignatureHeader([secret], now, body))).to.equal(204);
        expect(await post(buildSignatureHeader([other, secret], now, body)), 'while a secret is replaced').to.equal(204);
        expect(await post(buildSignatureHeader([secret], now, body), `${body} `), 'another body').to.equal(400);
        expect(await post(buildSignatureHeader([other], now, body)), 'another secret').to.equal(400);
        expect(await post(buildSignatureHeader([secret], now - 400, body)), 'too old').to.equal(400);
        expect(await post(buildSignatureHeader([secret], now + 400, body)), 'from the future').to.equal(400);
        for (const nonsense of ['', 't=', 'v1=00', `t=${now}`, `t=${now},v1=`, 't=x,v1=y']) expect(await post(nonsense)).to.equal(400);
      } finally {
        if (receiver && receiver.exitCode === null) {
          const ended = once(receiver, 'exit');
          receiver.kill('SIGKILL');
          await ended;
        }
        await rm(folder, { recursive: true, force: true });
      }
    });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
