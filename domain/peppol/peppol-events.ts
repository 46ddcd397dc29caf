import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

/**
 * `pending`: the access point looks at who asks; `active`: others can send to the company; `refused`: the access point does not
 * take it; `suspended`: it did, and does so no longer.
 */
export const REGISTRATION_STATUSES = ['pending', 'active', 'refused', 'suspended'] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

export const MESSAGE_DIRECTIONS = ['in', 'out'] as const;
export type MessageDirection = (typeof MESSAGE_DIRECTIONS)[number];

/** Of what is sent: from `queued` on, as the network reports. What comes in is `received`. */
export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'accepted', 'rejected', 'failed', 'received'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const MESSAGE_TYPES = ['invoice', 'credit_note', 'response', 'other'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** Who has said it: the transport, the access point of the recipient (MLR), or the recipient (IMR). */
export const ANSWER_KINDS = ['transport', 'mlr', 'imr'] as const;

const identifier = shape.matching('^\\d{4}:[a-z0-9][a-z0-9._/+-]{0,49}$');
const status = shape.oneOf(...REGISTRATION_STATUSES);

/** Why it did not work: a code, whose words are the API's, and what the other side said. */
const failure = shape.object({ code: shape.text, detail: shape.optionalText });
export type MessageFailure = TypeOf<typeof failure>;

const answer = shape.object({
  kind: shape.oneOf(...ANSWER_KINDS),
  /** Of UNCL 4343: AB, AP, RE, …; null where the transport speaks. */
  code: shape.optionalText,
  text: shape.optionalText,
});
export type NetworkAnswer = TypeOf<typeof answer>;

/** What went out, as it was: the file storage has it. */
const content = shape.object({ sha256: shape.matching('^[0-9a-f]{64}$'), size: shape.positive });
export type MessageContent = TypeOf<typeof content>;

const registered = shape.object(
  {
    id: shape.id,
    identifier,
    provider: shape.text,
    /** By which the access point knows the company. */
    reference: shape.text,
    status,
    /** Why it was refused. */
    reason: shape.optionalText,
    incoming_enabled: shape.flag,
    outgoing_enabled: shape.flag,
  },
  {
    /** Where the company proves who it is. */
    verification_url: shape.text,
  },
);

const options = shape.object({}, { incoming_enabled: shape.flag, outgoing_enabled: shape.flag });
const changed = { id: shape.id, version: shape.positive };

export const peppolEvents = {
  PeppolRegistered: {
    version: 1,
    meaning: 'The company was registered in the Peppol network through an access point.',
    schema: registered,
  },
  PeppolStatusChecked: {
    version: 1,
    meaning: 'The access point said where the registration of the company stands.',
    schema: shape.object({
      ...changed,
      status,
      previous: status,
      reason: shape.optionalText,
      checked_at: shape.timestamp,
    }),
  },
  PeppolOptionsChanged: {
    version: 1,
    meaning: 'What the company takes from the Peppol network, or sends through it, was changed.',
    schema: shape.object({ ...changed, changes: options, previous: options }),
  },
  PeppolLeft: {
    version: 1,
    meaning: 'The company left the Peppol network, or a registration that was refused was set aside for another one.',
    schema: shape.object(changed),
  },
  PeppolMessageQueued: {
    version: 1,
    meaning: 'A document is to be sent through the Peppol network. The file storage has it as it goes out.',
    schema: shape.object({
      id: shape.id,
      document_id: shape.id,
      /** The recipient. */
      participant: identifier,
      document_type: shape.oneOf(...MESSAGE_TYPES),
      /** Of the document, by which the recipient speaks of it. */
      number: shape.text,
      content,
    }),
  },
  PeppolMessageMoved: {
    version: 1,
    meaning: 'Something became of a message that was sent: the network reports it, or somebody has it sent again.',
    schema: shape.object(
      { ...changed, status: shape.oneOf(...MESSAGE_STATUSES), previous: shape.oneOf(...MESSAGE_STATUSES) },
      {
        error: failure,
        answer,
        /** By which the access point knows the message. */
        reference: shape.text,
        /** By which the network knows it. */
        envelope_id: shape.text,
        /** Of a message that is sent again, as it goes out now. */
        content,
      },
    ),
  },
  PeppolMessageReceived: {
    version: 1,
    meaning: 'A message came in through the Peppol network; an invoice is in the importer from then on.',
    schema: shape.object({
      id: shape.id,
      /** By which the access point knows the message. */
      reference: shape.text,
      envelope_id: shape.optionalText,
      /** The sender. */
      participant: shape.text,
      document_type: shape.oneOf(...MESSAGE_TYPES),
      import_id: shape.reference,
    }),
  },
} satisfies EventCatalogue;

export type PeppolEvent = EventOf<typeof peppolEvents>;
export type RegisteredPeppol = TypeOf<typeof registered>;
