import type { Facts } from '../audit/facts.ts';
import type { Chain } from './chain.ts';
import type { Hashes } from './hashes.ts';
import type { LogReport, LogRequest } from './log-worker.ts';

/** The log of one company file, read once by a worker and kept while its pages are open. */

export interface ReadLog {
  readonly chain: Chain;
  readonly facts: Facts;
  readonly hashes: Hashes;
  readonly seconds: number;
}

export type LogState =
  | { readonly is: 'unread' }
  | { readonly is: 'reading'; readonly events: number; readonly from: number; readonly to: number }
  | { readonly is: 'read'; readonly log: ReadLog }
  | { readonly is: 'failed' };

const WORKER = '/console/log-worker.js';

/** @returns a function that stops reading */
export function readLog(request: LogRequest, onChange: (state: LogState) => void): () => void {
  const worker = new Worker(WORKER, { type: 'module' });
  onChange({ is: 'reading', events: 0, from: 0, to: 0 });
  worker.onmessage = ({ data }: MessageEvent<LogReport>) => {
    if (data.is === 'progress') return onChange({ ...data, is: 'reading' });
    worker.terminate();
    onChange(data.is === 'failed' ? { is: 'failed' } : { is: 'read', log: data });
  };
  worker.onerror = () => {
    worker.terminate();
    onChange({ is: 'failed' });
  };
  worker.postMessage(request);
  return () => worker.terminate();
}
