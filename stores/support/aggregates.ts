import {
  companyFile,
  type CompanyFile,
  type CompanyFileState,
  type CompanyFileCommand,
  type CompanyFileSubject,
} from '../../domain/company-file.ts';
import type { Decider } from '../../domain/decider.ts';
import { firm, type Firm, type FirmCommand, type FirmSubject } from '../../domain/firm.ts';
import type { DecidedEvent } from '../../domain/subject.ts';
import { user, type User, type UserCommand, type UserSubject } from '../../domain/user.ts';

/** The three kinds of streams and their deciders. */
export interface Aggregates {
  company: { command: CompanyFileCommand; state: CompanyFile; stored: CompanyFileState; subject: CompanyFileSubject };
  firm: { command: FirmCommand; state: Firm; stored: Firm; subject: FirmSubject };
  user: { command: UserCommand; state: User; stored: User; subject: UserSubject };
}

export type Kind = keyof Aggregates;
export type Command<K extends Kind> = Aggregates[K]['command'];
export type State<K extends Kind> = Aggregates[K]['state'];
/** The state of a stream that may not be opened yet. */
export type StoredState<K extends Kind> = Aggregates[K]['stored'];

/** The events that a command can produce. */
export type EventOfCommand<K extends Kind, C extends Command<K>> = DecidedEvent<Aggregates[K]['subject'], C['type']>;

export const deciders: { readonly [K in Kind]: Decider<Command<K>, StoredState<K>, State<K>> } = {
  company: companyFile,
  firm,
  user,
};

export const buildStreamName = (kind: Kind, id: number): string => `${kind}-${id}`;
