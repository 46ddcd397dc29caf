import type { Rubric } from '../country-packs/pack.ts';
import type { Labels } from '../language.ts';

/** Names of the statements, for forms whose boxes are rubrics. */
export const STATEMENT_LABELS: Readonly<Record<Rubric['statement'], Labels>> = {
  assets: { fr: 'Actif', nl: 'Activa', en: 'Assets', de: 'Aktiva' },
  liabilities: {
    fr: 'Capitaux propres et passif',
    nl: 'Passiva',
    en: 'Equity and liabilities',
    de: 'Passiva',
  },
  income: { fr: 'Compte de résultats', nl: 'Resultatenrekening', en: 'Income statement', de: 'Ergebnisrechnung' },
  appropriation: {
    fr: 'Affectations et prélèvements',
    nl: 'Resultaatverwerking',
    en: 'Appropriation account',
    de: 'Ergebnisverwendung',
  },
};
