import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

/**
 * `pending`: the access point is verifying the company; `active`: others can send to the company; `refused`: the access
 * point refused it; `suspended`: the access point no longer serves it.
 */
export const REGISTRATION_STATUSES = ['pending', 'active', 'refused', 'suspended'] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

/** How a message travels: Peppol, or the approved platform of French companies. */
export const NETWORKS = ['peppol', 'platform'] as const;
export type Network = (typeof NETWORKS)[number];

export const MESSAGE_DIRECTIONS = ['in', 'out'] as const;
export type MessageDirection = (typeof MESSAGE_DIRECTIONS)[number];

/** Outgoing messages start as `queued` and follow the reports of the network. Incoming messages are `received`. */
export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'accepted', 'rejected', 'failed', 'received'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const MESSAGE_TYPES = ['invoice', 'credit_note', 'response', 'other'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** Source of the answer: the transport, the recipient's access point (MLR), or the recipient (IMR). */
export const ANSWER_KINDS = ['transport', 'mlr', 'imr'] as const;

const identifier = shape.matching('^\\d{4}:[a-z0-9][a-z0-9._/+-]{0,49}$');
const status = shape.oneOf(...REGISTRATION_STATUSES);

/** Reason of a failure: a code, which the API translates, and the answer of the other side. */
const failure = shape.object({ code: shape.text, detail: shape.optionalText });
export type MessageFailure = TypeOf<typeof failure>;

const answer = shape.object({
  kind: shape.oneOf(...ANSWER_KINDS),
  /** A code of UNCL 4343: AB, AP, RE, …. Null for a transport answer. */
  code: shape.optionalText,
  text: shape.optionalText,
});
export type NetworkAnswer = TypeOf<typeof answer>;

/** The exact content sent, kept in the file storage. */
const content = shape.object({ sha256: shape.matching('^[0-9a-f]{64}$'), size: shape.positive });
export type MessageContent = TypeOf<typeof content>;

/** Absent: Peppol. */
const network = shape.oneOf(...NETWORKS);

const registered = shape.object(
  {
    id: shape.id,
    identifier,
    provider: shape.text,
    /** Reference of the company at the access point. */
    reference: shape.text,
    status,
    /** Reason of the refusal. */
    reason: shape.optionalText,
    incoming_enabled: shape.flag,
    outgoing_enabled: shape.flag,
  },
  {
    /** Page where the company proves its identity. */
    verification_url: shape.text,
  },
);

const options = shape.object({}, { incoming_enabled: shape.flag, outgoing_enabled: shape.flag });
const changed = { id: shape.id, version: shape.positive };

/** Another company file with the same number, which asks the holder to hand it over. */
const transfer = shape.object({ id: shape.id, company_id: shape.id, company_name: shape.text });
export type PeppolTransfer = TypeOf<typeof transfer>;

export const peppolEvents = {
  PeppolRegistered: {
    version: 1,
    meaning: 'The company was registered in the Peppol network through an access point.',
    schema: registered,
  },
  PeppolStatusChecked: {
    version: 1,
    meaning: 'The access point reported the status of the registration.',
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
    meaning: 'The company changed what it receives or sends through the Peppol network.',
    schema: shape.object({ ...changed, changes: options, previous: options }),
  },
  PeppolTransferAsked: {
    version: 1,
    meaning: 'Another company file asked the holder of a number in the Peppol network to hand it over.',
    schema: shape.object({ ...changed, transfer }),
  },
  PeppolLeft: {
    version: 1,
    meaning:
      'The company left the Peppol network, handed its number over, or replaced a refused registration by another.',
    schema: shape.object(changed, {
      /** The company file that takes the number over. */
      transfer,
    }),
  },
  PeppolMessageQueued: {
    version: 1,
    meaning:
      'A document, or a status of one, was queued for the Peppol network or for the approved platform. The file storage holds the exact content.',
    schema: shape.object(
      {
        id: shape.id,
        document_id: shape.id,
        /** The recipient. */
        participant: identifier,
        document_type: shape.oneOf(...MESSAGE_TYPES),
        /** Document number, which the recipient uses in answers. */
        number: shape.text,
        content,
      },
      { network },
    ),
  },
  PeppolMessageMoved: {
    version: 1,
    meaning: 'The status of an outgoing message changed: the network reported it, or a user sent it again.',
    schema: shape.object(
      { ...changed, status: shape.oneOf(...MESSAGE_STATUSES), previous: shape.oneOf(...MESSAGE_STATUSES) },
      {
        error: failure,
        answer,
        /** Reference of the message at the access point. */
        reference: shape.text,
        /** Id of the message in the network. */
        envelope_id: shape.text,
        /** For a message that is sent again: the new content. */
        content,
      },
    ),
  },
  PeppolMessageReceived: {
    version: 1,
    meaning:
      'A message arrived through the Peppol network or the approved platform. An invoice is in the importer from then on.',
    schema: shape.object(
      {
        id: shape.id,
        /** Reference of the message at the access point or the platform. */
        reference: shape.text,
        envelope_id: shape.optionalText,
        /** The sender. */
        participant: shape.text,
        document_type: shape.oneOf(...MESSAGE_TYPES),
        import_id: shape.reference,
      },
      { network },
    ),
  },
} satisfies EventCatalogue;

export type PeppolEvent = EventOf<typeof peppolEvents>;
export type RegisteredPeppol = TypeOf<typeof registered>;
