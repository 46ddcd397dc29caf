import { Agent, request } from 'node:http';
import { median, type Request } from './load.ts';
import type { Comparison } from './rounds.ts';

/**
 * Two kinds of requests by one connection, one of each in turn: where microseconds are compared on a machine that has other things to
 * do, both meet the same moment. Answers are read to their end and left as they are, compressed or not.
 */
export async function oneByOne(
  url: string,
  rounds: number,
  pairs: number,
  measured: () => Request,
  baseline: () => Request,
): Promise<Comparison<number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const outcome = { measured: [] as number[], baseline: [] as number[] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const times = { measured: [] as number[], baseline: [] as number[] };
      for (let pair = 0; pair < pairs; pair += 1) {
        if (pair % 2 === 0) times.baseline.push(await timeOf(url, agent, baseline()));
        times.measured.push(await timeOf(url, agent, measured()));
        if (pair % 2 === 1) times.baseline.push(await timeOf(url, agent, baseline()));
      }
      outcome.measured.push(median(times.measured));
      outcome.baseline.push(median(times.baseline));
    }
  } finally {
    agent.destroy();
  }
  return outcome;
}

/** So many requests by one connection. */
export async function oneAfterAnother(url: string, count: number, made: () => Request): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let sent = 0; sent < count; sent += 1) await timeOf(url, agent, made());
  } finally {
    agent.destroy();
  }
}

/** In milliseconds. @throws when the request was refused */
function timeOf(url: string, agent: Agent, { method, path, headers, body }: Request): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, agent, headers: { ...headers } }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode! < 300) resolve(performance.now() - start);
        else reject(new Error(`${method} ${path}: ${response.statusCode}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
