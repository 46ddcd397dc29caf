/**
 * An approved platform of France (plateforme agréée): it carries invoices and their statuses between companies, and
 * reports them to the tax office. Only such a platform may send. All of its answers are untrusted.
 */
export interface ApprovedPlatform {
  /** Name in the configuration. */
  readonly name: string;
  /**
   * Hands over an invoice or a status.
   * @throws OutsideUnavailable if the outcome is unknown, like all methods here
   */
  send(message: PlatformMessage): Promise<PlatformOutcome>;
  /** The platform's reference of a message that an earlier attempt handed over without receiving the answer. */
  findSent(trackingId: string): Promise<string | null>;
  /** Invoices and statuses that wait to be fetched, oldest first, limited to one response. */
  listInbox(holder: PlatformHolder): Promise<readonly PlatformItem[]>;
  /** Null if it is gone. */
  fetch(holder: PlatformHolder, reference: string): Promise<Buffer | null>;
  /** Marks an item as received. */
  acknowledge(holder: PlatformHolder, reference: string): Promise<void>;
  close(): Promise<void>;
}

/** A company at the platform. The platform must refuse an address that is not the caller's. */
export interface PlatformHolder {
  readonly companyId: number;
  /** Electronic address: `0225:732829320`. */
  readonly address: string;
}

export interface PlatformMessage {
  readonly sender: PlatformHolder;
  readonly recipient: string;
  /** The same for every attempt to hand over the same message, so that it is never carried twice. */
  readonly trackingId: string;
  readonly kind: PlatformItem['kind'];
  /** Number of the invoice. */
  readonly number: string;
  readonly xml: Buffer;
}

/** `refused` is permanent. */
export type PlatformOutcome =
  | { readonly kind: 'sent'; readonly reference: string }
  | { readonly kind: 'refused'; readonly reason: string | null };

export interface PlatformItem {
  readonly reference: string;
  readonly kind: 'document' | 'status';
  /** Address of the other company; for a status of the platform itself, too. */
  readonly sender: string;
}
