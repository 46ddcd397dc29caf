import type { PeppolDirectory } from './directory.ts';

/**
 * The way into the Peppol network: a certified provider that registers participants, takes what they send and keeps what comes
 * in for them until it was fetched. Each of its answers is that of a stranger.
 */
export interface AccessPoint {
  /** As the configuration and the address of its webhook name it. */
  readonly name: string;
  /** Several may have the same number there; elsewhere a number is registered once. */
  readonly sharesNumbers?: true;
  /** It registers nobody without one. */
  readonly asksForAddress?: true;
  /** Where recipients are looked up, when it is a network of its own. */
  readonly directory?: PeppolDirectory;
  /**
   * Registered once, however often it is asked for: an earlier attempt may have got through without our hearing of it.
   * @throws OutsideUnavailable when nothing is known of what came of it, as all the others
   */
  register(participant: Participant): Promise<Registered>;
  /** Where the registration stands. */
  standing(reference: string): Promise<Standing>;
  /** Whether others can send to the participant. */
  setReceiving(reference: string, isReceiving: boolean): Promise<void>;
  /** Does nothing to one that has left already. */
  leave(reference: string): Promise<void>;
  send(message: OutgoingMessage): Promise<SendOutcome>;
  /** A message that an earlier attempt has handed over, although its answer never came; null: there is none. */
  findSent(message: Omit<OutgoingMessage, 'xml'>): Promise<Sent | null>;
  /** What became of a message that was handed over; null: nothing new is known. */
  outcome(reference: string, messageReference: string): Promise<DeliveryReport | null>;
  /** Messages that wait to be fetched, the oldest first, as many as one answer has. */
  inbox(reference: string): Promise<readonly WaitingMessage[]>;
  /** Null for one that is gone. */
  fetch(reference: string, messageReference: string): Promise<Buffer | null>;
  /** It need not be offered again. `isReadable`: it was understood, which some tell the sender. */
  acknowledge(reference: string, messageReference: string, isReadable: boolean): Promise<void>;
  /** Whom a call of the provider is about; null for one that the provider has not signed. Takes the same time either way. */
  notification(headers: CallHeaders, body: Buffer): Notification | null;
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

/** `pending`: the provider looks at who asks. */
export interface Standing {
  readonly status: 'pending' | 'active' | 'refused' | 'suspended';
  /** What the provider says to it. */
  readonly reason: string | null;
}

export interface Registered extends Standing {
  /** By which the provider knows the participant. */
  readonly reference: string;
  /** Where the participant proves who it is. */
  readonly verificationUrl: string | null;
}

export interface OutgoingMessage {
  /** Of the registration of the sender. */
  readonly reference: string;
  readonly sender: string;
  readonly recipient: string;
  readonly documentType: string;
  readonly process: string;
  /** Of the document. */
  readonly number: string;
  readonly xml: Buffer;
}

export interface Sent {
  readonly reference: string;
  /** By which the network knows it. */
  readonly envelopeId: string | null;
  /** The access point of the recipient has confirmed it. */
  readonly isDelivered: boolean;
}

/** Refused: it will never be taken as it is. */
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

/** Something has happened: to a registration, to what it sent, or in its inbox. */
export interface Notification {
  readonly reference: string;
}
