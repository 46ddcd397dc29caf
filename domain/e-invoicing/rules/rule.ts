import type { Labels } from '../../language.ts';

/** A rule that a document breaks: which one, where, and how to put it right. */
export interface BrokenRule {
  /** As the official rules name it, such as `BR-CO-10` or `PEPPOL-EN16931-R003`. */
  readonly id: string;
  /** What is fatal is refused by the network; a warning is not. */
  readonly severity: 'fatal' | 'warning';
  /** Path in the document, such as `/Invoice/cac:InvoiceLine[2]/cac:Price`. */
  readonly where: string;
  readonly message: Labels;
  readonly hint: Labels;
}
