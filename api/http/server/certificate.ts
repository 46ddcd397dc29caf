import { readFile } from 'node:fs/promises';
import { unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';

/** Certificate and key of the service, from files that whoever renews them replaces while the service runs. */
export interface Certificate {
  readonly current: CertificatePair;
  /** Told of every new pair that fits together. */
  onRenewal(renewed: (pair: CertificatePair) => void): void;
  close(): void;
}

export interface CertificatePair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** By looking, not by being notified: renewal replaces links and folders, of which notifications tell little. */
const LOOK_EVERY_MS = 5_000;

/** @throws CertificateProblem when the files cannot be read or do not belong together */
export async function openCertificate(
  files: CertificateFiles,
  logger: Logger,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<Certificate> {
  const current = await readPair(files);
  const listeners: ((pair: CertificatePair) => void)[] = [];
  let known = current;

  async function look(): Promise<void> {
    try {
      const pair = await readPair(files);
      if (pair.cert.equals(known.cert) && pair.key.equals(known.key)) return;
      known = pair;
      for (const listener of listeners) listener(pair);
      logger.info('the certificate was renewed');
    } catch (error) {
      // One file is replaced before the other: the old pair goes on until both are there.
      logger.warn({ reason: (error as Error).message }, 'the certificate has changed, but cannot be used');
    }
  }

  const onChange = (): void => void look();
  for (const file of [files.cert, files.key]) watchFile(file, { interval: lookEveryMs, persistent: false }, onChange);
  return {
    current,
    onRenewal: (renewed) => void listeners.push(renewed),
    close: () => [files.cert, files.key].forEach((file) => unwatchFile(file, onChange)),
  };
}

/** Names the variable to look at. */
export class CertificateProblem extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'CertificateProblem';
  }
}

async function readPair(files: CertificateFiles): Promise<CertificatePair> {
  const cert = await readOne('TLS_CERT', files.cert);
  const key = await readOne('TLS_KEY', files.key);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new CertificateProblem(
      `TLS_CERT and TLS_KEY are no certificate with its key in PEM form (${(error as Error).message})`,
      error,
    );
  }
  return { cert, key };
}

async function readOne(variable: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new CertificateProblem(`the file of ${variable} cannot be read (${(error as Error).message})`, error);
  }
}
