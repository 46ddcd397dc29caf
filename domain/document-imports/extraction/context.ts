import type { PlainDate } from '../../dates.ts';
import type { OwnIdentity } from '../sheet.ts';

/** A third party of the company file, as far as a document can tell who it is. */
export interface KnownThirdParty {
  readonly id: number;
  readonly name: string;
  readonly type: 'supplier' | 'customer';
  readonly vatNumber: string | null;
  readonly enterpriseNumber: string | null;
  readonly ibans: readonly string[];
  readonly country: string | null;
}

/** What a document is read against. */
export interface ExtractionContext {
  readonly own: OwnIdentity;
  /** Those that `thirdPartyKeys` of the document lead to; others do no harm. */
  readonly known: readonly KnownThirdParty[];
  readonly today: PlainDate;
  /** Of the document; more than `pages` when some were left out. */
  readonly pageCount?: number;
}

/** By what third parties can be looked up before a document is read: everything on it that might name one. */
export interface ThirdPartyKeys {
  readonly vatNumbers: readonly string[];
  readonly enterpriseNumbers: readonly string[];
  readonly ibans: readonly string[];
  /** Texts of its lines as `searchable` of domain/text.ts makes them; the name of a third party may be any of them. */
  readonly names: readonly string[];
}
