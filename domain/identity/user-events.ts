import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';
import { LANGUAGES } from '../language.ts';

/** Events of an account and of its tokens. Secrets are hashed before they reach an event. */

const TOKEN_KINDS = ['session', 'integration'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export const TOKEN_ABILITIES = ['read', 'write', 'sync'] as const;
export type TokenAbility = (typeof TOKEN_ABILITIES)[number];

/** Delivery of a link: mailed to the address of the account, or handed over by the person who requested it. */
const LINK_MEANS = ['mailed', 'handed_over'] as const;
export type LinkMeans = (typeof LINK_MEANS)[number];

const signOnSession = shape.object({
  /** Key of the provider in the configuration of the service. */
  provider: shape.text,
  /** The firm that the provider belongs to: the token sees nothing else. Null: a provider of the whole service. */
  firm_id: shape.reference,
});

/** How a token was opened through single sign-on. */
export type SignOnSession = TypeOf<typeof signOnSession>;

const locale = shape.optionalOneOf(...LANGUAGES);

export const userEvents = {
  UserRegistered: {
    version: 1,
    meaning:
      'A person got an account. The hash of the password is stored outside the log. Unless `email_verified` says otherwise, the opener of the account vouches for the address.',
    schema: shape.object(
      {
        id: shape.id,
        name: shape.text,
        email: shape.text,
        locale,
        is_platform_admin: shape.flag,
      },
      {
        /** Id of the password hash, which is stored outside the log. */
        password_id: shape.text,
        /** An argon2id hash. Only in older events, which contain the hash itself. */
        password_hash: shape.text,
        /** Absent: the opener of the account vouches for the address, so it counts as verified. */
        email_verified: shape.flag,
        /** The firm that opened the account for a team member. Absent if no firm did. */
        opened_by_firm_id: shape.id,
        /** For an account of the external platform, which verifies the password: the person's id there. */
        external_id: shape.text,
      },
    ),
    personal: [{ person: { user: true }, books: ['name', 'email'] }],
  },
  ProfileChanged: {
    version: 1,
    meaning: 'The name or the language of the person changed. The event has only the changed fields.',
    schema: shape.object({}, { name: shape.text, locale }),
    personal: [{ person: { user: true }, books: ['name'] }],
  },
  UserMirrored: {
    version: 1,
    meaning:
      'The external platform, which owns the account, changed the name or e-mail address of the person. The event has only the changed fields.',
    schema: shape.object({}, { name: shape.text, email: shape.text }),
    personal: [{ person: { user: true }, books: ['name', 'email'] }],
  },
  PasswordChanged: {
    version: 1,
    meaning: 'The password of the account changed. Its hash is stored outside the log.',
    schema: shape.object(
      {},
      {
        /** Id of the password hash. */
        password_id: shape.text,
        /** An argon2id hash. Only in older events, which contain the hash itself. */
        password_hash: shape.text,
        /** The link used to set the password. Absent if none was used. */
        link_id: shape.id,
      },
    ),
  },
  SecondFactorEnabled: {
    version: 1,
    meaning:
      'Signing in to the account requires a code of an authenticator app from now on. Its secret is not in the log.',
    schema: shape.object({}),
  },
  SecondFactorDisabled: {
    version: 1,
    meaning: 'Signing in requires only the password again.',
    schema: shape.object({}),
  },
  EmailChangeRequested: {
    version: 1,
    meaning:
      'The person requested another e-mail address. It takes effect once it is confirmed through the mailed link. An earlier request is void.',
    schema: shape.object({ request_id: shape.text, email: shape.text, expires_at: shape.timestamp }),
    personal: [{ person: { user: true }, books: ['email'] }],
  },
  EmailConfirmed: {
    version: 1,
    meaning: 'The requested address was confirmed through its link and is now the address of the account.',
    schema: shape.object({ request_id: shape.text, email: shape.text }),
    personal: [{ person: { user: true }, books: ['email'] }],
  },
  EmailChangeCancelled: {
    version: 1,
    meaning:
      'The requested address is void: the owner of the old address stopped the change, or the password was set again.',
    schema: shape.object({ request_id: shape.text }),
  },
  AccountClaimed: {
    version: 1,
    meaning:
      'The person claimed an account that a firm had opened for them, through a link. Its earlier password, sessions, tokens and address requests are void.',
    schema: shape.object(
      { link_id: shape.id, means: shape.oneOf(...LINK_MEANS) },
      {
        /** The firm that handed over the link, if it is the only proof. The person is not yet proven to other firms. */
        proven_to_firm_id: shape.id,
      },
    ),
  },
  InvitationAccepted: {
    version: 1,
    meaning: 'The person signed in and accepted an invitation through its link.',
    schema: shape.object({ link_id: shape.id }, { firm_id: shape.id }),
  },
  SignOnLinked: {
    version: 1,
    meaning:
      'A person of an identity provider signed in to the account for the first time. From now on, the issuer and the subject identify the account, whatever its e-mail address is.',
    schema: shape.object(
      { issuer: shape.text, subject: shape.text },
      {
        /** True: the provider proved the owner of the address, who claimed the account. */
        is_claim: shape.flag,
      },
    ),
  },
  SignOnUnlinked: {
    version: 1,
    meaning: 'The link between the account and the people of an identity provider was removed.',
    schema: shape.object({ issuer: shape.text, subject: shape.text }),
  },
  AccountJoined: {
    version: 1,
    meaning:
      'The owner joined this account into another one of the same address. It can no longer be used to sign in. What it recorded keeps its author.',
    schema: shape.object({ into_user_id: shape.id }),
  },
  AccountErased: {
    version: 1,
    meaning:
      'The person deleted their account. The listed keys are destroyed, so that earlier events no longer tell who the person was. History shows the pseudonym. It cannot be undone.',
    schema: shape.object({
      pseudonym: shape.text,
      /** Ids of the destroyed keys. */
      keys: shape.list(shape.text),
    }),
  },
  PlatformAdminAppointed: {
    version: 1,
    meaning: 'The user became an administrator of the whole platform.',
    schema: shape.object({}),
  },
  TokenIssued: {
    version: 1,
    meaning: 'A token was issued, at sign-in or for an integration. Only a SHA-256 hash of its secret is stored.',
    schema: shape.object(
      {
        id: shape.id,
        kind: shape.oneOf(...TOKEN_KINDS),
        name: shape.text,
        secret_hash: shape.text,
        abilities: shape.list(shape.oneOf(...TOKEN_ABILITIES), 1),
        expires_at: shape.optionalText,
      },
      {
        /** For a session opened through single sign-on, and for tokens issued in it. */
        sign_on: signOnSession,
      },
    ),
  },
  TokenRevoked: { version: 1, meaning: 'A token was revoked.', schema: shape.object({ id: shape.id }) },
} satisfies EventCatalogue;

export type UserEvent = EventOf<typeof userEvents>;
export type Registered = DataOfEvent<typeof userEvents, 'UserRegistered'>;
export type Issued = DataOfEvent<typeof userEvents, 'TokenIssued'>;
/** Only the changed fields. */
export type Profile = DataOfEvent<typeof userEvents, 'ProfileChanged'>;
export type EmailRequest = DataOfEvent<typeof userEvents, 'EmailChangeRequested'>;
