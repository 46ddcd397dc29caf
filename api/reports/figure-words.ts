import de from '../../locales/de/reports-figures.json' with { type: 'json' };
import en from '../../locales/en/reports-figures.json' with { type: 'json' };
import fr from '../../locales/fr/reports-figures.json' with { type: 'json' };
import nl from '../../locales/nl/reports-figures.json' with { type: 'json' };
import { combineLanguages, type Labels, type Language } from '../../domain/language.ts';
import type { FigureUnit } from '../../domain/reports/key-figures.ts';

/** What the key figures are called. */
const FIGURES: Readonly<Record<string, Labels>> = combineLanguages({
  de: de.figures,
  en: en.figures,
  fr: fr.figures,
  nl: nl.figures,
});

const UNITS: Readonly<Record<FigureUnit, Labels>> = combineLanguages({
  de: de.units,
  en: en.units,
  fr: fr.units,
  nl: nl.units,
});

export const getFigureLabel = (key: string, language: Language): string => FIGURES[key]![language];
export const getUnitLabel = (unit: FigureUnit, language: Language): string => UNITS[unit][language];
