import type pg from 'pg';
import type { Parties } from '../../commands/peppol/send-document.ts';
import { ublOf } from '../../domain/documents/ubl.ts';
import { eInvoiceChecks, writeUbl, type UblAttachment, type UblDocument } from '../../domain/e-invoicing/index.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { readXml } from '../../outside/xml/read-xml.ts';
import { inTurns } from '../../support/yielding.ts';
import { writeInThread } from '../exports/writer-thread.ts';
import { shownRule } from '../peppol/broken-rules.ts';
import type { Services } from '../services.ts';
import { correspondenceOf, documentParty, type Correspondence } from './parties.ts';
import { printedCorrespondence } from './printed-correspondence.ts';

/** A document that was sold as the network takes it, whatever the rules have to say of it. */
export async function outgoingUbl(
  pool: pg.Pool,
  companyId: number,
  documentId: number,
): Promise<{ readonly name: string; readonly content: Buffer } | Refusal> {
  const found = await correspondenceOf(pool, companyId, documentId);
  if (!found) return refuse('not_found');
  const ubl = ublBetween(found, null);
  if (isRefusal(ubl)) return ubl;
  const { document } = found;
  return { name: document.number ?? String(document.id), content: Buffer.from(writeUbl(ubl)) };
}

/** `parties`: under which numbers both sides are known in the network; null: as their numbers make it likely. */
function ublBetween(found: Correspondence, parties: Parties | null): UblDocument | Refusal {
  const { document, vatCodes, bank, language, thirdParty, company } = found;
  const seller = documentParty({ ...company, peppol_identifier: parties?.sender ?? null });
  const buyer = documentParty(parties ? { ...thirdParty, peppol_identifier: parties.recipient } : thirdParty);
  return ublOf({ document, seller, buyer, vatCodes, bank, language, currency: company.currency });
}

/** Every rule for which the network would refuse it. */
export async function refusalOfRules(content: Buffer, language: Language): Promise<Refusal | null> {
  const checks = await inTurns(eInvoiceChecks(await readXml(content)));
  const broken = checks.filter(({ severity }) => severity === 'fatal');
  if (broken.length === 0) return null;
  const rules = broken.map((rule) => shownRule(rule, language));
  return refuse('ubl_rules_broken', { params: { rules: broken.map((rule) => rule.id).join(', ') } }, { rules });
}

export interface SendableDocument {
  readonly number: string;
  readonly documentType: 'invoice' | 'credit_note';
  readonly xml: Buffer;
}

/** A document as it is sent, with what people read inside, once the rules have nothing against it. */
export async function sendableDocument(
  { pool, files }: Pick<Services, 'pool' | 'files'>,
  companyId: number,
  documentId: number,
  parties: Parties,
  language: Language,
): Promise<SendableDocument | Refusal> {
  const found = await correspondenceOf(pool, companyId, documentId);
  if (!found) return refuse('not_found');
  const ubl = ublBetween(found, parties);
  if (isRefusal(ubl)) return ubl;
  // The rules are told before anything is drawn.
  const broken = await refusalOfRules(Buffer.from(writeUbl(ubl)), language);
  if (broken) return broken;
  const printed = await printedCorrespondence(found, found.language, files);
  const attachments = [attachmentOf(ubl, await writeInThread('PDF', printed), printed.title)];
  return { number: ubl.number, documentType: ubl.type, xml: Buffer.from(writeUbl({ ...ubl, attachments })) };
}

function attachmentOf({ number }: UblDocument, pdf: Uint8Array, description: string): UblAttachment {
  const fileName = `${number.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80) || 'document'}.pdf`;
  return {
    ...{ id: number, description, fileName, mimeType: 'application/pdf' },
    base64: Buffer.from(pdf).toString('base64'),
  };
}
