import type pg from 'pg';
import type { Parties } from '../../commands/peppol/send-document.ts';
import { getTaxCurrency } from '../../domain/currency/tax-rate.ts';
import { applyFrenchProfile } from '../../domain/documents/french-profile.ts';
import { getVatCategory, toUblDocument } from '../../domain/documents/ubl.ts';
import type { Mention } from '../../domain/documents/document-events.ts';
import type { InvoiceContext } from '../../domain/documents/invoice-context.ts';
import { chooseMentions } from '../../domain/documents/mentions.ts';
import { isSelfBilled } from '../../domain/documents/self-billing.ts';
import { findTaxPoint } from '../../domain/documents/tax-point.ts';
import { omitFrenchNotes, toUblMentions, type UblMentions } from '../../domain/documents/ubl-mentions.ts';
import {
  checkEInvoiceInSteps,
  writeUbl,
  type InvoiceProfile,
  type InvoiceSyntax,
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
import { findCorrespondence, listMentions, toDocumentParty, type Correspondence } from './parties.ts';
import { buildPrintedCorrespondence } from './printed-correspondence.ts';

/** Builds the UBL of a sale or a self-billed purchase without checking the rules of the network. */
export async function buildOutgoingUbl(
  pool: pg.Pool,
  companyId: number,
  documentId: number,
  profile: InvoiceProfile = 'peppol',
): Promise<{ readonly name: string; readonly content: Buffer } | Refusal> {
  const found = await findCorrespondence(pool, companyId, documentId);
  if (!found) return refuse('not_found');
  const ubl = buildUbl(found, null, { profile });
  if (isRefusal(ubl)) return ubl;
  const { document } = found;
  return { name: document.number ?? String(document.id), content: Buffer.from(writeUbl(ubl)) };
}

/** `parties`: network identifiers of both sides; null: derived from their registration numbers. */
export function buildUbl(
  found: Correspondence,
  parties: Parties | null,
  { isForNetwork = true, profile = 'peppol' }: UblPurpose = {},
): UblDocument | Refusal {
  const { document, vatCodes, bank, language, thirdParty, company } = found;
  const own = toDocumentParty({ ...company, peppol_identifier: parties?.sender ?? null });
  const other = toDocumentParty(parties ? { ...thirdParty, peppol_identifier: parties.recipient } : thirdParty);
  const [seller, buyer] = isSelfBilled(document) ? [other, own] : [own, other];
  const stated = listMentions(found, language);
  const mentions = found.invoice && buildMentions(stated, found.invoice, profile);
  const currencies = { currency: company.currency, taxCurrency: getTaxCurrency(company.country_pack) };
  const sent = { bank, language, ...currencies, returnRate: found.returnRate, isForNetwork, advances: found.advances };
  const taxPoint = found.invoice && findTaxPoint(found.invoice);
  const given = { document, seller, buyer, vatCodes, taxPoint, ...sent };
  const ubl = toUblDocument({ ...given, ...(mentions && { mentions }) });
  return profile === 'peppol' || isRefusal(ubl)
    ? ubl
    : applyFrenchProfile(ubl, document, [...stated, ...listTerms(found)]);
}

/** The French rules want the terms of payment on credit notes too, which do not print them. */
const listTerms = ({ document, invoice, language }: Correspondence): readonly Mention[] =>
  invoice && document.is_credit_note
    ? chooseMentions({ ...invoice, language, document: { ...invoice.document, is_credit_note: false } }).mentions
    : [];

const buildMentions = (stated: readonly Mention[], invoice: InvoiceContext, profile: InvoiceProfile): UblMentions =>
  toUblMentions(profile === 'fr' ? omitFrenchNotes(stated, invoice) : stated, invoice, getVatCategory);

export interface UblPurpose {
  /** False: it is handed over in another way, so that no electronic address is needed. */
  readonly isForNetwork?: boolean;
  readonly profile?: InvoiceProfile;
}

interface RulesToKeep {
  readonly profile?: InvoiceProfile | undefined;
  readonly syntax?: InvoiceSyntax;
  /** Only these rules. */
  readonly concerns?: (ruleId: string) => boolean;
}

/** Checks every rule for which the network would reject the document. */
export async function findRuleRefusal(
  content: Buffer,
  language: Language,
  { profile = 'peppol', syntax = 'ubl', concerns = () => true }: RulesToKeep = {},
): Promise<Refusal | null> {
  const checks = await runInTurns(checkEInvoiceInSteps(await readXml(content), { profile, syntax }));
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

export interface SendingOptions {
  /** Network identifiers of both sides; null: derived from their registration numbers. */
  readonly parties: Parties | null;
  readonly profile: InvoiceProfile;
  /** Of messages about broken rules. */
  readonly language: Language;
  /** Language of the embedded PDF; absent or null: that of the third party. */
  readonly printedIn?: Language | null;
}

/** A document ready to send, with its PDF embedded, once it passes all rules. */
export async function buildSendableDocument(
  { pool, files }: Pick<Services, 'pool' | 'files'>,
  companyId: number,
  documentId: number,
  { parties, profile, language, printedIn = null }: SendingOptions,
): Promise<SendableDocument | Refusal> {
  const found = await findCorrespondence(pool, companyId, documentId);
  if (!found) return refuse('not_found');
  const ubl = buildUbl(found, parties, { profile });
  if (isRefusal(ubl)) return ubl;
  // Check the rules before rendering the PDF.
  const broken = await findRuleRefusal(Buffer.from(writeUbl(ubl)), language, { profile });
  if (broken) return broken;
  const printed = await buildPrintedCorrespondence(found, printedIn ?? found.language, files);
  // The French rules know an attachment by its code, not by its title.
  const description = profile === 'fr' ? 'LISIBLE' : printed.title;
  const attachments = [buildAttachment(ubl, await writeInThread('PDF', printed), description)];
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
