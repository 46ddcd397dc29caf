import { createFacts, collectFacts, type Facts } from '../audit/facts.ts';
import { collectHashes, type Hashes } from './hashes.ts';
import { splitLines, createChainCheck, type Chain } from './chain.ts';

/** Reads the log of a company file in a worker: verifies the chain and collects the facts for the audit questions. */

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

const postReport = (message: LogReport): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<LogRequest>): void => {
  void readAndCheck(data).catch(() => postReport({ is: 'failed', status: 0 }));
};

async function readAndCheck({ path, token }: LogRequest): Promise<void> {
  const startedAt = performance.now();
  const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok || response.body === null) return postReport({ is: 'failed', status: response.status });
  const check = createChainCheck();
  const facts = createFacts();
  const hashes = collectHashes();
  let from: number | null = null;
  for await (const lines of splitLines(decodeStream(response.body))) {
    for (const event of await check.checkNext(lines)) {
      from ??= event.position;
      collectFacts(facts, event);
      hashes.add(event.hash);
    }
    const { events, head } = check.chain;
    postReport({ is: 'progress', events, from: from ?? 0, to: head?.position ?? 0 });
    if (check.chain.problem) break;
  }
  postReport({
    is: 'done',
    chain: check.chain,
    facts,
    hashes: hashes.getAll(),
    seconds: (performance.now() - startedAt) / 1000,
  });
}

async function* decodeStream(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
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
