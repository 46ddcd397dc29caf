import {
  checkEInvoiceInSteps,
  detectSyntax,
  type BrokenRule,
  type CheckOptions,
  type InvoiceSyntax,
} from '../../domain/e-invoicing/index.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { readXml, UnreadableXml, XML_LIMITS } from '../../outside/xml/read-xml.ts';
import { runInTurns } from '../../support/yielding.ts';

/** Limits for an invoice with its attachments; the rules inspect each element. */
export const INVOICE_LIMITS = { ...XML_LIMITS, maxBytes: 10 * 1024 * 1024, maxElements: 200_000 };

export interface InvoiceVerdict {
  /** Null if it is neither. */
  readonly syntax: InvoiceSyntax | null;
  readonly broken: readonly BrokenRule[];
}

/** Lists the broken rules of EN 16931 and of the profile. */
export async function checkInvoiceFile(
  bytes: Uint8Array,
  options: CheckOptions = {},
): Promise<InvoiceVerdict | Refusal> {
  try {
    const root = await readXml(bytes, INVOICE_LIMITS);
    return { syntax: detectSyntax(root), broken: await runInTurns(checkEInvoiceInSteps(root, options)) };
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    return refuse(`xml_${error.problem}`, { params: { line: error.line ?? 0 } });
  }
}
