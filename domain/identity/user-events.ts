import { shape, type EventCatalogue } from '../event.ts';
import type { Language } from '../language.ts';

/** What can become of an account and of the tokens that act in its name. Secrets are hashed before they come here. */

export type TokenKind = 'session' | 'integration';

export type Registered = {
  id: number;
  name: string;
  email: string;
  password_hash: string;
  locale: Language | null;
  is_platform_admin: boolean;
  /** Absent: whoever opened the account vouches for the address, and it counts as verified. */
  email_verified?: boolean;
  /** The firm that opened the account for someone of its team; absent: no firm did. */
  opened_by_firm_id?: number;
};
export type Issued = {
  id: number;
  kind: TokenKind;
  name: string;
  secret_hash: string;
  abilities: readonly string[];
  expires_at: string | null;
};
/** Only what changed. */
export type Profile = { name?: string; locale?: Language | null };
export type EmailRequest = { request_id: string; email: string; expires_at: string };

export type UserEvent =
  | { type: 'UserRegistered'; data: Registered }
  | { type: 'ProfileChanged'; data: Profile }
  | { type: 'PasswordChanged'; data: { password_hash: string } }
  | { type: 'EmailChangeRequested'; data: EmailRequest }
  | { type: 'EmailConfirmed'; data: { request_id: string; email: string } }
  | { type: 'PlatformAdminAppointed'; data: Record<string, never> }
  | { type: 'TokenIssued'; data: Issued }
  | { type: 'TokenRevoked'; data: { id: number } };

const locale = { enum: ['fr', 'nl', 'en', 'de', null] };

export const userEvents = {
  UserRegistered: {
    version: 1,
    meaning:
      'A person got an account; of the password only an argon2id hash is kept. Unless `email_verified` says otherwise, whoever opened the account vouches for the address.',
    schema: shape.object(
      {
        id: shape.id,
        name: shape.text,
        email: shape.text,
        password_hash: shape.text,
        locale,
        is_platform_admin: shape.flag,
        email_verified: shape.flag,
        opened_by_firm_id: shape.id,
      },
      ['email_verified', 'opened_by_firm_id'],
    ),
  },
  ProfileChanged: {
    version: 1,
    meaning: 'The name or the language of the person changed; only what changed is told.',
    schema: shape.object({ name: shape.text, locale }, ['name', 'locale']),
  },
  PasswordChanged: {
    version: 1,
    meaning: 'The account got another password, of which only an argon2id hash is kept.',
    schema: shape.object({ password_hash: shape.text }),
  },
  EmailChangeRequested: {
    version: 1,
    meaning:
      'The person asked for another e-mail address; it counts once it is confirmed through the link mailed to it. An earlier request is void.',
    schema: shape.object({ request_id: shape.text, email: shape.text, expires_at: shape.timestamp }),
  },
  EmailConfirmed: {
    version: 1,
    meaning: 'The address asked for was confirmed through its link and is now the address of the account.',
    schema: shape.object({ request_id: shape.text, email: shape.text }),
  },
  PlatformAdminAppointed: {
    version: 1,
    meaning: 'The user became an administrator of the whole platform.',
    schema: shape.object({}),
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
