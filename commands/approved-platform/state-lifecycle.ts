import { randomUUID } from 'node:crypto';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { writeInvoiceResponse } from '../../domain/peppol/invoice-response.ts';
import { findSendingRefusal } from '../../domain/peppol/messages.ts';
import { findStatusProblems, type ExchangedDocument } from '../../domain/lifecycle/lifecycle.ts';
import { findPlatformAddress, getSirenOfAddress } from '../../domain/lifecycle/platform-address.ts';
import { writeStatusMessage } from '../../domain/lifecycle/status-message.ts';
import { toBookDate } from '../../domain/dates.ts';
import { isRefusal, refuse, refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { findDocumentFacts } from '../../projections/documents/facts.ts';
import { findExchangedDocument, type ExchangedDocumentFacts } from '../../projections/lifecycle/facts.ts';
import { wakePeppolWorkers } from '../../stores/peppol/due.ts';
import { refuseNotConfigured, refuseWithoutPlatform, type PeppolToolbox } from '../peppol/toolbox.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import { createTimestamp } from '../support/timestamp.ts';

export interface StatusToState {
  readonly documentId: number;
  readonly status: string;
  readonly reasonCode: string | null;
  readonly reason: string | null;
  readonly amount: string | null;
}

/** States a status of ours and queues it for the other side. Returns the id of the recorded step. */
export async function stateLifecycle(
  toolbox: PeppolToolbox,
  companyId: number,
  asked: StatusToState,
  context: CommandContext,
): Promise<{ readonly stepId: number } | Refusal> {
  const { commands, ids, pool, files } = toolbox;
  const document = await findExchangedDocument(pool, companyId, asked.documentId);
  if (!document) return refuseNotExchanged(toolbox, companyId, asked.documentId);
  const problems = findStatusProblems({ ...asked, document });
  if (problems.length > 0) return refuseInvalid(problems);
  const file = await commands.loadState('company', companyId);
  const text =
    document.exchange?.network === 'peppol'
      ? writeOwnResponse(toolbox, document, asked, file)
      : writeOwnStatus(toolbox, document, asked, file);
  if (isRefusal(text)) return text;
  const xml = Buffer.from(text);
  const content = { sha256: await files.put('documents', xml), size: xml.length };
  const [[id], [messageId]] = await Promise.all([
    ids.allocate('document_lifecycle', 1),
    ids.allocate('peppol_messages', 1),
  ]);
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await findExchangedDocument(pool, companyId, asked.documentId);
      if (!facts) return refuse('document_not_exchanged');
      const { document_date: _date, is_credit_note: _credit, name: _name, ...now }: ExchangedDocumentFacts = facts;
      const { status, reasonCode, reason, amount } = asked;
      const known: ExchangedDocument = now;
      const command = { id: id!, messageId: messageId!, document: known, status, reasonCode, reason, amount, content };
      return { type: 'StateLifecycle', ...command };
    },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  await wakePeppolWorkers(pool);
  return { stepId: getFirstOfType(outcome.events, 'DocumentLifecycleChanged').data.id };
}

async function refuseNotExchanged(
  { pool }: Pick<PeppolToolbox, 'pool'>,
  companyId: number,
  documentId: number,
): Promise<Refusal> {
  const document = await findDocumentFacts(pool, companyId, documentId);
  return refuse(!document || document.is_trashed ? 'not_found' : 'document_not_exchanged');
}

/** The seller of a sale is the company itself, that of a purchase the other side. */
function writeOwnStatus(
  { platform }: PeppolToolbox,
  document: ExchangedDocumentFacts,
  asked: StatusToState,
  { identity }: CompanyFile,
): string | Refusal {
  if (platform === null) return refuseWithoutPlatform();
  const own = findPlatformAddress(identity);
  const isSale = document.direction === 'sale';
  const seller = isSale ? own : (document.exchange?.participant ?? null);
  return writeStatusMessage({
    status: asked.status,
    by: isSale ? 'seller' : 'buyer',
    number: document.number ?? '',
    issueDate: document.document_date,
    sellerSiren: seller && getSirenOfAddress(seller),
    reasonCode: asked.reasonCode,
    reason: asked.reason,
    amount: asked.amount,
    statedAt: createTimestamp(),
  });
}

/** The answer of the buyer to the seller, over the network by which the invoice came. */
function writeOwnResponse(
  { accessPoint }: PeppolToolbox,
  { exchange, number, document_date, is_credit_note, name }: ExchangedDocumentFacts,
  { status, reasonCode, reason }: StatusToState,
  { identity, peppol }: CompanyFile,
): string | Refusal {
  const refusal = findSendingRefusal(peppol);
  if (refusal) return refusal;
  if (accessPoint === null || accessPoint.name !== peppol!.provider) return refuseNotConfigured();
  return writeInvoiceResponse({
    id: randomUUID(),
    issueDate: toBookDate(new Date()),
    code: status,
    reasonCode,
    reason,
    sender: { identifier: peppol!.identifier, name: identity.name },
    recipient: { identifier: exchange!.participant, name },
    invoice: { number: number ?? '', issueDate: document_date, isCreditNote: is_credit_note },
  });
}
