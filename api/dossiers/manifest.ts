import type { SignedHead } from '../../stores/history/head.ts';
import type { Language } from '../../domain/language.ts';
import type { Zipped } from '../../outside/zip/write-zip.ts';
import type { CompanyRow } from '../../projections/companies/queries.ts';
import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import type { DossierPart } from './contents.ts';

/** The manifest of a dossier: its origin and contents. */

export interface ManifestHead {
  readonly company: CompanyRow;
  readonly fiscal_year: FiscalYearRow;
  readonly known_at: string;
  /** The last event included. */
  readonly chain_head: {
    readonly stream: string;
    readonly position: number;
    readonly revision: number;
    readonly hash: string | null;
  };
  readonly heads: readonly SignedHead[];
  readonly parameters: {
    readonly fiscal_year_id: number;
    readonly lang: Language;
    readonly parts: readonly DossierPart[];
    readonly known_at: string | null;
  };
}

/** The request that generated the file, or the record it belongs to. */
type About = { readonly request: string } | { readonly resource: string; readonly id?: number };

export interface ListedFile extends Zipped {
  readonly fingerprint?: string;
  readonly about: About;
}

export interface LeftOut {
  readonly path: string;
  readonly code: string;
  readonly message: string | null;
  readonly about: About;
}

export function buildManifest(
  { company, fiscal_year: year, known_at, chain_head: head, heads, parameters }: ManifestHead,
  files: readonly ListedFile[],
  leftOut: readonly LeftOut[],
): string {
  const manifest = {
    version: 2,
    software: 'Grandlivre',
    company: {
      public_token: company.public_token,
      code: company.code,
      name: company.name,
      enterprise_number: company.enterprise_number,
      vat_number: company.vat_number,
      country_pack: company.country_pack,
      currency: company.currency,
    },
    firm: company.firm && { public_token: company.firm.public_token, name: company.firm.name },
    fiscal_year: {
      id: year.id,
      code: year.code,
      starts_on: year.starts_on,
      ends_on: year.ends_on,
      closed_at: year.closed_at,
    },
    known_at,
    log: { stream: head.stream, position: head.position, revision: head.revision },
    chain_head: { revision: head.revision, hash: head.hash, algorithm: 'sha256' },
    heads: heads.map(({ day, revision, hash }) => ({ day, revision, hash })),
    parameters,
    files,
    left_out: leftOut,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
