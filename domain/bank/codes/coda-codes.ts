import de from '../../../locales/de/bank-coda-codes.json' with { type: 'json' };
import en from '../../../locales/en/bank-coda-codes.json' with { type: 'json' };
import fr from '../../../locales/fr/bank-coda-codes.json' with { type: 'json' };
import nl from '../../../locales/nl/bank-coda-codes.json' with { type: 'json' };
import { combineLanguages, type Labels } from '../../language.ts';

/** Labels of CODA codes: eight digits for type, family, operation and category. */

const FAMILIES: Readonly<Record<string, Labels>> = combineLanguages({
  de: de.families,
  en: en.families,
  fr: fr.families,
  nl: nl.families,
});

/** Operations more specific than their family, for any family or for one family. */
const OPERATIONS: Readonly<Record<string, Labels>> = combineLanguages({
  de: de.operations,
  en: en.operations,
  fr: fr.operations,
  nl: nl.operations,
});

export function findCodaLabel(code: string): Labels | null {
  const [family, operation] = [code.slice(1, 3), code.slice(3, 5)];
  return OPERATIONS[`${family}/${operation}`] ?? OPERATIONS[operation] ?? FAMILIES[family] ?? null;
}
