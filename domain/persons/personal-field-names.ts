/** Names of the personal fields of a third party. */

/** Not part of the accounting: can be erased at any time. */
export const CONTACT_FIELDS = ['phone', 'notes', 'payment_block_reason'] as const;

/** Kept with the books until the retention period is over. */
export const BOOKS_FIELDS = [
  'name',
  'national_number',
  'address',
  'street',
  'house_number',
  'box',
  'postal_code',
  'city',
  'email',
  'ibans',
  'bic',
  'mandates',
  'vat_name',
  'vat_address',
] as const;
