import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type SftpClient from 'ssh2-sftp-client';
import { resolveAllowedHost, type Surroundings } from './destination.ts';
import {
  toDriverFailure,
  ItemFailure,
  MAX_FILE_BYTES,
  MAX_LISTED,
  SILENCE_MS,
  SourceFailure,
  resolveWithin,
  type FileSource,
} from './source.ts';

/** Files in one folder of an SFTP server, which is identified by its host key. */
export interface SftpSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | null;
  /** A private key. */
  readonly identity: string | null;
  /** `SHA256:…` of the expected host key; null: any key is accepted. */
  readonly fingerprint: string | null;
  readonly folder: string;
}

export interface SftpSource extends FileSource {
  /** Fingerprint of the host key presented by the server. */
  readonly fingerprint: string;
}

/** Slowest accepted transfer of a file. */
const BYTES_A_MS = 100;
/** A folder is listed in pieces; an endless one is cut off. */
const MAX_PIECES = 2_000;

export async function openSftp(settings: SftpSettings, around: Surroundings): Promise<SftpSource> {
  const { timeoutMs = SILENCE_MS } = around;
  const judged = await resolveAllowedHost(settings.host, settings.port, around);
  const socket = await connectSocket(judged.address, settings.port, timeoutMs);
  const { default: Client } = await import('ssh2-sftp-client');
  // Connection errors are reported to the pending calls only.
  const client: SftpClient = new Client('sftp', { error: ignoreError, end: ignoreError, close: ignoreError });
  let fingerprint = '';
  const isKnownKey = (key: Buffer): boolean => {
    fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
    return settings.fingerprint === null || settings.fingerprint === fingerprint;
  };
  try {
    await resolveWithin(
      2 * timeoutMs,
      client.connect({
        sock: socket,
        username: settings.user,
        ...(settings.password !== null && { password: settings.password }),
        ...(settings.identity !== null && { privateKey: settings.identity }),
        readyTimeout: timeoutMs,
        hostVerifier: isKnownKey,
      }),
    );
  } catch (error) {
    socket.destroy();
    if (fingerprint !== '' && settings.fingerprint !== null && settings.fingerprint !== fingerprint)
      throw new SourceFailure('certificate', error);
    throw toOpeningFailure(error);
  }

  return {
    fingerprint,
    async listItems() {
      try {
        const listed = await resolveWithin(3 * timeoutMs, listFolder(client, settings.folder));
        return listed
          .filter(({ isFile }) => isFile)
          .sort((one, other) => one.modifiedAt - other.modifiedAt)
          .map(({ name, bytes, modifiedAt }) => ({ name, place: JSON.stringify([name, bytes, modifiedAt]) }));
      } catch (error) {
        throw isMissing(error) ? new SourceFailure('missing', error) : toDriverFailure(error);
      }
    },
    async fetchFiles({ place }) {
      const [name, bytes] = JSON.parse(place) as readonly [string, number];
      if (bytes > MAX_FILE_BYTES) throw new ItemFailure('too_large');
      try {
        const content = await resolveWithin(
          timeoutMs + Math.ceil(bytes / BYTES_A_MS),
          readContent(client, `${settings.folder.replace(/\/+$/, '') || ''}/${name}`),
        );
        // The file is still growing, or was received incompletely.
        if (content.length !== bytes) throw new ItemFailure('unreadable');
        return [{ name, content }];
      } catch (error) {
        if (error instanceof ItemFailure) throw error;
        throw isMissing(error) ? new ItemFailure('missing', error) : toDriverFailure(error);
      }
    },
    async close() {
      await resolveWithin(Math.min(timeoutMs, 2_000), client.end()).catch(() => undefined);
      socket.destroy();
    },
  };
}

const ignoreError = (): void => undefined;

function connectSocket(host: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const timer = setTimeout(() => socket.destroy(new SourceFailure('timeout')), timeoutMs);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(toDriverFailure(error));
    });
    // Later errors are reported by the client.
    socket.on('error', ignoreError);
  });
}

interface Listed {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly isFile: boolean;
}

/** Low-level protocol; the client itself would collect a whole folder, however large. */
interface RawSftp {
  opendir(path: string, done: (error: Error | undefined, handle: Buffer) => void): void;
  readdir(
    handle: Buffer,
    done: (error: (Error & { code?: number }) | undefined, list: readonly RawEntry[]) => void,
  ): void;
  close(handle: Buffer, done: (error?: Error) => void): void;
  createReadStream(path: string): AsyncIterable<Buffer> & { destroy(): void };
}

interface RawEntry {
  readonly filename: string;
  readonly attrs: { readonly size: number; readonly mtime: number; isFile(): boolean };
}

const getRawSftp = (client: SftpClient): RawSftp => (client as SftpClient & { readonly sftp: RawSftp }).sftp;

const END_OF_LIST = 1;
const NO_SUCH_FILE = 2;

async function listFolder(client: SftpClient, folder: string): Promise<readonly Listed[]> {
  const sftp = getRawSftp(client);
  const handle = await new Promise<Buffer>((resolve, reject) =>
    sftp.opendir(folder, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  const found: Listed[] = [];
  try {
    for (let piece = 0; piece < MAX_PIECES && found.length < MAX_LISTED; piece += 1) {
      const entries = await new Promise<readonly RawEntry[] | null>((resolve, reject) =>
        sftp.readdir(handle, (error, list) => {
          if (!error) resolve(list);
          else if (error.code === END_OF_LIST) resolve(null);
          else reject(error);
        }),
      );
      if (entries === null) break;
      for (const { filename: name, attrs } of entries)
        if (!/[/\0]/.test(name))
          found.push({ name, bytes: attrs.size, modifiedAt: attrs.mtime, isFile: attrs.isFile() });
    }
    return found;
  } finally {
    sftp.close(handle, ignoreError);
  }
}

async function readContent(client: SftpClient, path: string): Promise<Buffer> {
  const stream = getRawSftp(client).createReadStream(path);
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of stream) {
      bytes += piece.length;
      if (bytes > MAX_FILE_BYTES) throw new ItemFailure('too_large');
      pieces.push(piece);
    }
  } finally {
    stream.destroy();
  }
  return Buffer.concat(pieces);
}

const isMissing = (error: unknown): boolean => (error as { readonly code?: unknown } | null)?.code === NO_SUCH_FILE;

function toOpeningFailure(error: unknown): SourceFailure | ItemFailure {
  const { level, message } = error as { readonly level?: unknown; readonly message?: unknown };
  const isRefused = level === 'client-authentication' || /authentication methods failed/i.test(String(message));
  // Invalid private key.
  const isOfKey = /privateKey|parse key|passphrase/i.test(String(message));
  return isRefused || isOfKey ? new SourceFailure('refused', error) : toDriverFailure(error);
}
