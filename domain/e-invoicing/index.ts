export { pickInvoiceAttachment } from './embedded.ts';
export { findPrimaryAttachment, readAttachments, type EmbeddedFile } from './read/attachments.ts';
export { detectEInvoiceFormat, readEInvoice, type EInvoiceFormat } from './read/read.ts';
export { checkArchivedInvoice, type ArchivedInvoice } from './factur-x/archive-rules.ts';
export { detectFacturXProfile, FACTUR_X_PROFILES, type FacturXProfile } from './factur-x/profiles.ts';
export { needsReview, REVIEW_FREE, hasSummarisedLines } from './warnings.ts';
export type { BrokenRule } from './rules/rule.ts';
export type {
  FrenchProfile,
  PrecedingInvoice,
  UblAllowance,
  UblAttachment,
  DeliveryAddress,
  UblDocument,
  UblIdentifier,
  UblLine,
  UblLineAllowance,
  UblParty,
  UblPayment,
  VatCategory,
} from './write/ubl-document.ts';
export { computeUblTotals, type UblTotals } from './write/ubl-totals.ts';
export { writeCii } from './write/write-cii.ts';
export { writeUbl } from './write/write-ubl.ts';
export {
  checkEInvoice,
  checkEInvoiceInSteps,
  detectSyntax,
  INVOICE_PROFILES,
  INVOICE_SYNTAXES,
  RULES,
  type CheckOptions,
  type InvoiceProfile,
  type InvoiceSyntax,
} from './rules/check.ts';
export { CODE_LISTS, isUnit as isUnitCode, type CodeList } from './rules/code-lists.ts';
export { describePlace } from './rules/place-words.ts';
export { FRENCH_RULES } from './rules/france/index.ts';
export { FRENCH_LISTS, getFrenchLists, type FrenchLists } from './rules/france/lists.ts';
