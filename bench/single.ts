import { Agent, get } from 'node:http';
import { median } from './load.ts';
import type { SignedInService } from './service.ts';

/** One request after another, where the time of an answer is measured and not how many fit into a second. */

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export const closeConnection = (): void => agent.destroy();

/** Over one connection, by the plainest client that there is: what it costs counts for the service. */
export function answerTo({ url, headers }: Pick<SignedInService, 'url' | 'headers'>, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}${path}`, { agent, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`GET ${path} answered ${response.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    request.on('error', reject);
  });
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export async function medianTime(count: number, work: (number: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) times.push(await timeOf(() => work(number)));
  return median(times);
}
