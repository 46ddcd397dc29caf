import { readTable, readWords } from '../../data-table.ts';
import { findText, type XmlElement } from '../../xml.ts';
import table from './data/profiles.json' with { type: 'json' };

/** Profiles of Factur-X and ZUGFeRD 2: how much of EN 16931 an invoice states. */
export const FACTUR_X_PROFILES = ['minimum', 'basic_wl', 'basic', 'en16931', 'extended', 'xrechnung'] as const;
export type FacturXProfile = (typeof FACTUR_X_PROFILES)[number];

interface Profile {
  readonly id: FacturXProfile;
  /** As in the metadata of the PDF. */
  readonly level: string;
  /** Values of BT-24. */
  readonly guidelines: readonly string[];
  /** What the file may be to the page that it is attached to. */
  readonly relationships: ReadonlySet<string>;
  readonly leavesOut: (ruleId: string) => boolean;
}

/** VAT categories as in the ids of rules. */
const CATEGORIES = '(?:S|Z|E|AE|IC|G|O|IG|IP|B)';

const COLUMNS = ['profile', 'level', 'guidelines', 'relationships', 'leaves_out'] as const;

const PROFILES: ReadonlyMap<FacturXProfile, Profile> = new Map(
  readTable(table, COLUMNS).map((row) => {
    const id = FACTUR_X_PROFILES.find((known) => known === row.profile);
    if (id === undefined) throw new Error(`Unknown profile ${row.profile}`);
    return [
      id,
      {
        id,
        level: row.level,
        guidelines: readWords(row.guidelines),
        relationships: new Set(readWords(row.relationships)),
        leavesOut: createMatcher(readWords(row.leaves_out)),
      },
    ];
  }),
);

/** Ids of rules, in which `*` stands for any VAT category. */
function createMatcher(patterns: readonly string[]): (ruleId: string) => boolean {
  if (patterns.length === 0) return () => false;
  const whole = new RegExp(`^(?:${patterns.map((pattern) => pattern.replace('*', CATEGORIES)).join('|')})$`);
  return (ruleId) => whole.test(ruleId);
}

export const getFacturXProfile = (id: FacturXProfile): Profile => PROFILES.get(id)!;

/** From the guideline of a Cross Industry Invoice; null if it names none of them. */
export function detectFacturXProfile(file: XmlElement): FacturXProfile | null {
  const guideline = findText(file, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID');
  if (guideline === null) return null;
  const wanted = guideline.toLowerCase();
  for (const { id, guidelines } of PROFILES.values()) if (guidelines.includes(wanted)) return id;
  return null;
}

/** From the metadata of the PDF; null if it names none of them. */
export function findProfileOfLevel(level: string): FacturXProfile | null {
  const wanted = level.trim().replace(/\s+/g, ' ').toUpperCase();
  for (const profile of PROFILES.values()) if (profile.level === wanted) return profile.id;
  return null;
}

/** Profiles without lines state totals only; they are no invoices in the sense of EN 16931. */
export const hasLines = (profile: FacturXProfile): boolean => profile !== 'minimum' && profile !== 'basic_wl';
