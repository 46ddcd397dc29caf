import { checkEInvoiceInSteps, type BrokenRule } from '../../domain/e-invoicing/index.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { readXml, UnreadableXml, XML_LIMITS } from '../../outside/xml/read-xml.ts';
import { runInTurns } from '../../support/yielding.ts';

/** Limits for an invoice with its attachments; the rules inspect each element. */
export const INVOICE_LIMITS = { ...XML_LIMITS, maxBytes: 10 * 1024 * 1024, maxElements: 200_000 };

/** Lists the broken rules of EN 16931 and Peppol. */
export async function checkInvoiceFile(bytes: Uint8Array): Promise<readonly BrokenRule[] | Refusal> {
  try {
    return await runInTurns(checkEInvoiceInSteps(await readXml(bytes, INVOICE_LIMITS)));
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    return refuse(`xml_${error.problem}`, { params: { line: error.line ?? 0 } });
  }
}
