import type { Messages } from '../i18n/messages.ts';

/** Trial balance, ledgers and balances of third parties. */
export const messages = {
  annual_accounts_directors: {
    fr: 'Administrateurs et gérants',
    nl: 'Bestuurders en zaakvoerders',
    en: 'Directors and managers',
    de: 'Verwalter und Geschäftsführer',
  },
  annual_accounts_valuation_rules: {
    fr: 'Règles d’évaluation',
    nl: 'Waarderingsregels',
    en: 'Valuation rules',
    de: 'Bewertungsregeln',
  },
  control_accounts_have_rubrics: {
    fr: 'Chaque compte mouvementé figure dans une rubrique',
    nl: 'Elke bewogen rekening staat in een rubriek',
    en: 'Every account with a balance stands in a rubric',
    de: 'Jedes bebuchte Konto steht in einem Posten',
  },
  control_balance_sheet_balances: {
    fr: 'Le total de l’actif est égal au total du passif',
    nl: 'Het totaal van de activa is gelijk aan het totaal van de passiva',
    en: 'Total assets equal total equity and liabilities',
    de: 'Die Summe der Aktiva entspricht der Summe der Passiva',
  },
  control_carried_result_agrees: {
    fr: 'Le résultat à reporter de l’affectation est celui du bilan',
    nl: 'Het over te dragen resultaat van de resultaatverwerking is dat van de balans',
    en: 'The result carried forward by the appropriation is the one of the balance sheet',
    de: 'Der Ergebnisvortrag der Ergebnisverwendung ist der der Bilanz',
  },
  control_result_agrees: {
    fr: 'Le résultat est celui des comptes de charges et de produits',
    nl: 'Het resultaat is dat van de kosten- en opbrengstenrekeningen',
    en: 'The result is that of the accounts of income and expenses',
    de: 'Das Ergebnis ist das der Aufwands- und Ertragskonten',
  },
  control_sums_add_up: {
    fr: 'Chaque total est la somme de ses rubriques',
    nl: 'Elk totaal is de som van zijn rubrieken',
    en: 'Every total is the sum of its rubrics',
    de: 'Jede Summe ist die Summe ihrer Posten',
  },
  date_outside_fiscal_year: {
    fr: 'Cette date ne tombe pas dans l’exercice demandé.',
    nl: 'Deze datum valt niet in het gevraagde boekjaar.',
    en: 'This date does not lie in the fiscal year asked for.',
    de: 'Dieses Datum liegt nicht im verlangten Geschäftsjahr.',
  },
  general_meeting: {
    fr: 'Assemblée générale',
    nl: 'Algemene vergadering',
    en: 'General meeting',
    de: 'Generalversammlung',
  },
  provisional_result: {
    fr: 'Résultat des exercices antérieurs non clôturés',
    nl: 'Resultaat van vorige, nog niet afgesloten boekjaren',
    en: 'Result of earlier fiscal years not yet closed',
    de: 'Ergebnis früherer, noch nicht abgeschlossener Geschäftsjahre',
  },
} as const satisfies Messages;
