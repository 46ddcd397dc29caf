import type { Decider } from './decider.ts';
import { identity } from './identity/index.ts';
import type { User } from './identity/state.ts';
import { buildAggregate, type CommandOf, type EventRecordedBy } from './subject.ts';

export type { User } from './identity/state.ts';

/** All subjects of the user stream, one per line. */
const subjects = [identity];

export type UserSubject = (typeof subjects)[number];
export type UserCommand = CommandOf<UserSubject>;
export type UserEvent = EventRecordedBy<UserSubject>;

const { events, pack, unpack, ...decider } = buildAggregate<User, UserSubject>(subjects);

export const userEvents = events;

export const user = {
  ...decider,
  findOpened: (state) => state,
  // 2: versions before 1.3 cannot open sealed fields. Beside this one they save accounts without name and address.
  snapshot: { version: 2, pack, unpack },
} satisfies Decider<UserCommand, User>;
