import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { formatPublicKey } from '../../commands/licence/key.ts';
import { printResult, UserMistake } from '../script.ts';

/** Generates the key pair that signs and verifies licences: the private key is written to a file, the public one is printed. */
export async function createLicenceKeys({
  out: file,
  json,
}: {
  readonly out: string;
  readonly json: boolean;
}): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  try {
    await writeFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserMistake(code === 'EEXIST' ? `${file} already exists and was not changed` : (error as Error).message);
  }
  process.stderr.write(
    `The private key is in ${file}: keep it away from the service. The service needs the public key:\n`,
  );
  const key = formatPublicKey(publicKey);
  printResult(json, { private_key_file: file, public_key: key }, `LICENCE_PUBLIC_KEY=${key}`);
}
