import { findElement, type XmlElement } from '../../xml.ts';
import type { BrokenRule, Severity } from '../rules/rule.ts';
import { filled } from '../rules/texts.ts';
import { readFacturXClaims, type FacturXClaims } from './metadata.ts';
import { detectFacturXProfile, findProfileOfLevel, getFacturXProfile, hasLines } from './profiles.ts';
import { FACTUR_X_HINTS, FACTUR_X_MESSAGES, type FacturXRule } from './texts.ts';

/** An invoice inside a PDF, as the PDF presents it. */
export interface ArchivedInvoice {
  /** Name of the attachment; null if there is no invoice in the file. */
  readonly fileName: string | null;
  /** Relationship of the attachment (`AFRelationship`); null if none is stated, `unknown` if it cannot be read. */
  readonly relationship: string | null;
  /** Null if there is none, or if it cannot be read. */
  readonly metadata: XmlElement | null;
}

const FILE_NAMES: ReadonlySet<string> = new Set(['factur-x.xml', 'xrechnung.xml']);
/** Names of earlier releases, and other spellings, that readers still find. */
const EARLIER_NAMES: ReadonlySet<string> = new Set(['zugferd-invoice.xml', ...FILE_NAMES]);

export const PDF_ATTACHMENT = 'pdf:attachment';
export const PDF_METADATA = 'pdf:metadata';
const GUIDELINE =
  '/CrossIndustryInvoice/rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID';

const build = (id: FacturXRule, severity: Severity, where: string, parts: Record<string, string> = {}): BrokenRule => ({
  id,
  severity,
  where,
  path: null,
  message: filled(FACTUR_X_MESSAGES[id], parts),
  hint: FACTUR_X_HINTS[id],
});

/** Whether the parts of a Factur-X file agree: attachment, relationship, metadata and the profile of the invoice. */
export function checkArchivedInvoice(
  { fileName, relationship, metadata }: ArchivedInvoice,
  invoice: XmlElement | null,
): readonly BrokenRule[] {
  if (fileName === null || invoice === null) return [build('FX-XML-MISSING', 'fatal', PDF_ATTACHMENT)];
  const claims = metadata && readFacturXClaims(metadata);
  return [
    ...checkAttachment(fileName, relationship, invoice),
    ...checkProfile(invoice),
    ...(claims ? checkClaims(claims, fileName, invoice) : [build('FX-XMP-MISSING', 'fatal', PDF_METADATA)]),
  ];
}

function checkAttachment(fileName: string, relationship: string | null, invoice: XmlElement): readonly BrokenRule[] {
  const broken: BrokenRule[] = [];
  if (!FILE_NAMES.has(fileName))
    broken.push(
      build('FX-FILE-NAME', EARLIER_NAMES.has(fileName.toLowerCase()) ? 'warning' : 'fatal', PDF_ATTACHMENT, {
        name: fileName,
      }),
    );
  if (relationship === null) broken.push(build('FX-RELATIONSHIP-MISSING', 'fatal', PDF_ATTACHMENT));
  const profile = detectFacturXProfile(invoice);
  const allowed = profile && getFacturXProfile(profile).relationships;
  if (allowed && relationship !== null && relationship !== 'unknown' && !allowed.has(relationship))
    broken.push(
      build('FX-RELATIONSHIP', 'warning', PDF_ATTACHMENT, { found: relationship, wanted: [...allowed].join(', ') }),
    );
  return broken;
}

/** Whether the profile is known, and whether the invoice is what it says. */
function checkProfile(invoice: XmlElement): readonly BrokenRule[] {
  if (invoice.name !== 'CrossIndustryInvoice') return [];
  const profile = detectFacturXProfile(invoice);
  if (profile === null) return [build('FX-PROFILE', 'warning', GUIDELINE)];
  if (hasLines(profile) || !findElement(invoice, 'SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem'))
    return [];
  const { level } = getFacturXProfile(profile);
  return [build('FX-LINES', 'fatal', '/CrossIndustryInvoice/rsm:SupplyChainTradeTransaction', { level })];
}

function checkClaims(claims: FacturXClaims, fileName: string, invoice: XmlElement): readonly BrokenRule[] {
  const broken: BrokenRule[] = [];
  const stated = claims.level === null ? null : findProfileOfLevel(claims.level);
  const profile = detectFacturXProfile(invoice);
  if (claims.level === null) broken.push(build('FX-XMP-MISSING', 'fatal', PDF_METADATA));
  else if (stated === null || (profile !== null && stated !== profile))
    broken.push(
      build('FX-XMP-PROFILE', 'fatal', PDF_METADATA, {
        found: claims.level,
        wanted: profile ? getFacturXProfile(profile).level : '?',
      }),
    );
  if (claims.fileName !== null && claims.fileName !== fileName)
    broken.push(build('FX-XMP-FILE-NAME', 'fatal', PDF_METADATA, { found: claims.fileName, wanted: fileName }));
  if (claims.documentType !== null && claims.documentType.toUpperCase() !== 'INVOICE')
    broken.push(build('FX-XMP-TYPE', 'warning', PDF_METADATA, { found: claims.documentType }));
  if (claims.archivePart !== '3') broken.push(build('FX-PDFA', 'fatal', PDF_METADATA));
  return broken;
}
