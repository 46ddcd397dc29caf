/** One client for each server and process, shared by the logs that are open on it and closed with the last of them. */
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';

/** A server that is away does not keep the process from ending. */
const LONGEST_CLOSE_MS = 1_000;

export interface SharedClient {
  readonly client: EventStoreDBClient;
  release(): Promise<void>;
}

interface Entry {
  readonly client: EventStoreDBClient;
  readonly close: () => Promise<void>;
  users: number;
}

const entries = new Map<string, Entry>();

/** @throws Error when the URL cannot be understood */
export function shareClient(url: string): SharedClient {
  const entry = entries.get(url) ?? connect(url);
  entries.set(url, entry);
  entry.users += 1;
  let isReleased = false;
  return {
    client: entry.client,
    async release() {
      if (isReleased) return;
      isReleased = true;
      entry.users -= 1;
      if (entry.users > 0) return;
      entries.delete(url);
      await entry.close();
    },
  };
}

interface Channel {
  close(): void;
}

/**
 * Three things of the client are changed here. Appends go out as one call each: when the connection breaks, the client's
 * shared batch call rejects promises that nobody holds, which ends the process. A refused append is always an error,
 * whatever the URL says, for the value returned instead has no reliable revision. And the channel is kept at hand, as
 * `dispose` ends the calls but leaves the connection open.
 */
function connect(url: string): Entry {
  const client = parse(url);
  // Not part of what the client declares; pinned by the version in package.json and by the tests of this engine.
  const { getChannel } = client as unknown as { getChannel: () => Promise<Channel> };
  let channel: Channel | undefined;
  Object.defineProperties(client, {
    supports: { value: () => Promise.resolve(false) },
    throwOnAppendFailure: { value: true },
    getChannel: {
      value: async () => {
        channel = await getChannel();
        return channel;
      },
    },
  });
  return {
    client,
    users: 0,
    async close() {
      const patience = new AbortController();
      const longest = pause(LONGEST_CLOSE_MS, undefined, patience).catch(() => undefined);
      await Promise.race([client.dispose(), longest]);
      patience.abort();
      channel?.close();
    },
  };
}

/** The client's own error carries the whole URL, and a URL has a password in it: that must not reach a log. */
function parse(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch (error) {
    if (!(error instanceof Error) || !('connectionString' in error)) throw error;
    const expected = 'expected' in error ? String(error.expected) : 'esdb://';
    throw new Error(
      `The URL of EventStoreDB cannot be understood (${expected} is missing or wrong); for example esdb://user:password@host:2113?tls=true`,
    );
  }
}
