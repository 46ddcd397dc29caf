/**
 * The Luxembourg VAT codes. A sale is reported by its regime and rate, and stands in the return twice: as turnover (472) and
 * by rate (701 …) or by the reason why it is not taxed. A purchase is reported by who owes the tax, its rate and its nature:
 * goods for stock (M), overheads and services (S), investments (I). The periodic return does not ask for the nature; the
 * annual one does, and finds it here.
 *
 * - Credit notes are netted on the fields of the invoices, whatever the operation.
 * - Domestic purchases show their tax alone (458). What is acquired, imported or received under reverse charge shows base
 *   and tax due in section II, and the same tax once more as input tax (459, 460, 461).
 * - Input tax is declared whole. The share that is not deducted comes off again: in 094 when it serves exempt operations
 *   (codes that end in D0), in 096 when the goods are resold by their margin (MG), else in 095, by the proportion of article 50. Luxembourg fixes no share for cars or the like.
 * - Under the margin scheme (MG) turnover is the margin before tax; what the goods had cost is no part of it.
 * - Tax that the law excludes from deduction (codes that end in ND, and private imports) is no input tax at all.
 * - The rates of 2023 have fields in the return and no codes here: who corrects that year adds the code it needs.
 */
import type { PackVatCode } from '../pack.ts';
import { purchaseCodes } from './purchase-codes.ts';
import { saleCodes } from './sale-codes.ts';

export const vatCodes: readonly PackVatCode[] = [...saleCodes, ...purchaseCodes];
