import de from '../../../locales/de/bank-iso-codes.json' with { type: 'json' };
import en from '../../../locales/en/bank-iso-codes.json' with { type: 'json' };
import fr from '../../../locales/fr/bank-iso-codes.json' with { type: 'json' };
import nl from '../../../locales/nl/bank-iso-codes.json' with { type: 'json' };
import { combineLanguages, type Labels } from '../../language.ts';

/** Labels of ISO 20022 codes: domain, family and sub-family; the family is the most informative. */

const SUB_FAMILIES: Readonly<Record<string, Labels>> = combineLanguages({
  de: de.subFamilies,
  en: en.subFamilies,
  fr: fr.subFamilies,
  nl: nl.subFamilies,
});

const FAMILIES: Readonly<Record<string, Labels>> = combineLanguages({
  de: de.families,
  en: en.families,
  fr: fr.families,
  nl: nl.families,
});

const DOMAINS: Readonly<Record<string, Labels>> = combineLanguages({
  de: de.domains,
  en: en.domains,
  fr: fr.domains,
  nl: nl.domains,
});

export function findIsoLabel(code: string): Labels | null {
  const [domain = '', family = '', subFamily = ''] = code.split('-');
  if (!DOMAINS[domain]) return null;
  return SUB_FAMILIES[subFamily] ?? FAMILIES[family] ?? DOMAINS[domain];
}
