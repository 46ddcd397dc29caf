import type { XmlElement } from '../../xml.ts';

/** What the metadata (XMP) of a PDF says about the invoice in it. */
export interface FacturXClaims {
  readonly level: string | null;
  readonly fileName: string | null;
  readonly documentType: string | null;
  /** Part of PDF/A; null if the file does not claim to be one. */
  readonly archivePart: string | null;
}

const INVOICE = /^urn:(?:factur-x|zugferd):pdfa:CrossIndustryDocument:invoice:\dp\d#$/;
const ARCHIVE = 'http://www.aiim.org/pdfa/ns/id/';

/** Properties are elements, or attributes of their description. */
export function readFacturXClaims(metadata: XmlElement): FacturXClaims {
  const ofInvoice = new Map<string, string>();
  const ofArchive = new Map<string, string>();
  const open: XmlElement[] = [metadata];
  for (let one = open.pop(); one; one = open.pop()) {
    if (INVOICE.test(one.namespace)) ofInvoice.set(one.name, one.text);
    if (one.namespace === ARCHIVE) ofArchive.set(one.name, one.text);
    if (one.name === 'Description')
      for (const [name, value] of Object.entries(one.attributes)) {
        ofInvoice.set(name, value);
        ofArchive.set(name, value);
      }
    open.push(...one.children);
  }
  return {
    level: ofInvoice.get('ConformanceLevel') ?? null,
    fileName: ofInvoice.get('DocumentFileName') ?? null,
    documentType: ofInvoice.get('DocumentType') ?? null,
    archivePart: ofArchive.get('part') ?? null,
  };
}
