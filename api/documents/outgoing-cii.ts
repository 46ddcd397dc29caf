import { writeCii, writeUbl } from '../../domain/e-invoicing/index.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { FileStore } from '../../outside/files/index.ts';
import type { TableDocument } from '../exports/document.ts';
import { isArchivable } from '../exports/pdf-archive.ts';
import { buildUbl, findRuleRefusal } from './outgoing-ubl.ts';
import type { Correspondence } from './parties.ts';
import { buildPrintedCorrespondence } from './printed-correspondence.ts';

/** Rules of the European standard. Those of the Peppol network do not concern a file that travels otherwise. */
const isOfStandard = (ruleId: string): boolean => /^BR-(?!FR-)/.test(ruleId);

/** Invoices of French companies have what their platforms require, wherever they go. */
const isFrench = ({ invoice }: Correspondence): boolean => invoice?.pack.code === 'FR';

/** The CII of a sales document. The rules are checked on the UBL of the same document. */
export async function buildOutgoingCii(found: Correspondence, language: Language): Promise<string | Refusal> {
  const invoice = buildUbl(found, null, { isForNetwork: false, ...(isFrench(found) && { profile: 'fr' }) });
  if (isRefusal(invoice)) return invoice;
  const broken = await findRuleRefusal(Buffer.from(writeUbl(invoice)), language, { concerns: isOfStandard });
  return broken ?? writeCii(invoice);
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
