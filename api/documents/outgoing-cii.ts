import { isSelfBilled } from '../../domain/documents/self-billing.ts';
import { writeCii } from '../../domain/e-invoicing/index.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { FileStore } from '../../outside/files/index.ts';
import type { TableDocument } from '../exports/document.ts';
import { isArchivable } from '../exports/pdf-archive.ts';
import { buildUbl, findRuleRefusal } from './outgoing-ubl.ts';
import type { Correspondence } from './parties.ts';
import { buildPrintedCorrespondence } from './printed-correspondence.ts';

/** Rules of the European standard and its syntax; what the platforms of France require besides is shown by `validate`. */
const isOfStandard = (ruleId: string): boolean => /^(BR-(?!FR-)|CII-)/.test(ruleId);

/** Invoices of French sellers have what their platforms require, wherever they go. */
const isFrench = ({ invoice, document, thirdParty }: Correspondence): boolean =>
  invoice?.pack.code === 'FR' && !(isSelfBilled(document) && thirdParty.country !== 'FR');

/** The CII of a sale or a self-billed purchase, not yet checked. */
export function buildCii(found: Correspondence): string | Refusal {
  const invoice = buildUbl(found, null, { isForNetwork: false, ...(isFrench(found) && { profile: 'fr' }) });
  return isRefusal(invoice) ? invoice : writeCii(invoice);
}

/** The CII of a sale or a self-billed purchase, checked as it is written. */
export async function buildOutgoingCii(found: Correspondence, language: Language): Promise<string | Refusal> {
  const xml = buildCii(found);
  if (isRefusal(xml)) return xml;
  const broken = await findRuleRefusal(Buffer.from(xml), language, { syntax: 'cii', concerns: isOfStandard });
  return broken ?? xml;
}

/** The printed page of an issued document, with its CII attached. */
export async function buildFacturX(
  found: Correspondence,
  files: FileStore,
  language: Language,
): Promise<TableDocument | Refusal> {
  if (found.document.status !== 'booked') return refuse('document_not_issued');
  const xml = await buildOutgoingCii(found, language);
  if (isRefusal(xml)) return xml;
  const printed = await buildPrintedCorrespondence(found, found.language, files);
  const { sender } = printed;
  const logo = sender.logo && isArchivable(sender.logo) ? sender.logo : null;
  return { ...printed, sender: { ...sender, logo }, invoice: { fileName: 'factur-x.xml', xml, profile: 'EN 16931' } };
}
