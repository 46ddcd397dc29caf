import { passFaultPoint } from '../../database/fault-point.ts';
import { findPlatformAddress } from '../../domain/lifecycle/platform-address.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ApprovedPlatform, PlatformHolder, PlatformItem } from '../../outside/approved-platform/platform.ts';
import { findNamedDocument, isStatusKnown } from '../../projections/lifecycle/facts.ts';
import { findReceivedReferences } from '../../projections/peppol/facts.ts';
import { MAX_FILE_BYTES } from '../document-imports/arrivals.ts';
import { parseFile } from '../file-parsing/parse-file.ts';
import { UNREADABLE_MESSAGE } from '../peppol/read-message.ts';
import { recordMessage } from '../peppol/receive.ts';
import type { PeppolToolbox } from '../peppol/toolbox.ts';
import type { CommandContext } from '../support/context.ts';

/**
 * Fetches what waits at the platform: invoices go to the importer, statuses to the documents they name. An item is
 * acknowledged once it is recorded, so that a killed process leaves it waiting. @throws OutsideUnavailable
 */
export async function receiveFromPlatform(
  toolbox: PeppolToolbox,
  platform: ApprovedPlatform,
  companyId: number,
  context: CommandContext,
): Promise<void> {
  const { identity } = await toolbox.commands.loadState('company', companyId);
  const address = findPlatformAddress(identity);
  if (address === null) return;
  const holder = { companyId, address };
  for (const item of await platform.listInbox(holder)) {
    const isDone = await receiveItem(toolbox, { platform, holder, item }, context);
    passFaultPoint('after-platform-record');
    if (isDone) await platform.acknowledge(holder, item.reference);
  }
}

interface Waiting {
  readonly platform: ApprovedPlatform;
  readonly holder: PlatformHolder;
  readonly item: PlatformItem;
}

/** False if it must wait at the platform. */
async function receiveItem(toolbox: PeppolToolbox, waiting: Waiting, context: CommandContext): Promise<boolean> {
  const { platform, holder, item } = waiting;
  const xml = await platform.fetch(holder, item.reference);
  // What the importer cannot take stays at the platform, where it can be read.
  if (xml === null || xml.length > MAX_FILE_BYTES) return false;
  return item.kind === 'document'
    ? receiveDocument(toolbox, waiting, xml, context)
    : receiveStatus(toolbox, waiting, xml, context);
}

async function receiveDocument(
  toolbox: PeppolToolbox,
  { holder: { companyId }, item: { reference, sender } }: Waiting,
  xml: Buffer,
  context: CommandContext,
): Promise<boolean> {
  if ((await findReceivedReferences(toolbox.pool, companyId, [reference])).has(reference)) return true;
  const { type } = await parseFile('peppolMessage', { bytes: xml }, UNREADABLE_MESSAGE);
  // A Cross Industry Invoice has no type in Peppol.
  const documentType = type === 'other' || type === 'response' ? 'invoice' : type;
  const message = { reference, envelopeId: null, sender: sender.toLowerCase() };
  const arrived = { message, network: 'platform', xml, type: documentType } as const;
  return !isRefusal(await recordMessage(toolbox, companyId, arrived, context));
}

async function receiveStatus(
  { commands, ids, pool }: PeppolToolbox,
  { holder: { companyId }, item: { reference, sender } }: Waiting,
  xml: Buffer,
  context: CommandContext,
): Promise<boolean> {
  const message = await parseFile('platformStatus', { bytes: xml }, null);
  // Nothing that can be understood later either.
  if (message === null) return true;
  const document = await findNamedDocument(pool, companyId, sender.toLowerCase(), message.number);
  if (typeof document === 'string') return document === 'unknown';
  const [id] = await ids.allocate('document_lifecycle', 1);
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => ({
      type: 'RecordLifecycle',
      id: id!,
      documentId: document.id,
      network: 'platform',
      status: message.status,
      by: message.by === 'platform' ? 'platform' : 'partner',
      reasonCode: message.reasonCode,
      reason: message.reason,
      amount: message.amount,
      reference,
      statedAt: message.statedAt === '' ? null : message.statedAt,
      isKnown: await isStatusKnown(pool, companyId, reference),
    }),
    context,
  );
  return !isRefusal(outcome);
}
