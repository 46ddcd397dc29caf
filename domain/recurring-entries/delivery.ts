import type { CompanyFile } from '../company-file-state.ts';
import { findPlatformAddress, getSirenOfAddress } from '../lifecycle/platform-address.ts';
import { listPeppolCandidates } from '../numbers/peppol-candidates.ts';
import { findSendingRefusal } from '../peppol/messages.ts';
import { findLiveRecord } from '../records/state.ts';
import { isRefusal, refuse, type Decision, type Refusal } from '../refusal.ts';
import { findThirdPartyCountry } from '../third-parties/completion.ts';
import type { ThirdPartyData } from '../third-parties/fields.ts';
import { resolvePeppolCheckSubject } from '../third-parties/technical-checks.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import type { DeliveryChannel, RecurringEvent } from './recurring-events.ts';

/** How documents of recurring entries reach the customer, and what became of it. */

/** The channel that the customer prefers: null if nothing is sent, a refusal if it cannot be used. */
export function findDelivery(thirdPartyId: number, file: CompanyFile): DeliveryChannel | null | Refusal {
  const customer = findLiveRecord(file.records, thirdParties, thirdPartyId)?.data;
  const channel = customer?.invoice_delivery ?? 'none';
  if (!customer || channel === 'none') return null;
  return findDeliveryRefusal(channel, customer, file) ?? channel;
}

function findDeliveryRefusal(channel: DeliveryChannel, customer: ThirdPartyData, file: CompanyFile): Refusal | null {
  switch (channel) {
    case 'mail':
      return customer.email ? null : refuse('mail_address_missing', { field: 'third_party_id' });
    case 'peppol': {
      const identifiers = resolvePeppolCheckSubject(customer, file);
      return findSendingRefusal(file.peppol) ?? (isRefusal(identifiers) ? identifiers : null);
    }
    case 'platform':
      if (findPlatformAddress(file.identity) === null) return refuse('platform_number_missing');
      return hasPlatformAddress(customer, file) ? null : refuse('platform_recipient_missing');
  }
}

function hasPlatformAddress(customer: ThirdPartyData, file: CompanyFile): boolean {
  const { peppol_identifier, enterprise_number, vat_number } = customer;
  const country = findThirdPartyCountry(customer, file);
  const candidates = listPeppolCandidates(country, enterprise_number ?? null, vat_number ?? null);
  return [peppol_identifier ?? '', ...candidates].some((address) => getSirenOfAddress(address) !== null);
}

/** A document that an occurrence has issued, for sending. */
export interface DeliveryFacts {
  readonly recurring_entry_id: number;
  readonly entry_id: number;
  readonly document_id: number;
  readonly channel: DeliveryChannel;
  readonly is_sent: boolean;
  /** Reason of the last failure. */
  readonly reason: string | null;
}

export type DeliveryOutcome =
  | { readonly mail_id?: number; readonly message_id?: number }
  | { readonly reason: string; readonly params?: Readonly<Record<string, string | number>> };

export interface RecordDelivery {
  readonly type: 'RecordDelivery';
  readonly facts: DeliveryFacts;
  readonly outcome: DeliveryOutcome;
}

/** A reason is recorded once, however often it is tried. */
export function decideDelivery({ facts, outcome }: RecordDelivery, file: CompanyFile): Decision<RecurringEvent> {
  const { recurring_entry_id: id, entry_id, document_id, channel, is_sent, reason } = facts;
  if (is_sent) return [];
  const version = (file.recurringEntries[id]?.version ?? 0) + 1;
  const data = { id, version, entry_id, document_id, channel };
  if (!('reason' in outcome)) return [{ type: 'RecurringDocumentSent', data: { ...data, ...outcome } }];
  if (outcome.reason === reason) return [];
  const { params } = outcome;
  return [{ type: 'RecurringDocumentNotSent', data: { ...data, reason: outcome.reason, ...(params && { params }) } }];
}
