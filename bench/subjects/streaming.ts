import { get, type ClientRequest, type IncomingHttpHeaders } from 'node:http';
import { MOST_OF_TOKEN } from '../../api/sync/live.ts';
import { peakMegabytes, residentMegabytes } from '../processes.ts';
import { plainResult, spaced, type Result } from '../report.ts';
import { startSignedIn, type SignedInService } from '../service.ts';
import { runStatement, type Stage } from '../stage.ts';

/** As many clients as a process takes follow a company file: what they cost in memory while changes arrive. */

const MOST_GROWTH_MB = 150;
const CHANGES = 20;
/** Tokens that may be issued in a minute. */
const TOKENS_AT_ONCE = 20;

export async function measureStreams(stage: Stage): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('streams');
  const service = await startSignedIn(stage, databaseUrl);
  const { note, extent } = stage;
  try {
    const file = await service.openFile('Followed');
    const path = `/v1/companies/${file.public_token}`;
    note('streams: issuing tokens');
    const tokens = await issueTokens(service, databaseUrl, extent.streams / MOST_OF_TOKEN);
    // What every process takes once it has had some.
    await followChanges(service, path, tokens.slice(0, 1));
    const before = await residentMegabytes(service.pid);
    note(`streams: ${spaced(extent.streams)} clients, ${CHANGES} changes`);
    const { megabytes, result } = await peakMegabytes(service.pid, () => followChanges(service, path, tokens));
    const subject = `sync/stream: ${spaced(extent.streams)} clients, ${CHANGES} changes each`;
    return [
      plainResult(`${subject}: memory`, 'MB more', megabytes - before, { atMost: MOST_GROWTH_MB }),
      plainResult(`${subject}: lost`, '', result, { atMost: 0 }),
    ];
  } finally {
    await service.stop();
  }
}

async function issueTokens(service: SignedInService, databaseUrl: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) {
    // Otherwise it would take minutes.
    if (tokens.length % TOKENS_AT_ONCE === 0) await runStatement(databaseUrl, 'DELETE FROM ops.rate_counters');
    const body = { name: `Stream ${tokens.length}`, abilities: ['sync'] };
    tokens.push((await service.call<{ token: string }>('POST', '/v1/auth/tokens', body)).token);
  }
  return tokens;
}

/** Opens all streams that the tokens may have, makes changes, and gives the number of those that did not arrive. */
async function followChanges(service: SignedInService, path: string, tokens: readonly string[]): Promise<number> {
  const { cursor } = await service.call<{ cursor: number }>('GET', `${path}/sync/status`);
  const url = `${service.url}${path}/sync/stream?since=${cursor}`;
  const streams: Stream[] = [];
  try {
    for (const token of tokens)
      streams.push(...(await Promise.all(Array.from({ length: MOST_OF_TOKEN }, () => openStream(url, token)))));
    for (let index = 0; index < CHANGES; index += 1)
      await service.call('POST', `${path}/third-parties`, { type: 'customer', name: `Customer ${index}` });
    await Promise.all(streams.map(({ complete }) => complete));
    return streams.reduce((lost, { received }) => lost + CHANGES - received(), 0);
  } finally {
    for (const { request } of streams) request.destroy();
  }
}

interface Stream {
  readonly request: ClientRequest;
  received(): number;
  /** Resolves when all changes have arrived, or the time is over. */
  readonly complete: Promise<void>;
}

const LONGEST_MS = 60_000;
const CHANGE = 'event: change\n';

function openStream(url: string, token: string): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const headers: IncomingHttpHeaders = { authorization: `Bearer ${token}` };
    const request = get(url, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${url}: ${response.statusCode}`));
      let received = 0;
      const complete = new Promise<void>((done) => {
        const timer = setTimeout(done, LONGEST_MS);
        let rest = '';
        response.setEncoding('utf8').on('data', (text: string) => {
          const events = (rest + text).split(CHANGE);
          received += events.length - 1;
          // An event may come in two pieces.
          rest = events.at(-1)!.slice(1 - CHANGE.length);
          if (received < CHANGES) return;
          clearTimeout(timer);
          done();
        });
      });
      resolve({ request, received: () => received, complete });
    });
    request.on('error', reject);
  });
}
