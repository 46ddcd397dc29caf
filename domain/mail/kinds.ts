/** Kinds of mail. Reminders have a separate text per level, up to the last text. */
export const MAIL_KINDS = ['document', 'statement', 'report', 'reminder', 'free'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const TEMPLATE_KINDS = ['document', 'statement', 'report', 'reminder_1', 'reminder_2', 'reminder_3'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** A free mail has no template. Levels beyond the last text use the last text. */
export function getTemplateKind(kind: MailKind, level = 1): TemplateKind | null {
  if (kind === 'free') return null;
  return kind === 'reminder' ? (`reminder_${Math.min(level, 3)}` as TemplateKind) : kind;
}

/** Available in every mail. */
const ANY = ['company', 'recipient', 'sender', 'date'] as const;
const PAYMENT = ['iban', 'bic', 'communication'] as const;

const REMINDER = [
  ...ANY,
  'level',
  'items',
  'total_due',
  'interest',
  'lump_sum',
  'total',
  'oldest_due_date',
  'days_late',
  'pay_by',
  ...PAYMENT,
] as const;

/** Placeholders allowed in the texts of each kind. */
export const PLACEHOLDERS = {
  document: [...ANY, 'number', 'document_date', 'due_date', 'amount', ...PAYMENT],
  statement: [...ANY, 'as_of', 'balance', 'overdue'],
  report: [...ANY, 'report'],
  reminder_1: REMINDER,
  reminder_2: REMINDER,
  reminder_3: REMINDER,
  free: ANY,
} as const satisfies Record<TemplateKind | 'free', readonly string[]>;

export type Placeholder = (typeof PLACEHOLDERS)[keyof typeof PLACEHOLDERS][number];

/** A single sender address, or all addresses of a domain. */
export const SENDER_KINDS = ['address', 'domain'] as const;
export type SenderKind = (typeof SENDER_KINDS)[number];

/** Types of documents that a mail can attach. `file` is a file attached to an entry. */
export const REPORT_TYPES = [
  'trial_balance',
  'general_ledger',
  'balance_sheet',
  'income_statement',
  'annual_accounts',
  'aged_balance',
  'vat_summary',
] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const ATTACHMENT_TYPES = ['document', 'statement', 'reminder', 'file', ...REPORT_TYPES] as const;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];
