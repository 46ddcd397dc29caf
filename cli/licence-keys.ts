import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { publicKeyText } from '../commands/licence/key.ts';
import { runScript, UserMistake } from './script.ts';

/** Makes the pair of keys that licences are signed and checked with: the private one goes to a file, the public one is printed. */

const USAGE = 'npm run licence:keys -- --out FILE';

await runScript(async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const file = requested();
  try {
    await writeFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserMistake(code === 'EEXIST' ? `${file} exists already and is left as it is` : (error as Error).message);
  }
  process.stderr.write(
    `The private key is in ${file}: keep it away from the service. The service needs the public one:\n`,
  );
  process.stdout.write(`LICENCE_PUBLIC_KEY=${publicKeyText(publicKey)}\n`);
});

function requested(): string {
  try {
    const { values } = parseArgs({ options: { out: { type: 'string' } } });
    if (!values.out) throw new Error('A file for the private key is needed');
    return values.out;
  } catch (error) {
    throw new UserMistake(`${(error as Error).message}:\n  ${USAGE}`);
  }
}
