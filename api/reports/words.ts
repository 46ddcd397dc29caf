import de from '../../locales/de/reports-labels.json' with { type: 'json' };
import en from '../../locales/en/reports-labels.json' with { type: 'json' };
import fr from '../../locales/fr/reports-labels.json' with { type: 'json' };
import nl from '../../locales/nl/reports-labels.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';
import { createLabelFormatter, type CountryLabels } from '../i18n/country-labels.ts';

/** The words on printed reports and in the columns of their files. */
const LABELS = combineLanguages({ de, en, fr, nl });

export type ReportWord = keyof typeof LABELS;

const INCOME_OF_FRANCE = { fr: 'Compte de résultat' };
const INCOME_OF_BELGIUM = { de: 'Ergebnisrechnung' };
const INCOME_OF_LUXEMBOURG = { fr: 'Compte de profits et pertes', en: 'Profit and loss account' };

const OF_COUNTRIES: CountryLabels<ReportWord> = {
  BE: {
    income_statement: INCOME_OF_BELGIUM,
    income: INCOME_OF_BELGIUM,
    box: { fr: 'Grille', nl: 'Rooster' },
    boxes: { fr: 'Par grille', nl: 'Per rooster' },
  },
  FR: { income_statement: INCOME_OF_FRANCE, income: INCOME_OF_FRANCE },
  LU: { income_statement: INCOME_OF_LUXEMBOURG, income: INCOME_OF_LUXEMBOURG },
};

export const wordsIn = createLabelFormatter<ReportWord>(LABELS, OF_COUNTRIES);

export type Say = ReturnType<typeof wordsIn>;
