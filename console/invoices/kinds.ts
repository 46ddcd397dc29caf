import type { Direction, Kind } from './answers.ts';

/** Item of the address under which a new document is written. */
export const NEW = 'new';

/** Kinds by direction; those of purchases are recorded as they were received. */
export const KINDS: Readonly<Record<Direction, readonly Kind[]>> = {
  sale: ['invoice', 'credit_note', 'advance', 'final', 'quotation', 'proforma'],
  purchase: ['invoice', 'credit_note', 'self_billed'],
};

/** Kinds that a form writes: the others are made from an existing document. */
export const WRITTEN_KINDS: Readonly<Record<Direction, readonly Kind[]>> = {
  sale: ['invoice', 'credit_note', 'advance', 'quotation', 'proforma'],
  purchase: ['invoice', 'credit_note'],
};
