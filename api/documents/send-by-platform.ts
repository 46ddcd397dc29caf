import type { z } from 'zod';
import { queueMessage } from '../../commands/peppol/send-document.ts';
import { refuseWithoutPlatform } from '../../commands/peppol/toolbox.ts';
import { findPlatformAddress, getSirenOfAddress } from '../../domain/lifecycle/platform-address.ts';
import { listPeppolCandidates } from '../../domain/numbers/peppol-candidates.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findMessage } from '../../projections/peppol/queries.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { type PeppolMessage, presentMessage } from '../peppol/message.ts';
import { buildSendableDocument } from './outgoing-ubl.ts';
import { findCorrespondence, type Correspondence } from './parties.ts';

type Request = Pick<RouteRequest, 'services' | 'company' | 'language' | 'write'>;

interface DocumentAtPlatform {
  readonly documentId: number;
  /** Electronic address of the customer; null: that of its record. */
  readonly to: string | null;
  readonly isForced: boolean;
}

/** Queues an issued French sale for the approved platform; the worker hands it over. */
export async function sendByPlatform(
  { services, company, language, write }: Request,
  { documentId, to, isForced }: DocumentAtPlatform,
): Promise<z.output<typeof PeppolMessage> | Refusal> {
  if (services.platform === null) return refuseWithoutPlatform();
  const found = await findCorrespondence(services.pool, company.id, documentId);
  if (!found) return refuse('not_found');
  const recipient = findRecipient(found, to);
  if (isRefusal(recipient)) return recipient;
  const sendable = await buildSendableDocument(services, company.id, documentId, {
    parties: null,
    profile: 'fr',
    language,
  });
  if (isRefusal(sendable)) return sendable;
  const queued = await queueMessage(
    services,
    company.id,
    { network: 'platform', documentId, baseVersion: write.baseVersion, recipient, ...sendable, isForced },
    write,
  );
  if (isRefusal(queued)) return queued;
  return presentMessage((await findMessage(services.pool, company.id, queued.messageId))!, language);
}

/** Only an issued sale between French companies with a SIREN travels through the platform. */
function findRecipient({ company, thirdParty, document }: Correspondence, to: string | null): string | Refusal {
  if (document.direction !== 'sale') return refuse('ubl_of_sales_only', { field: 'direction' });
  if (document.status !== 'booked') return refuse('document_not_issued', { field: 'id' });
  if (findPlatformAddress(company) === null) return refuse('platform_number_missing', { field: 'channel' });
  const { country, enterprise_number, vat_number, peppol_identifier } = thirdParty;
  const own = [peppol_identifier, ...listPeppolCandidates(country, enterprise_number, vat_number)];
  const address = [to, ...own].find((one) => one !== null && getSirenOfAddress(one) !== null);
  return address ? address.toLowerCase() : refuse('platform_recipient_missing', { field: 'to' });
}
