import { userEvents, type UserEvent } from '../../domain/identity/user-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { getStreamId } from '../support/provenance.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectUser } from './projector.ts';
import { signOnLinks, tokens, users } from './tables.ts';

const getUserKeys = (_data: unknown, stored: RecordedEvent) => [{ table: users, key: [getStreamId(stored)] }];

export const subject = {
  tables: [users, tokens, signOnLinks],
  project: handleEach(userEvents, projectUser),
  needs: {
    ...handleEach(userEvents, getUserKeys, { except: ['UserRegistered', 'TokenIssued', 'TokenRevoked'] }),
    TokenRevoked: ({ id }) => [{ table: tokens, key: [id] }],
  },
} satisfies Subject<UserEvent>;
