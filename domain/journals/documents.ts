/** The documents that a type of journal accepts. Null if it accepts none. */
export function findJournalDocuments(
  journalType: string,
): { readonly direction: 'purchase' | 'sale'; readonly type: 'invoice' | 'credit_note' } | null {
  switch (journalType) {
    case 'purchase':
    case 'sale':
      return { direction: journalType, type: 'invoice' };
    case 'purchase_credit':
      return { direction: 'purchase', type: 'credit_note' };
    case 'sale_credit':
      return { direction: 'sale', type: 'credit_note' };
    default:
      return null;
  }
}
