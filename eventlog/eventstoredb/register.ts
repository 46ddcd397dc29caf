import { randomUUID } from 'node:crypto';
import { NO_STREAM, WrongRevision, type JsonObject } from '../port.ts';
import type { LogNote, LogRegister } from '../register.ts';
import { openEventStoreDbLog, type EventStoreDbLogOptions } from './log.ts';
import { DEFAULT_PREFIX, streamNames, type StreamNames } from './stream-names.ts';

/** Its name begins as no stream of the log does, so that it is none of its events. */
const REGISTER = 'log';

/** What is known of a log in EventStoreDB, in a stream of its own under the same prefix: `grandlivre_log`. */
export function openEventStoreDbRegister(options: EventStoreDbLogOptions): LogRegister {
  const log = openEventStoreDbLog({ ...options, names: registerNames(options.prefix ?? DEFAULT_PREFIX) });
  return {
    async read() {
      const notes: LogNote[] = [];
      for await (const { data } of log.readStream(REGISTER)) notes.push(noteIn(data));
      return notes;
    },
    async add(note, read) {
      const event = { id: randomUUID(), type: note.what, version: 1, data: { ...note }, metadata: {} };
      const expectedRevision = read.length === 0 ? NO_STREAM : read.length - 1;
      try {
        await log.append({ stream: REGISTER, expectedRevision, events: [event] });
        return true;
      } catch (error) {
        if (error instanceof WrongRevision) return false;
        throw error;
      }
    },
    close: () => log.close(),
  };
}

function registerNames(prefix: string): StreamNames {
  // Without a prefix the name alone must tell whose it is.
  const name = prefix === '' ? 'log-of-grandlivre' : streamNames(prefix).stored(REGISTER);
  return { beginnings: [name], stored: () => name, own: (stored) => (stored === name ? REGISTER : null) };
}

/** Whatever else somebody has written there is not passed over in silence. */
function noteIn(data: JsonObject): LogNote {
  if (typeof data['what'] === 'string' && typeof data['at'] === 'string') return data as JsonObject & LogNote;
  throw new Error('The stream that tells which log it is holds something that this service has not written');
}
