import { readMessages } from './wire-protocol.ts';

/** What the simulated network has to know about the statements of a request. */
export interface RequestTraits {
  /** Reads the clock of the database, or may do so by a default or a function of it. */
  readonly needsTime: boolean;
  readonly notifies: boolean;
}

const TIME = /\b(?:now|\w*_timestamp) ?\(|\b(?:current_|localtime|(?:insert|merge|copy|call|do)\b)|\bops\.\w+ ?\(/i;
const CHANGE = /\bupdate\b/gi;
const LOCK = /\bfor (?:no key )?update\b/gi;
const NOTIFY = /\bnotify|pg_notify/i;
const EVERYTHING: RequestTraits = { needsTime: true, notifies: true };
const NOTHING: RequestTraits = { needsTime: false, notifies: false };
const MAX_KNOWN = 5_000;

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

export const readTraits = (text: string): RequestTraits => ({
  needsTime: TIME.test(text) || countMatches(text, CHANGE) > countMatches(text, LOCK),
  notifies: NOTIFY.test(text),
});

const known = new Map<string, RequestTraits>();
function recallTraits(text: string): RequestTraits {
  const found = known.get(text);
  if (found) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  const traits = readTraits(text);
  known.set(text, traits);
  return traits;
}

/** For one connection: remembers the statements that it has prepared. */
export function createStatementReader(): (request: Buffer) => RequestTraits {
  const prepared = new Map<string, RequestTraits>();
  return (request) => {
    let all = NOTHING;
    for (const { type, bytes } of readMessages(request)) {
      const traits = readMessage(type, bytes);
      if (traits.needsTime || traits.notifies)
        all = { needsTime: all.needsTime || traits.needsTime, notifies: all.notifies || traits.notifies };
    }
    return all;
  };

  function readMessage(type: string, bytes: Buffer): RequestTraits {
    if (type === 'Q') return recallTraits(readText(bytes, 5));
    if (type === 'P') {
      const name = readText(bytes, 5);
      const traits = recallTraits(readText(bytes, bytes.indexOf(0, 5) + 1));
      prepared.set(name, traits);
      return NOTHING;
    }
    // A statement that is bound was prepared before, in this request or another one.
    if (type === 'B') return prepared.get(readText(bytes, bytes.indexOf(0, 5) + 1)) ?? EVERYTHING;
    return NOTHING;
  }
}

const readText = (bytes: Buffer, from: number): string => bytes.toString('latin1', from, bytes.indexOf(0, from));
