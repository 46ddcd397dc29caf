import { shape, type DataOfEvent, type EventCatalogue, type EventOf } from '../event.ts';
import { LANGUAGES } from '../language.ts';

/** What can become of an account and of the tokens that act in its name. Secrets are hashed before they come here. */

const TOKEN_KINDS = ['session', 'integration'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export const TOKEN_ABILITIES = ['read', 'write', 'sync'] as const;
export type TokenAbility = (typeof TOKEN_ABILITIES)[number];

/** How a link came to the person: to the address of the account, or handed over by whoever asked for it. */
const LINK_MEANS = ['mailed', 'handed_over'] as const;
export type LinkMeans = (typeof LINK_MEANS)[number];

const locale = shape.optionalOneOf(...LANGUAGES);

export const userEvents = {
  UserRegistered: {
    version: 1,
    meaning:
      'A person got an account; the hash of the password is kept outside the log. Unless `email_verified` says otherwise, whoever opened the account vouches for the address.',
    schema: shape.object(
      {
        id: shape.id,
        name: shape.text,
        email: shape.text,
        locale,
        is_platform_admin: shape.flag,
      },
      {
        /** Under which the hash of the password is kept, outside the log. */
        password_id: shape.text,
        /** An argon2id hash: only in events from before it was kept outside the log. */
        password_hash: shape.text,
        /** Absent: whoever opened the account vouches for the address, and it counts as verified. */
        email_verified: shape.flag,
        /** The firm that opened the account for someone of its team; absent: no firm did. */
        opened_by_firm_id: shape.id,
        /** Of an account of the external platform, which checks the password: its id of the person. */
        external_id: shape.text,
      },
    ),
  },
  ProfileChanged: {
    version: 1,
    meaning: 'The name or the language of the person changed; only what changed is told.',
    schema: shape.object({}, { name: shape.text, locale }),
  },
  UserMirrored: {
    version: 1,
    meaning:
      'The external platform, whose account it is, knows the person under another name or e-mail address now; only what changed is told.',
    schema: shape.object({}, { name: shape.text, email: shape.text }),
  },
  PasswordChanged: {
    version: 1,
    meaning: 'The account got another password, whose hash is kept outside the log.',
    schema: shape.object(
      {},
      {
        /** Under which the hash is kept. */
        password_id: shape.text,
        /** An argon2id hash: only in events from before it was kept outside the log. */
        password_hash: shape.text,
        /** The link through which it was chosen; absent: without one. */
        link_id: shape.id,
      },
    ),
  },
  SecondFactorEnabled: {
    version: 1,
    meaning:
      'Signing in to the account asks for a code of an authenticator app from here on; its secret is not in the log.',
    schema: shape.object({}),
  },
  SecondFactorDisabled: {
    version: 1,
    meaning: 'Signing in to the account asks for the password alone again.',
    schema: shape.object({}),
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
  AccountClaimed: {
    version: 1,
    meaning:
      'The person took over an account that a firm had opened for them, through a link; whatever password, session, token or wish for another address it had before is void.',
    schema: shape.object(
      { link_id: shape.id, means: shape.oneOf(...LINK_MEANS) },
      {
        /** The firm that handed the link over, where nothing else was proven: to others the person is still to be proven. */
        proven_to_firm_id: shape.id,
      },
    ),
  },
  InvitationAccepted: {
    version: 1,
    meaning: 'The person signed in and agreed to an invitation, through its link.',
    schema: shape.object({ link_id: shape.id }, { firm_id: shape.id }),
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
      kind: shape.oneOf(...TOKEN_KINDS),
      name: shape.text,
      secret_hash: shape.text,
      abilities: shape.list(shape.oneOf(...TOKEN_ABILITIES), 1),
      expires_at: shape.optionalText,
    }),
  },
  TokenRevoked: { version: 1, meaning: 'A token stopped working.', schema: shape.object({ id: shape.id }) },
} satisfies EventCatalogue;

export type UserEvent = EventOf<typeof userEvents>;
export type Registered = DataOfEvent<typeof userEvents, 'UserRegistered'>;
export type Issued = DataOfEvent<typeof userEvents, 'TokenIssued'>;
/** Only what changed. */
export type Profile = DataOfEvent<typeof userEvents, 'ProfileChanged'>;
export type EmailRequest = DataOfEvent<typeof userEvents, 'EmailChangeRequested'>;
