import type pg from 'pg';
import type { Parties } from '../../commands/peppol/send-document.ts';
import { toUblDocument } from '../../domain/documents/ubl.ts';
import {
  checkEInvoiceInSteps,
  writeUbl,
  type UblAttachment,
  type UblDocument,
} from '../../domain/e-invoicing/index.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { readXml } from '../../outside/xml/read-xml.ts';
import { runInTurns } from '../../support/yielding.ts';
import { writeInThread } from '../exports/writer-thread.ts';
import { presentBrokenRule } from '../peppol/broken-rules.ts';
import type { Services } from '../services.ts';
import { findCorrespondence, toDocumentParty, type Correspondence } from './parties.ts';
import { buildPrintedCorrespondence } from './printed-correspondence.ts';

/** Builds the UBL of a sales document without checking the rules of the network. */
export async function buildOutgoingUbl(
  pool: pg.Pool,
  companyId: number,
  documentId: number,
): Promise<{ readonly name: string; readonly content: Buffer } | Refusal> {
  const found = await findCorrespondence(pool, companyId, documentId);
  if (!found) return refuse('not_found');
  const ubl = buildUbl(found, null);
  if (isRefusal(ubl)) return ubl;
  const { document } = found;
  return { name: document.number ?? String(document.id), content: Buffer.from(writeUbl(ubl)) };
}

/** `parties`: network identifiers of both sides; null: derived from their registration numbers. */
export function buildUbl(found: Correspondence, parties: Parties | null, isForNetwork = true): UblDocument | Refusal {
  const { document, vatCodes, bank, language, thirdParty, company } = found;
  const seller = toDocumentParty({ ...company, peppol_identifier: parties?.sender ?? null });
  const buyer = toDocumentParty(parties ? { ...thirdParty, peppol_identifier: parties.recipient } : thirdParty);
  return toUblDocument({ document, seller, buyer, vatCodes, bank, language, currency: company.currency, isForNetwork });
}

/** Checks every rule for which the network would reject the document; `concerns`: only these rules. */
export async function findRuleRefusal(
  content: Buffer,
  language: Language,
  concerns: (ruleId: string) => boolean = () => true,
): Promise<Refusal | null> {
  const checks = await runInTurns(checkEInvoiceInSteps(await readXml(content)));
  const broken = checks.filter(({ id, severity }) => severity === 'fatal' && concerns(id));
  if (broken.length === 0) return null;
  const rules = broken.map((rule) => presentBrokenRule(rule, language));
  return refuse('ubl_rules_broken', { params: { rules: broken.map((rule) => rule.id).join(', ') } }, { rules });
}

export interface SendableDocument {
  readonly number: string;
  readonly documentType: 'invoice' | 'credit_note';
  readonly xml: Buffer;
}

/** A document ready to send, with its PDF embedded, once it passes all rules. */
export async function buildSendableDocument(
  { pool, files }: Pick<Services, 'pool' | 'files'>,
  companyId: number,
  documentId: number,
  parties: Parties,
  language: Language,
): Promise<SendableDocument | Refusal> {
  const found = await findCorrespondence(pool, companyId, documentId);
  if (!found) return refuse('not_found');
  const ubl = buildUbl(found, parties);
  if (isRefusal(ubl)) return ubl;
  // Check the rules before rendering the PDF.
  const broken = await findRuleRefusal(Buffer.from(writeUbl(ubl)), language);
  if (broken) return broken;
  const printed = await buildPrintedCorrespondence(found, found.language, files);
  const attachments = [buildAttachment(ubl, await writeInThread('PDF', printed), printed.title)];
  return { number: ubl.number, documentType: ubl.type, xml: Buffer.from(writeUbl({ ...ubl, attachments })) };
}

function buildAttachment({ number }: UblDocument, pdf: Uint8Array, description: string): UblAttachment {
  const fileName = `${number.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80) || 'document'}.pdf`;
  return {
    id: number,
    description,
    fileName,
    mimeType: 'application/pdf',
    base64: Buffer.from(pdf).toString('base64'),
  };
}
