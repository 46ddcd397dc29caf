import {
  checkArchivedInvoice,
  checkEInvoiceInSteps,
  detectFacturXProfile,
  detectSyntax,
  type ArchivedInvoice,
  type BrokenRule,
  type CheckOptions,
  type FacturXProfile,
  type InvoiceSyntax,
} from '../../domain/e-invoicing/index.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { readXml, UnreadableXml, XML_LIMITS } from '../../outside/xml/read-xml.ts';
import { runInTurns } from '../../support/yielding.ts';

/** Limits for an invoice with its attachments; the rules inspect each element. */
export const INVOICE_LIMITS = { ...XML_LIMITS, maxBytes: 10 * 1024 * 1024, maxElements: 200_000 };

/** The PDF in which an invoice was found. */
export interface InvoiceArchive {
  readonly fileName: string;
  readonly relationship: string | null;
  /** Metadata (XMP) as text. */
  readonly metadata: string | null;
}

export interface InvoiceCheck extends CheckOptions {
  readonly archive?: InvoiceArchive | null;
}

export interface InvoiceVerdict {
  /** Null if it is neither. */
  readonly syntax: InvoiceSyntax | null;
  /** Of a Cross Industry Invoice; null if it names none. */
  readonly facturXProfile: FacturXProfile | null;
  readonly broken: readonly BrokenRule[];
}

/** A PDF without an invoice. */
export const NO_INVOICE: InvoiceVerdict = {
  syntax: null,
  facturXProfile: null,
  broken: checkArchivedInvoice({ fileName: null, relationship: null, metadata: null }, null),
};

/** Lists the broken rules of EN 16931 and of the profile. */
export async function checkInvoiceFile(
  bytes: Uint8Array,
  { archive = null, ...options }: InvoiceCheck = {},
): Promise<InvoiceVerdict | Refusal> {
  try {
    const root = await readXml(bytes, INVOICE_LIMITS);
    const syntax = detectSyntax(root);
    const ofArchive = archive ? checkArchivedInvoice(await readArchive(archive), root) : [];
    const broken = await runInTurns(checkEInvoiceInSteps(root, options));
    const facturXProfile = syntax === 'cii' ? detectFacturXProfile(root) : null;
    return { syntax, facturXProfile, broken: [...ofArchive, ...broken] };
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    return refuse(`xml_${error.problem}`, { params: { line: error.line ?? 0 } });
  }
}

const METADATA_LIMITS = { ...XML_LIMITS, maxBytes: 256 * 1024, maxElements: 5_000 };

async function readArchive({ metadata, ...archive }: InvoiceArchive): Promise<ArchivedInvoice> {
  const root =
    metadata === null ? null : await readXml(Buffer.from(metadata), METADATA_LIMITS).catch(forgiveUnreadable);
  return { ...archive, metadata: root };
}

function forgiveUnreadable(error: unknown): null {
  if (!(error instanceof UnreadableXml)) throw error;
  return null;
}
