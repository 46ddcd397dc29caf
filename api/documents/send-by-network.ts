import type { z } from 'zod';
import { findParties, queueMessage } from '../../commands/peppol/send-document.ts';
import { refuseWithoutPlatform, type LookupToolbox, type PeppolToolbox } from '../../commands/peppol/toolbox.ts';
import type { CommandContext } from '../../commands/support/context.ts';
import { isIssued } from '../../domain/documents/build-context.ts';
import type { Language } from '../../domain/language.ts';
import { findPlatformAddress, getSirenOfAddress } from '../../domain/lifecycle/platform-address.ts';
import { listPeppolCandidates } from '../../domain/numbers/peppol-candidates.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findMessage } from '../../projections/peppol/queries.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { type PeppolMessage, presentMessage } from '../peppol/message.ts';
import { buildSendableDocument } from './outgoing-ubl.ts';
import { findCorrespondence, type Correspondence } from './parties.ts';

/** Queues a document for the Peppol network or the approved platform; the worker hands it over. */

export interface DocumentOnNetwork {
  readonly documentId: number;
  /** Address of the third party in the network; null: that of its record. */
  readonly to: string | null;
  readonly isForced: boolean;
  readonly baseVersion: number | null;
  /** Of messages about broken rules. */
  readonly language: Language;
  /** Language of the printed document; absent or null: that of the third party. */
  readonly printedIn?: Language | null;
  /** Refuses it if it was sent in any way, to anyone, or is not issued. */
  readonly isOnlyOnce?: boolean;
}

type Queued = { readonly messageId: number } | Refusal;

/** @throws OutsideUnavailable */
export async function queueOnPeppol(
  tools: LookupToolbox,
  companyId: number,
  asked: DocumentOnNetwork,
  context: CommandContext,
): Promise<Queued> {
  const { documentId, to } = asked;
  const parties = await findParties(tools, companyId, documentId, to);
  if (isRefusal(parties)) return parties;
  const options = { parties, profile: 'peppol', ...pickLanguages(asked) } as const;
  const sendable = await buildSendableDocument(tools, companyId, documentId, options);
  if (isRefusal(sendable)) return sendable;
  const message = { network: 'peppol', recipient: parties.recipient, ...pickMessage(asked), ...sendable } as const;
  return queueMessage(tools, companyId, message, context);
}

export async function queueOnPlatform(
  tools: PeppolToolbox,
  companyId: number,
  asked: DocumentOnNetwork,
  context: CommandContext,
): Promise<Queued> {
  const { documentId, to } = asked;
  if (tools.platform === null) return refuseWithoutPlatform();
  const found = await findCorrespondence(tools.pool, companyId, documentId);
  if (!found) return refuse('not_found');
  const recipient = findPlatformRecipient(found, to);
  if (isRefusal(recipient)) return recipient;
  const options = { parties: null, profile: 'fr', ...pickLanguages(asked) } as const;
  const sendable = await buildSendableDocument(tools, companyId, documentId, options);
  if (isRefusal(sendable)) return sendable;
  const message = { network: 'platform', recipient, ...pickMessage(asked), ...sendable } as const;
  return queueMessage(tools, companyId, message, context);
}

const pickLanguages = ({ language, printedIn = null }: DocumentOnNetwork) => ({ language, printedIn });
const pickMessage = ({ documentId, baseVersion, isForced, isOnlyOnce = false }: DocumentOnNetwork) => ({
  documentId,
  baseVersion,
  isForced,
  isOnlyOnce,
});

/** Only an issued document between French companies with a SIREN travels through the platform. */
export function findPlatformRecipient(
  { company, thirdParty, document }: Correspondence,
  to: string | null,
): string | Refusal {
  if (!isIssued(document)) return refuse('ubl_of_sales_only', { field: 'direction' });
  if (document.status !== 'booked') return refuse('document_not_issued', { field: 'id' });
  if (findPlatformAddress(company) === null) return refuse('platform_number_missing', { field: 'channel' });
  const { country, enterprise_number, vat_number, peppol_identifier } = thirdParty;
  const own = [peppol_identifier, ...listPeppolCandidates(country, enterprise_number, vat_number)];
  const address = [to, ...own].find((one) => one !== null && getSirenOfAddress(one) !== null);
  return address ? address.toLowerCase() : refuse('platform_recipient_missing', { field: 'to' });
}

type Request = Pick<RouteRequest, 'services' | 'company' | 'language' | 'write'>;
type Asked = Pick<DocumentOnNetwork, 'documentId' | 'to' | 'isForced'>;

/** Queues the document of a request, and presents the message. */
export async function sendByNetwork(
  { services, company, language, write }: Request,
  asked: Asked,
  queue: typeof queueOnPeppol | typeof queueOnPlatform,
): Promise<z.output<typeof PeppolMessage> | Refusal> {
  const wanted = { ...asked, baseVersion: write.baseVersion, language };
  const queued = await queue(services, company.id, wanted, write);
  if (isRefusal(queued)) return queued;
  return presentMessage((await findMessage(services.pool, company.id, queued.messageId))!, language);
}
