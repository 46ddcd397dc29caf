import { randomUUID } from 'node:crypto';
import { NO_STREAM, WrongRevision, type JsonObject } from '../port.ts';
import type { LogNote, LogRegister } from '../register.ts';
import { openEventStoreDbLog, type EventStoreDbLogOptions } from './log.ts';
import { DEFAULT_PREFIX, createStreamNames, type StreamNames } from './stream-names.ts';

/** Does not start like a stream of the log, so its events are not part of the log. */
const REGISTER = 'log';

/** Register of a log in EventStoreDB, in a separate stream with the same prefix: `grandlivre_log`. */
export function openEventStoreDbRegister(options: EventStoreDbLogOptions): LogRegister {
  const log = openEventStoreDbLog({ ...options, names: buildRegisterNames(options.prefix ?? DEFAULT_PREFIX) });
  return {
    async readNotes() {
      const notes: LogNote[] = [];
      for await (const { data } of log.readStream(REGISTER)) notes.push(parseNote(data));
      return notes;
    },
    async addNote(note, read) {
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

function buildRegisterNames(prefix: string): StreamNames {
  // Without a prefix, the name itself must identify the application.
  const name = prefix === '' ? 'log-of-grandlivre' : createStreamNames(prefix).toStoredName(REGISTER);
  return { beginnings: [name], toStoredName: () => name, findOwnName: (stored) => (stored === name ? REGISTER : null) };
}

/** Anything that this service did not write is reported as an error. */
function parseNote(data: JsonObject): LogNote {
  if (typeof data['what'] === 'string' && typeof data['at'] === 'string') return data as JsonObject & LogNote;
  throw new Error('The stream that identifies the log contains an event that this service did not write');
}
