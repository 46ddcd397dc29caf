/** Name, BIC, then its bank codes, with ranges such as `001-049`. */
export type BankRow = readonly [name: string, bic: string | null, codes: string];
