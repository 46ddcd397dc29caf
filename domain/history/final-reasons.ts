/**
 * Why something can never be undone: others know it, or it was permanently deleted. Everything else can be undone and
 * done again, as long as nothing depends on it. `docs/undo.md` lists the same reasons.
 */
export const FINAL_REASONS = [
  'undo_mail',
  'undo_letter',
  'undo_mail_sender',
  'undo_peppol_registration',
  'undo_peppol_status',
  'undo_peppol_left',
  'undo_peppol_sent',
  'undo_peppol_message_status',
  'undo_recurring_sent',
  'undo_document_pushed',
  'undo_check',
  'undo_exchange_rates',
  'undo_vat_filed',
  'undo_vat_listing_filed',
  'undo_lifecycle',
  'undo_purged',
  'undo_erasure',
  'undo_integration_gone',
  'undo_company_opening',
  'undo_company_owner',
  'undo_company_bin',
  'undo_migration',
  'undo_conflict',
  // These concern only a part of an event, or depend on what happened since.
  'document_sent',
  'undo_company_code',
  'undo_logo',
  'undo_integration_secret',
  'undo_document_without_file',
] as const;

export type FinalReason = (typeof FINAL_REASONS)[number];
