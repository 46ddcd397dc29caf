import type { Decider } from './decider.ts';
import { identity } from './identity/index.ts';
import type { User } from './identity/state.ts';
import { aggregate, type CommandOf, type EventRecordedBy } from './subject.ts';

export type { User } from './identity/state.ts';

/** Every subject of the stream of a user, one line each. */
const subjects = [identity];

export type UserSubject = (typeof subjects)[number];
export type UserCommand = CommandOf<UserSubject>;
export type UserEvent = EventRecordedBy<UserSubject>;

const { events, pack, unpack, ...decider } = aggregate<User, UserSubject>(subjects);

export const userEvents = events;

export const user = { ...decider, snapshot: { version: 1, pack, unpack } } satisfies Decider<UserCommand, User>;
