import { noFacts, takeFacts, type Facts } from '../audit/facts.ts';
import { gatherHashes, type Hashes } from './hashes.ts';
import { linesOf, openCheck, type Chain } from './chain.ts';

/** Reads the log of a company file beside the page: proves its chain and keeps what questions are answered from. */

export interface LogRequest {
  readonly path: string;
  readonly token: string;
}

export type LogReport =
  | { readonly is: 'progress'; readonly events: number; readonly from: number; readonly to: number }
  | {
      readonly is: 'done';
      readonly chain: Chain;
      readonly facts: Facts;
      readonly hashes: Hashes;
      readonly seconds: number;
    }
  | { readonly is: 'failed'; readonly status: number };

const report = (message: LogReport): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<LogRequest>): void => {
  void read(data).catch(() => report({ is: 'failed', status: 0 }));
};

async function read({ path, token }: LogRequest): Promise<void> {
  const startedAt = performance.now();
  const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok || response.body === null) return report({ is: 'failed', status: response.status });
  const check = openCheck();
  const facts = noFacts();
  const hashes = gatherHashes();
  let from: number | null = null;
  for await (const lines of linesOf(pieces(response.body))) {
    for (const event of await check.next(lines)) {
      from ??= event.position;
      takeFacts(facts, event);
      hashes.add(event.hash);
    }
    const { events, head } = check.chain;
    report({ is: 'progress', events, from: from ?? 0, to: head?.position ?? 0 });
    if (check.chain.problem) break;
  }
  report({
    is: 'done',
    chain: check.chain,
    facts,
    hashes: hashes.all(),
    seconds: (performance.now() - startedAt) / 1000,
  });
}

async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
