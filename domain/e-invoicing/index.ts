export { pickInvoiceAttachment } from './embedded.ts';
export { primaryAttachment, readAttachments, type EmbeddedFile } from './read/attachments.ts';
export { eInvoiceFormat, readEInvoice, type EInvoiceFormat } from './read/read.ts';
export { needsReview, REVIEW_FREE, summarisesLines } from './warnings.ts';
export type { BrokenRule } from './rules/rule.ts';
export type {
  UblAllowance,
  UblAttachment,
  UblDocument,
  UblIdentifier,
  UblLine,
  UblLineAllowance,
  UblParty,
  UblPayment,
  VatCategory,
} from './write/ubl-document.ts';
export { ublTotals, type UblTotals } from './write/ubl-totals.ts';
export { writeUbl } from './write/write-ubl.ts';
export { checkEInvoice, eInvoiceChecks, RULES } from './rules/check.ts';
