import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { formatPublicKey } from '../commands/licence/key.ts';
import { runScript, UserMistake } from './script.ts';

/** Generates the key pair that signs and verifies licences: the private key is written to a file, the public one is printed. */

const USAGE = 'npm run licence:keys -- --out FILE';

await runScript(async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const file = readOutputFile();
  try {
    await writeFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserMistake(code === 'EEXIST' ? `${file} already exists and was not changed` : (error as Error).message);
  }
  process.stderr.write(
    `The private key is in ${file}: keep it away from the service. The service needs the public key:\n`,
  );
  process.stdout.write(`LICENCE_PUBLIC_KEY=${formatPublicKey(publicKey)}\n`);
});

function readOutputFile(): string {
  try {
    const { values } = parseArgs({ options: { out: { type: 'string' } } });
    if (!values.out) throw new Error('A file for the private key is required');
    return values.out;
  } catch (error) {
    throw new UserMistake(`${(error as Error).message}:\n  ${USAGE}`);
  }
}
