import { readFile } from 'node:fs/promises';
import { unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';

/** TLS certificate and key of the service, from files that may be replaced while it runs. */
export interface Certificate {
  readonly current: CertificatePair;
  /** Calls the listener with every new valid pair. */
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

/** Polling instead of notifications: renewal replaces links and folders, which notifications report poorly. */
const LOOK_EVERY_MS = 5_000;

/** @throws CertificateProblem if the files cannot be read or do not match */
export async function openCertificate(
  files: CertificateFiles,
  logger: Logger,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<Certificate> {
  const current = await readPair(files);
  const listeners: ((pair: CertificatePair) => void)[] = [];
  let known = current;

  async function checkForRenewal(): Promise<void> {
    try {
      const pair = await readPair(files);
      if (pair.cert.equals(known.cert) && pair.key.equals(known.key)) return;
      known = pair;
      for (const listener of listeners) listener(pair);
      logger.info('certificate renewed');
    } catch (error) {
      // One file is replaced before the other: the old pair stays in use until both match.
      logger.warn({ reason: (error as Error).message }, 'certificate changed, but the new one cannot be used');
    }
  }

  const onChange = (): void => void checkForRenewal();
  for (const file of [files.cert, files.key]) watchFile(file, { interval: lookEveryMs, persistent: false }, onChange);
  return {
    current,
    onRenewal: (renewed) => void listeners.push(renewed),
    close: () => [files.cert, files.key].forEach((file) => unwatchFile(file, onChange)),
  };
}

/** Names the environment variable to check. */
export class CertificateProblem extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'CertificateProblem';
  }
}

async function readPair(files: CertificateFiles): Promise<CertificatePair> {
  const cert = await readCertificateFile('TLS_CERT', files.cert);
  const key = await readCertificateFile('TLS_KEY', files.key);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new CertificateProblem(
      `TLS_CERT and TLS_KEY must be a certificate and its key in PEM format (${(error as Error).message})`,
      error,
    );
  }
  return { cert, key };
}

async function readCertificateFile(variable: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new CertificateProblem(`cannot read the file of ${variable} (${(error as Error).message})`, error);
  }
}
