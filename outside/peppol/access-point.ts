import type { PeppolDirectory } from './directory.ts';

/**
 * Access to the Peppol network: a certified provider that registers participants, accepts their messages and stores
 * incoming messages until they are fetched. All of its answers are untrusted.
 */
export interface AccessPoint {
  /** Name in the configuration and in the path of its webhook. */
  readonly name: string;
  /** It requires an address for registration. */
  readonly asksForAddress?: true;
  /** Directory of recipients, if it is a separate network. */
  readonly directory?: PeppolDirectory;
  /**
   * Registers a participant. Idempotent, because an earlier attempt may have succeeded without an answer.
   * @throws OutsideUnavailable if the outcome is unknown, like all methods here
   */
  register(participant: Participant): Promise<Registered>;
  /** Status of the registration. */
  fetchStanding(reference: string): Promise<Standing>;
  /** Sets whether others can send to the participant. */
  setReceiving(reference: string, isReceiving: boolean): Promise<void>;
  /** Has no effect if the participant has already left. */
  unregister(reference: string): Promise<void>;
  sendMessage(message: OutgoingMessage): Promise<SendOutcome>;
  /** Finds a message that an earlier attempt sent without receiving the answer; null if there is none. */
  findSent(message: Omit<OutgoingMessage, 'xml'>): Promise<Sent | null>;
  /** Delivery result of a sent message; null if nothing new is known. */
  fetchOutcome(reference: string, messageReference: string): Promise<DeliveryReport | null>;
  /** Incoming messages that wait to be fetched, oldest first, limited to one response. */
  listInbox(reference: string): Promise<readonly WaitingMessage[]>;
  /** Null if the message is gone. */
  fetchMessage(reference: string, messageReference: string): Promise<Buffer | null>;
  /** Marks the message as received. `isReadable`: it was understood; some providers tell the sender. */
  acknowledge(reference: string, messageReference: string, isReadable: boolean): Promise<void>;
  /** The participant concerned by a webhook call; null if the signature is invalid. Runs in constant time. */
  parseNotification(headers: CallHeaders, body: Buffer): Notification | null;
  close(): Promise<void>;
}

export type CallHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Participant {
  /** `0208:0477472701` */
  readonly identifier: string;
  readonly name: string;
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  /** ISO 3166-1, two letters. */
  readonly country: string;
  readonly enterpriseNumber: string | null;
  readonly vatNumber: string | null;
  readonly isReceiving: boolean;
}

/** `pending`: the provider is verifying the participant. */
export interface Standing {
  readonly status: 'pending' | 'active' | 'refused' | 'suspended';
  /** Reason given by the provider. */
  readonly reason: string | null;
}

export interface Registered extends Standing {
  /** Id of the participant at the provider. */
  readonly reference: string;
  /** Page where the participant proves its identity. */
  readonly verificationUrl: string | null;
}

export interface OutgoingMessage {
  /** Registration of the sender. */
  readonly reference: string;
  readonly sender: string;
  readonly recipient: string;
  readonly documentType: string;
  readonly process: string;
  /** Document number. */
  readonly number: string;
  readonly xml: Buffer;
}

export interface Sent {
  readonly reference: string;
  /** Id of the message in the network. */
  readonly envelopeId: string | null;
  /** Confirmed by the access point of the recipient. */
  readonly isDelivered: boolean;
}

/** `refused` is permanent. */
export type SendOutcome =
  | ({ readonly kind: 'sent' } & Sent)
  | { readonly kind: 'refused'; readonly reason: string | null };

export type DeliveryReport =
  | { readonly kind: 'delivered'; readonly envelopeId: string | null }
  | { readonly kind: 'failed'; readonly reason: string | null };

export interface WaitingMessage {
  readonly reference: string;
  readonly envelopeId: string | null;
  readonly sender: string;
}

/** A change of a registration, of a sent message, or in the inbox. */
export interface Notification {
  readonly reference: string;
}
