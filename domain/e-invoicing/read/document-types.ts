/** UNTDID 1001 codes of credit notes. */
const CREDIT_NOTES: ReadonlySet<string> = new Set('81 83 261 262 296 308 381 396 420 458 532'.split(' '));

export const isCreditNoteType = (code: string | null): boolean => code !== null && CREDIT_NOTES.has(code);

/** Issued by the buyer in the name of the seller. */
const SELF_BILLED: ReadonlySet<string> = new Set('261 389 527'.split(' '));

export const isSelfBilled = (code: string | null): boolean => code !== null && SELF_BILLED.has(code);

/** Documents without a debt: pro forma, order, quotation, delivery note. */
const NOT_BOOKED: ReadonlySet<string> = new Set('130 220 270 310 325 351'.split(' '));

export const isNotBookable = (code: string | null): boolean => code !== null && NOT_BOOKED.has(code);
