import { get } from 'node:http';
import type { SignedInService } from '../../service.ts';

/** Files taken by the plainest client that there is. */

export type Service = Pick<SignedInService, 'url' | 'headers'>;

export interface Received {
  readonly bytes: number;
  readonly lines: number;
  readonly firstByteMs: number;
  readonly milliseconds: number;
}

const LINE_END = 10;

export function received({ url, headers }: Service, path: string, take?: (piece: Buffer) => void): Promise<Received> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { headers }, (response) => {
      let [bytes, lines, firstByteMs] = [0, 0, 0];
      response.on('data', (piece: Buffer) => {
        if (bytes === 0) firstByteMs = performance.now() - startedAt;
        bytes += piece.length;
        for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, at + 1)) lines += 1;
        take?.(piece);
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`GET ${path} answered ${response.statusCode}`));
        else resolve({ bytes, lines, firstByteMs, milliseconds: performance.now() - startedAt });
      });
    }).on('error', reject);
  });
}

export async function wholeOf(service: Service, path: string): Promise<string> {
  const pieces: Buffer[] = [];
  await received(service, path, (piece) => pieces.push(piece));
  return Buffer.concat(pieces).toString();
}

/** Takes the first piece, and leaves. */
export function begun({ url, headers }: Service, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}${path}`, { headers }, (response) => {
      response.on('error', () => undefined);
      response.once('data', () => {
        request.destroy();
        resolve();
      });
    }).on('error', reject);
  });
}
