import { shape, type DomainEvent, type EventCatalogue } from '../event.ts';
import type { Language } from '../language.ts';
import { refuse, unreachable, type Decision } from '../refusal.ts';

/** A person who signs in, and the tokens that act in that person's name. Secrets are hashed before they come here. */

export interface User {
  readonly id: number | null;
  /** Living tokens by id. */
  readonly tokens: Readonly<Record<number, TokenKind>>;
}

export type TokenKind = 'session' | 'integration';

type Registered = {
  id: number;
  name: string;
  email: string;
  password_hash: string;
  locale: Language | null;
  is_platform_admin: boolean;
};
type Issued = {
  id: number;
  kind: TokenKind;
  name: string;
  secret_hash: string;
  abilities: readonly string[];
  expires_at: string | null;
};

export type UserCommand =
  | { type: 'RegisterUser'; details: Registered }
  | { type: 'IssueToken'; token: Issued }
  | { type: 'RevokeToken'; tokenId: number };

export type UserEvent =
  | { type: 'UserRegistered'; data: Registered }
  | { type: 'TokenIssued'; data: Issued }
  | { type: 'TokenRevoked'; data: { id: number } };

export const userEvents = {
  UserRegistered: {
    version: 1,
    meaning: 'A person got an account; of the password only an argon2id hash is kept.',
    schema: shape.object({
      id: shape.id,
      name: shape.text,
      email: shape.text,
      password_hash: shape.text,
      locale: { enum: ['fr', 'nl', 'en', 'de', null] },
      is_platform_admin: shape.flag,
    }),
  },
  TokenIssued: {
    version: 1,
    meaning: 'A token was issued, at sign-in or for an integration; of its secret only a SHA-256 hash is kept.',
    schema: shape.object({
      id: shape.id,
      kind: shape.oneOf('session', 'integration'),
      name: shape.text,
      secret_hash: shape.text,
      abilities: shape.list(shape.oneOf('read', 'write', 'sync'), 1),
      expires_at: { type: ['string', 'null'] },
    }),
  },
  TokenRevoked: { version: 1, meaning: 'A token stopped working.', schema: shape.object({ id: shape.id }) },
} satisfies EventCatalogue;

const initialState: User = { id: null, tokens: {} };

function decide(command: UserCommand, user: User): Decision<DomainEvent> {
  if (command.type === 'RegisterUser') {
    return user.id === null ? [{ type: 'UserRegistered', data: command.details }] : [];
  }
  if (user.id === null) return refuse('not_found');
  switch (command.type) {
    case 'IssueToken':
      return [{ type: 'TokenIssued', data: command.token }];
    case 'RevokeToken':
      return user.tokens[command.tokenId] === undefined
        ? []
        : [{ type: 'TokenRevoked', data: { id: command.tokenId } }];
    default:
      return unreachable(command);
  }
}

function evolve(user: User, fact: DomainEvent): User {
  const event = fact as UserEvent;
  switch (event.type) {
    case 'UserRegistered':
      return { ...user, id: event.data.id };
    case 'TokenIssued':
      return { ...user, tokens: { ...user.tokens, [event.data.id]: event.data.kind } };
    case 'TokenRevoked': {
      const { [event.data.id]: _revoked, ...tokens } = user.tokens;
      return { ...user, tokens };
    }
    default:
      return user;
  }
}

export const user = { initialState, decide, evolve };
