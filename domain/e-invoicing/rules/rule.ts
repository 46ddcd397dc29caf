import type { Labels } from '../../language.ts';
import type { CheckedDocument, Located } from './checked-document.ts';
import type { Place } from './places.ts';

export type Severity = 'fatal' | 'warning';

/** A rule that a document breaks: which one, where, and how to put it right. */
export interface BrokenRule {
  /** As the official rules name it, such as `BR-CO-10` or `PEPPOL-EN16931-R003`. */
  readonly id: string;
  /** What is fatal is refused by the network; a warning is not. */
  readonly severity: Severity;
  /** Path in the document, such as `/Invoice/cac:InvoiceLine[2]/cac:Price`. */
  readonly where: string;
  readonly message: Labels;
  readonly hint: Labels;
}

/** A rule as data: at each element of a place, a condition holds, or the message tells what is wrong. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  readonly place: Place;
  /** Held only where this category of VAT is applied. */
  readonly category?: string;
  readonly holds: (at: Located, document: CheckedDocument) => boolean;
  readonly message: Labels;
  readonly hint: Labels;
}
